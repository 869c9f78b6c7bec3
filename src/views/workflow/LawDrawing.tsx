import type { ChartName } from '#contract/calls/workflow.calls.ts';
import type { DrawingMarks } from '#machines/diagram/marks.ts';
import { ChartViews } from './drawing/ChartViews.tsx';
import { chartOf } from './drawing/drawn.ts';

export interface LawDrawingProps {
  maquina: ChartName;
  marks?: DrawingMarks | undefined;
  selected?: string;
  onSelectState?: (estado: string) => void;
}

/** One of the two machines with figures, with what there is to say about its states and transitions. */
export function LawDrawing({ maquina, ...drawing }: LawDrawingProps) {
  return <ChartViews chart={chartOf(maquina)} {...drawing} />;
}
