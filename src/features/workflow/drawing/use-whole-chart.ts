import { getViewportForBounds, useReactFlow, useStoreApi } from '@xyflow/react';
import { useCallback } from 'react';
import type { DrawnChart } from '#machines/diagram/chart.ts';

export const nearest = 2.5;
export const furthest = 0.2;

/**
 * Shows everything, arrows too (React Flow's own fit looks at the states alone), nothing larger than it is drawn.
 */
export function useWholeChart({ width, height }: DrawnChart): (duration: number) => void {
  const { setViewport } = useReactFlow();
  const store = useStoreApi();
  return useCallback(
    (duration) => {
      const frame = store.getState();
      if (frame.width === 0 || frame.height === 0) return;
      const bounds = { x: 0, y: 0, width, height };
      void setViewport(getViewportForBounds(bounds, frame.width, frame.height, furthest, 1, 0), {
        duration,
      });
    },
    [width, height, setViewport, store],
  );
}
