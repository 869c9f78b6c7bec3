import { arrowLook, isGroup, labelLook, stateLook } from '#machines/diagram/chart-look.ts';
import { type DrawnChart, sizes } from '#machines/diagram/drawn-chart.ts';
import type { DrawingMarks } from '#machines/diagram/marks.ts';
import type { ArrowFlowEdge } from './ArrowEdge.tsx';
import { palette } from './palette.ts';
import type { StateFlowNode } from './StateNode.tsx';
import type { StartFlowNode } from './StartNode.tsx';

export type DrawingNode = StateFlowNode | StartFlowNode;

const fixed = {
  draggable: false,
  connectable: false,
  selectable: false,
  focusable: false,
  deletable: false,
} as const;

const start = ' start';

export interface Elements {
  drawn: DrawnChart;
  marks: DrawingMarks;
  selected: string | null;
  onSelect: ((id: string) => void) | undefined;
}

const transitionLabels = ({ transitions }: DrawingMarks): ReadonlyMap<string, string> =>
  new Map(
    [...(transitions ?? [])].flatMap(([id, { label }]) =>
      label === undefined ? [] : [[id, label]],
    ),
  );

/** The groups lie under the arrows, everything else over them. */
export function nodesOf({ drawn, marks, selected, onSelect }: Elements): DrawingNode[] {
  const rowLabels = transitionLabels(marks);
  const nodes = drawn.states.flatMap((place): StateFlowNode[] => {
    const state = drawn.chart.states.find(({ id }) => id === place.id);
    if (state === undefined) return [];
    const { id, x, y, width, height } = place;
    return [
      {
        ...fixed,
        id,
        type: 'state',
        position: { x, y },
        width,
        height,
        zIndex: isGroup(drawn.chart, id) ? 0 : 2,
        data: {
          state,
          drawn: place,
          look: stateLook(drawn.chart, state, palette, marks),
          mark: marks.states?.get(id),
          rowLabels,
          selected: selected === id,
          onSelect,
        },
      },
    ];
  });
  const { x, y } = drawn.start;
  return [
    {
      ...fixed,
      id: start,
      type: 'start',
      position: { x, y },
      width: sizes.start,
      height: sizes.start,
      zIndex: 2,
      data: {},
    },
    ...nodes,
  ];
}

export function edgesOf({ drawn, marks }: Elements): ArrowFlowEdge[] {
  return drawn.edges.map((edge) => ({
    id: edge.id,
    type: 'arrow',
    source: edge.source ?? start,
    target: edge.target,
    zIndex: 1,
    focusable: false,
    selectable: false,
    data: {
      drawn: edge,
      look: arrowLook(edge, palette, marks),
      label: edge.label === null ? null : labelLook(edge.label, marks),
    },
  }));
}
