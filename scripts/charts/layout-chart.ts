import ELK, { type ElkExtendedEdge, type ElkNode } from 'elkjs';
import {
  type Box,
  type Chart,
  type ChartState,
  type DrawnChart,
  type DrawnEdge,
  type Point,
  headHeight,
  sizes,
} from '../../machines/diagram/chart.ts';
import { charts } from '../../machines/diagram/charts.ts';
import { type MeasuredState, arrowsOf, measuredState } from './measured-chart.ts';

/** Pixels between a text and the arrow beside it. */
const distance = 8;

const segmentsOf = ({ points }: DrawnEdge): [Point, Point][] =>
  points.slice(1).map((point, index) => [points[index] ?? point, point]);

/**
 * The first horizontal position in a strip where no arrow crosses a text of `width` pixels; null when there is
 * none.
 */
function freeStart(strip: Box, width: number, edges: readonly DrawnEdge[]): number | null {
  const crossings = edges
    .flatMap(segmentsOf)
    .filter(
      ([one, other]) =>
        Math.max(one.y, other.y) > strip.y && Math.min(one.y, other.y) < strip.y + strip.height,
    )
    .map(([one, other]) => ({
      from: Math.min(one.x, other.x) - distance,
      to: Math.max(one.x, other.x) + distance,
    }));
  const isFree = (x: number) => crossings.every(({ from, to }) => x >= to || x + width <= from);
  return (
    [strip.x, ...crossings.map(({ to }) => to)]
      .filter((x) => x >= strip.x && x + width <= strip.x + strip.width)
      .sort((one, other) => one - other)
      .find(isFree) ?? null
  );
}

/** Positions every state, arrow and label of a chart with ELK, in layers from top to bottom. */

const options = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.layered.cycleBreaking.strategy': 'MODEL_ORDER',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.spacing.nodeNodeBetweenLayers': '28',
  'elk.spacing.nodeNode': '20',
  'elk.spacing.edgeNode': '14',
  'elk.spacing.edgeEdge': '12',
  'elk.layered.spacing.edgeNodeBetweenLayers': '18',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '14',
  'elk.spacing.edgeLabel': '6',
  'elk.spacing.labelNode': '8',
  'elk.edgeLabels.placement': 'CENTER',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
};

const start = ' start';
const margin = `[top=${sizes.margin},left=${sizes.margin},bottom=${sizes.margin},right=${sizes.margin}]`;

const firstOf = (chart: Chart): string =>
  chart.states.find(({ parent, initial }) => parent === null && initial)?.id ?? '';

/** @param aside groups whose head stands beside their states, because arrows leave no space above them */
function graphOf(
  chart: Chart,
  measured: readonly MeasuredState[],
  aside: ReadonlySet<string>,
): ElkNode {
  const nodeOf = (state: ChartState): ElkNode => {
    const { id } = state;
    const { width = 0, height = 0 } = measured.find((one) => one.id === id) ?? {};
    const children = chart.states.filter(({ parent }) => parent === id).map(nodeOf);
    if (children.length === 0) return { id, width, height };
    return {
      id,
      children,
      layoutOptions: {
        'elk.padding': aside.has(id)
          ? `[top=28,left=${width},bottom=16,right=16]`
          : `[top=${height + 6},left=16,bottom=16,right=16]`,
        'elk.nodeSize.constraints': 'MINIMUM_SIZE',
        'elk.nodeSize.minimum': `(${width},${height})`,
      },
    };
  };
  return {
    id: ' root',
    layoutOptions: { ...options, 'elk.padding': margin },
    children: [
      { id: start, width: sizes.start, height: sizes.start },
      ...chart.states.filter(({ parent }) => parent === null).map(nodeOf),
    ],
    edges: [
      { id: start, sources: [start], targets: [firstOf(chart)] },
      ...arrowsOf(chart).map(({ id, source, target, label: { width, height } }) => ({
        id,
        sources: [source],
        targets: [target],
        labels: [{ text: ' ', width, height, layoutOptions: { 'elk.edgeLabels.inline': 'true' } }],
      })),
    ],
  };
}

const nodesOf = (node: ElkNode): ElkNode[] => [node, ...(node.children ?? []).flatMap(nodesOf)];

const round = (value: number): number => Math.round(value * 10) / 10;

/** Largest error of ELK, in pixels, where an arrow enters a group; every real bend is larger. */
const drift = 1.5;

const near = (value: number, other: number): number =>
  Math.abs(value - other) < drift ? other : round(value);

/** The points of an arrow, snapped to right angles. */
function pointsOf({ sections = [] }: ElkExtendedEdge): Point[] {
  const points: Point[] = [];
  for (const { startPoint, bendPoints = [], endPoint } of sections)
    for (const { x, y } of [startPoint, ...bendPoints, endPoint]) {
      const last = points.at(-1);
      points.push(
        last === undefined
          ? { x: round(x), y: round(y) }
          : { x: near(x, last.x), y: near(y, last.y) },
      );
    }
  return points;
}

const elk = new ELK();

/** @throws Error when ELK cannot lay the chart out */
export const layoutChart = (chart: Chart): Promise<DrawnChart> => layoutBeside(chart, new Set());

/** @param aside groups that an earlier layout left without space for their heads */
async function layoutBeside(chart: Chart, aside: ReadonlySet<string>): Promise<DrawnChart> {
  const measured = chart.states.map((state) => measuredState(chart, state));
  const laid = await elk.layout(graphOf(chart, measured, aside));
  const nodes = nodesOf(laid);
  const routes = nodes.flatMap(({ edges }) => edges ?? []);
  const boxOf = (id: string): Box => {
    const { x = 0, y = 0, width = 0, height = 0 } = nodes.find((node) => node.id === id) ?? {};
    return { x: round(x), y: round(y), width: round(width), height: round(height) };
  };
  const routeOf = (id: string): ElkExtendedEdge =>
    routes.find((route) => route.id === id) ?? { id, sources: [], targets: [] };
  const arrows = arrowsOf(chart).map(({ id, source, target, transitions, label }): DrawnEdge => {
    const route = routeOf(id);
    const { x = 0, y = 0 } = route.labels?.[0] ?? {};
    return {
      id,
      source,
      target,
      transitions: transitions.map((one) => one.id),
      points: pointsOf(route),
      label: { ...label, x: round(x), y: round(y) },
    };
  });
  const headOf = (state: MeasuredState): number => {
    if (!chart.states.some(({ parent }) => parent === state.id)) return state.head;
    const { x, y, width } = boxOf(state.id);
    const height = headHeight(state) + state.rows.length * sizes.line;
    const inner = { x: x + state.head, y, width: width - 2 * state.head, height };
    const free = freeStart(inner, state.width - 2 * state.head, arrows);
    if (free === null) crowded.add(state.id);
    return free === null ? state.head : free - x;
  };
  const crowded = new Set(aside);
  const states = measured.map((state) => ({ ...state, ...boxOf(state.id), head: headOf(state) }));
  if (crowded.size > aside.size) return layoutBeside(chart, crowded);
  return {
    chart,
    width: Math.ceil(laid.width ?? 0),
    height: Math.ceil(laid.height ?? 0),
    start: boxOf(start),
    states,
    edges: [
      {
        id: start,
        source: null,
        target: firstOf(chart),
        transitions: [],
        points: pointsOf(routeOf(start)),
        label: null,
      },
      ...arrows,
    ],
  };
}

export const drawCharts = (): Promise<DrawnChart[]> => Promise.all(charts.map(layoutChart));
