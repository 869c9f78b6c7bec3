import '@xyflow/react/dist/base.css';
import { chakra } from '@chakra-ui/react/styled-system';
import { ReactFlow, ReactFlowProvider, useReactFlow } from '@xyflow/react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { signs } from '#machines/diagram/chart-look.ts';
import { chartSvg } from '#machines/diagram/chart-svg.ts';
import { type Chart, stateOf } from '#machines/diagram/chart.ts';
import type { DrawnChart } from '#machines/diagram/drawn-chart.ts';
import type { DrawingMarks } from '#machines/diagram/marks.ts';
import { ArrowEdge } from './ArrowEdge.tsx';
import { DrawingControls } from './DrawingControls.tsx';
import { drawnOf } from './drawn.ts';
import { edgesOf, nodesOf } from './flow-elements.ts';
import { motionDuration } from './motion.ts';
import { neighbourOf } from './neighbour.ts';
import { palette } from './palette.ts';
import { StartNode } from './StartNode.tsx';
import { StateDetail } from './StateDetail.tsx';
import { StateNode } from './StateNode.tsx';
import { furthest, nearest, useWholeChart } from './use-whole-chart.ts';

export interface DrawingProps {
  chart: Chart;
  marks?: DrawingMarks | undefined;
  /** Id of the state that is looked at. */
  selected?: string | null;
  /** What the page does with a state that is chosen; without it the drawing tells the state in words. */
  onSelectState?: (id: string) => void;
}

const nodeTypes = { state: StateNode, start: StartNode };
const edgeTypes = { arrow: ArrowEdge };
const noMarks: DrawingMarks = {};
const legend = `● comienza · ${signs.call}hace al entrar · ${signs.internal}sin cambiar de estado`;

/**
 * The chart as a picture to look around in. Its states are buttons: Tab goes through them in the order of the
 * chart, the arrow keys to the neighbour, Enter selects. On paper it is one picture that fits the page.
 */
export function Drawing(props: DrawingProps) {
  const { chart, marks = noMarks, onSelectState } = props;
  const [told, setTold] = useState<string | null>(null);
  const state = told === null ? undefined : stateOf(chart, told);
  const choosing = onSelectState ? {} : { selected: told, onSelectState: setTold };
  const drawn = drawnOf(chart.id);
  const picture = useMemo(
    () => `data:image/svg+xml,${encodeURIComponent(chartSvg(drawn, palette, marks))}`,
    [drawn, marks],
  );
  return (
    <div>
      <chakra.div
        _print={{ display: 'none' }}
        borderWidth="1px"
        borderRadius="l3"
        bg="bg.panel"
        overflow="hidden"
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
          >
            <chakra.p color="fg.muted" fontSize="sm">
              {legend}
            </chakra.p>
            <DrawingControls drawn={drawn} />
          </chakra.div>
          <Canvas {...props} {...choosing} drawn={drawn} marks={marks} />
        </ReactFlowProvider>
      </chakra.div>
      <chakra.img
        src={picture}
        alt={`Dibujo: ${drawn.chart.nombre}`}
        display="none"
        _print={{ display: 'block', maxWidth: '100%', maxHeight: '75vh', marginInline: 'auto' }}
      />
      {state === undefined ? null : (
        <StateDetail chart={chart} marks={marks} state={state} onClose={() => setTold(null)} />
      )}
    </div>
  );
}

function Canvas({
  drawn,
  marks = noMarks,
  selected = null,
  onSelectState,
}: DrawingProps & { drawn: DrawnChart }) {
  const frame = useRef<HTMLDivElement>(null);
  const { setCenter, getZoom } = useReactFlow();
  const showWhole = useWholeChart(drawn);
  const elements = { drawn, marks, selected, onSelect: onSelectState };
  const nodes = nodesOf(elements);
  const edges = edgesOf(elements);

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
      css={{ '& .react-flow__attribution a': { color: 'fg.muted' } }}
      // As high as the chart is where it fills the width, so that it is read without coming nearer.
      style={{ aspectRatio: `${drawn.width} / ${drawn.height}`, maxHeight: drawn.height }}
    >
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        minZoom={furthest}
        maxZoom={nearest}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        // The page scrolls under the wheel; with Ctrl, or two fingers, the drawing comes nearer.
        zoomOnScroll={false}
        zoomOnDoubleClick={false}
        preventScrolling={false}
        disableKeyboardA11y
        aria-label={`Dibujo: ${drawn.chart.nombre}`}
      />
    </chakra.div>
  );
}
