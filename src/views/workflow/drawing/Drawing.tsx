import '@xyflow/react/dist/base.css';
import { chakra } from '@chakra-ui/react/styled-system';
import { ReactFlow, ReactFlowProvider, useReactFlow, ViewportPortal } from '@xyflow/react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { signs } from '#machines/diagram/chart-look.ts';
import { type Chart, stateOf } from '#machines/diagram/chart.ts';
import type { DrawnChart } from '#machines/diagram/drawn-chart.ts';
import type { DrawingMarks } from '#machines/diagram/marks.ts';
import { ChartPicture } from './ChartPicture.tsx';
import { DrawingControls } from './DrawingControls.tsx';
import { drawnOf } from './drawn.ts';
import { motionDuration } from './motion.ts';
import { neighbourOf } from './neighbour.ts';
import { StateDetail } from './StateDetail.tsx';
import { furthest, nearest, useWholeChart } from './use-whole-chart.ts';

export interface DrawingProps {
  chart: Chart;
  marks?: DrawingMarks | undefined;
  /** Id of the state that is looked at. */
  selected?: string | null;
  /** Called with a state that is chosen; without it the drawing describes the state. */
  onSelectState?: (id: string) => void;
}

const noMarks: DrawingMarks = {};
const legend = `● comienza · ${signs.call}hace al entrar · ${signs.internal}sin cambiar de estado`;

/**
 * The chart as a picture to look around in. Its states are buttons: Tab goes through them in the order of the
 * chart, the arrow keys to the neighbour, Enter selects. On paper it fits the page.
 */
export function Drawing(props: DrawingProps) {
  const { chart, marks = noMarks, onSelectState } = props;
  const [described, setDescribed] = useState<string | null>(null);
  const state = described === null ? undefined : stateOf(chart, described);
  const choosing = onSelectState ? {} : { selected: described, onSelectState: setDescribed };
  const drawn = drawnOf(chart.id);
  return (
    <div>
      <chakra.div
        borderWidth="1px"
        borderRadius="l3"
        bg="bg.panel"
        overflow="hidden"
        _print={{ borderWidth: '0' }}
      >
        <ReactFlowProvider key={chart.id}>
          <chakra.div
            display="flex"
            alignItems="center"
            justifyContent="space-between"
            gap="4"
            ps="4"
            pe="2"
            py="1"
            borderBottomWidth="1px"
            _print={{ display: 'none' }}
          >
            <chakra.p color="fg.muted" fontSize="sm">
              {legend}
            </chakra.p>
            <DrawingControls drawn={drawn} />
          </chakra.div>
          <Canvas {...props} {...choosing} drawn={drawn} marks={marks} />
        </ReactFlowProvider>
      </chakra.div>
      {state === undefined ? null : (
        <StateDetail chart={chart} marks={marks} state={state} onClose={() => setDescribed(null)} />
      )}
    </div>
  );
}

/** However it was moved on the screen, the whole chart fits into its place. */
const onPaper = {
  maxHeight: '75vh !important',
  '& .react-flow__viewport': { transform: 'none !important' },
  '& .react-flow__viewport svg': { width: '100%', height: '100%' },
  '& .react-flow__attribution': { display: 'none' },
} as const;

function Canvas({
  drawn,
  marks = noMarks,
  selected = null,
  onSelectState,
}: DrawingProps & { drawn: DrawnChart }) {
  const frame = useRef<HTMLDivElement>(null);
  const { setCenter, getZoom } = useReactFlow();
  const showWhole = useWholeChart(drawn);

  useEffect(() => {
    if (frame.current === null) return;
    const observer = new ResizeObserver(() => showWhole(0));
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [showWhole]);

  const moveFocus = (event: KeyboardEvent<HTMLDivElement>) => {
    const id = (event.target as HTMLElement).dataset.state;
    const from = drawn.states.find((place) => place.id === id);
    const next = from && neighbourOf(from, event.key, drawn.states);
    if (!next) return;
    event.preventDefault();
    const button = frame.current?.querySelector<HTMLElement>(
      `[data-state="${CSS.escape(next.id)}"]`,
    );
    button?.focus({ preventScroll: true });
    button?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (getZoom() > 1)
      void setCenter(next.x + next.width / 2, next.y + next.height / 2, {
        zoom: getZoom(),
        duration: motionDuration(),
      });
  };

  return (
    <chakra.div
      ref={frame}
      onKeyDown={moveFocus}
      width="full"
      minH="200px"
      css={{ '& .react-flow__attribution a': { color: 'fg.muted' }, '@media print': onPaper }}
      // As high as the chart is where it fills the width, so that it is read without coming nearer.
      style={{ aspectRatio: `${drawn.width} / ${drawn.height}`, maxHeight: drawn.height }}
    >
      <ReactFlow
        minZoom={furthest}
        maxZoom={nearest}
        // The page scrolls under the wheel; with Ctrl, or two fingers, the drawing comes nearer.
        zoomOnScroll={false}
        zoomOnDoubleClick={false}
        preventScrolling={false}
        disableKeyboardA11y
        aria-label={`Dibujo: ${drawn.chart.nombre}`}
      >
        <ViewportPortal>
          <ChartPicture
            drawn={drawn}
            marks={marks}
            selected={selected}
            onSelectState={onSelectState}
          />
        </ViewportPortal>
      </ReactFlow>
    </chakra.div>
  );
}
