import '@xyflow/react/dist/base.css';
import { chakra } from '@chakra-ui/react/styled-system';
import { ReactFlow, ReactFlowProvider, useReactFlow } from '@xyflow/react';
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import { chartSvg } from '#machines/diagram/chart-svg.ts';
import type { Chart } from '#machines/diagram/chart.ts';
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
import { StateNode } from './StateNode.tsx';

export interface DrawingProps {
  chart: Chart;
  marks?: DrawingMarks;
  /** Id of the state that is looked at. */
  selected?: string | null;
  onSelectState?: (id: string) => void;
}

const nodeTypes = { state: StateNode, start: StartNode };
const edgeTypes = { arrow: ArrowEdge };
const noMarks: DrawingMarks = {};

/** Pixels of the frame; a chart that is higher is seen smaller. */
const highest = 1500;
const wholeChart = { padding: 0, maxZoom: 1 };

/**
 * The chart as a picture to look around in. Its states are buttons: Tab goes through them in the order of the
 * chart, the arrow keys to the neighbour, Enter selects. On paper it is one picture that fits the page.
 */
export function Drawing(props: DrawingProps) {
  const { chart, marks = noMarks } = props;
  const drawn = drawnOf(chart.id);
  const picture = useMemo(
    () => `data:image/svg+xml,${encodeURIComponent(chartSvg(drawn, palette, marks))}`,
    [drawn, marks],
  );
  return (
    <>
      <chakra.div
        _print={{ display: 'none' }}
        borderWidth="1px"
        borderRadius="l3"
        bg="bg.panel"
        overflow="hidden"
        // As high as the chart is when it fills the width, so that it is read without zooming.
        minH="320px"
        style={{
          aspectRatio: `${drawn.width} / ${drawn.height}`,
          maxHeight: Math.min(drawn.height, highest),
        }}
      >
        <ReactFlowProvider key={drawn.chart.id}>
          <Canvas {...props} drawn={drawn} marks={marks} />
        </ReactFlowProvider>
      </chakra.div>
      <chakra.img
        src={picture}
        alt={`Dibujo: ${drawn.chart.nombre}`}
        display="none"
        _print={{ display: 'block', maxWidth: '100%', maxHeight: '88vh', marginInline: 'auto' }}
      />
    </>
  );
}

function Canvas({
  drawn,
  marks = noMarks,
  selected = null,
  onSelectState,
}: DrawingProps & { drawn: DrawnChart }) {
  const frame = useRef<HTMLDivElement>(null);
  const { fitView, setCenter, getZoom } = useReactFlow();
  const elements = { drawn, marks, selected, onSelect: onSelectState };
  const nodes = nodesOf(elements);
  const edges = edgesOf(elements);

  useEffect(() => {
    if (frame.current === null) return;
    const observer = new ResizeObserver(() => void fitView(wholeChart));
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [fitView]);

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
    <chakra.div ref={frame} boxSize="full" onKeyDown={moveFocus}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        fitView
        fitViewOptions={wholeChart}
        minZoom={0.2}
        maxZoom={2.5}
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
      >
        <DrawingControls />
      </ReactFlow>
    </chakra.div>
  );
}
