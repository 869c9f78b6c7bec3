/** Every drawing is readable: nothing overlaps a text, and each arrow connects its states. */
import { describe, expect, test } from 'vitest';
import { isGroup } from '#machines/diagram/chart-look.ts';
import { charts } from '#machines/diagram/charts.ts';
import { drawnCharts } from '#machines/diagram/charts.ts?drawn';
import {
  type Box,
  type DrawnChart,
  type DrawnEdge,
  type Point,
  headHeight,
  sizes,
} from '#machines/diagram/chart.ts';

interface Named extends Box {
  name: string;
}

/** Tolerated overlap in pixels, because coordinates are rounded. */
const touch = 0.5;

const overlap = (one: Box, other: Box): boolean =>
  one.x + one.width - touch > other.x &&
  other.x + other.width - touch > one.x &&
  one.y + one.height - touch > other.y &&
  other.y + other.height - touch > one.y;

const contains = (outer: Box, inner: Box): boolean =>
  inner.x >= outer.x - touch &&
  inner.y >= outer.y - touch &&
  inner.x + inner.width <= outer.x + outer.width + touch &&
  inner.y + inner.height <= outer.y + outer.height + touch;

const segmentBox = ([one, other]: readonly [Point, Point]): Box => ({
  x: Math.min(one.x, other.x) - touch,
  y: Math.min(one.y, other.y) - touch,
  width: Math.abs(one.x - other.x) + 2 * touch,
  height: Math.abs(one.y - other.y) + 2 * touch,
});

const segmentsOf = ({ points }: DrawnEdge): [Point, Point][] =>
  points.slice(1).map((point, index) => [points[index] ?? point, point]);

const labelsOf = ({ edges }: DrawnChart): Named[] =>
  edges.flatMap(({ id, label }) => (label === null ? [] : [{ ...label, name: id }]));

const leavesOf = ({ chart, states }: DrawnChart): Named[] =>
  states.filter(({ id }) => !isGroup(chart, id)).map((state) => ({ ...state, name: state.id }));

/** Title and rows of each group, with the minimum width of its longest line. */
const headsOf = ({ chart, states }: DrawnChart): Named[] =>
  states
    .filter(({ id }) => isGroup(chart, id))
    .map((state) => ({
      name: `head of ${state.id}`,
      x: state.x + state.head,
      y: state.y + sizes.paddingY,
      width: Math.max(
        ...[...state.title, ...state.rows.map(({ text }) => text)].map((text) => 5 * text.length),
      ),
      height: headHeight(state) + state.rows.length * sizes.line - sizes.paddingY,
    }));

const pairs = <Item>(items: readonly Item[]): [Item, Item][] =>
  items.flatMap((one, index) => items.slice(index + 1).map((other): [Item, Item] => [one, other]));

test('the drawings match the current charts', () => {
  expect(drawnCharts.map(({ chart }) => chart)).toEqual(charts);
});

describe.each(drawnCharts.map((drawn) => [drawn.chart.id, drawn] as const))('%s', (_, drawn) => {
  test('shows every state, and every transition on an arrow or in its state', () => {
    expect(drawn.states.map(({ id }) => id)).toEqual(drawn.chart.states.map(({ id }) => id));
    const shown = [
      ...drawn.edges.flatMap(({ transitions }) => transitions),
      ...drawn.states.flatMap(({ rows }) => rows.flatMap(({ transition }) => transition ?? [])),
    ];
    expect(shown.toSorted()).toEqual(drawn.chart.transitions.map(({ id }) => id).toSorted());
  });

  test('has no overlapping texts or states', () => {
    const things = [...labelsOf(drawn), ...leavesOf(drawn), ...headsOf(drawn)];
    const broken = pairs(things).filter(([one, other]) => overlap(one, other));
    expect(broken.map(([one, other]) => `${one.name} | ${other.name}`)).toEqual([]);
  });

  test('has no arrow through another text or state', () => {
    const things = [
      ...labelsOf(drawn),
      ...headsOf(drawn),
      ...leavesOf(drawn).map((leaf) => ({ ...leaf, isState: true })),
    ];
    const broken = drawn.edges.flatMap((edge) =>
      things
        .filter(({ name }) => name !== edge.id && name !== edge.source && name !== edge.target)
        .filter((thing) => segmentsOf(edge).some((one) => overlap(segmentBox(one), thing)))
        .map(({ name }) => `${edge.id} through ${name}`),
    );
    expect(broken).toEqual([]);
  });

  test('has right-angled arrows that connect their states and touch their labels', () => {
    const boxOf = (id: string) => drawn.states.find((state) => state.id === id);
    const near = (box: Box | undefined, point: Point | undefined): boolean =>
      box !== undefined &&
      point !== undefined &&
      contains(
        { x: box.x - 1, y: box.y - 1, width: box.width + 2, height: box.height + 2 },
        {
          ...point,
          width: 0,
          height: 0,
        },
      );
    const loose = drawn.edges.filter(({ source, target, points }) => {
      const begins = source === null || near(boxOf(source), points[0]);
      return !begins || !near(boxOf(target), points.at(-1));
    });
    expect(loose.map(({ id }) => id)).toEqual([]);
    const slanted = drawn.edges.filter((edge) =>
      segmentsOf(edge).some(
        ([one, other]) => Math.abs(one.x - other.x) > 0.01 && Math.abs(one.y - other.y) > 0.01,
      ),
    );
    expect(slanted.map(({ id }) => id)).toEqual([]);
    const strayed = drawn.edges.filter((edge) => {
      const { label } = edge;
      return label !== null && !segmentsOf(edge).some((one) => overlap(segmentBox(one), label));
    });
    expect(strayed.map(({ id }) => id)).toEqual([]);
  });

  test('has nested states inside their parents, and all states and labels inside the drawing', () => {
    const boxOf = (id: string) => drawn.states.find((state) => state.id === id);
    const outside = drawn.chart.states.filter(({ id, parent }) => {
      const [inner, outer] = [boxOf(id), parent === null ? undefined : boxOf(parent)];
      return inner !== undefined && outer !== undefined && !contains(outer, inner);
    });
    expect(outside.map(({ id }) => id)).toEqual([]);
    const sheet = { x: 0, y: 0, width: drawn.width, height: drawn.height };
    const off = [...labelsOf(drawn), ...drawn.states].filter((thing) => !contains(sheet, thing));
    expect(off).toEqual([]);
  });
});
