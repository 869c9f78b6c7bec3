import type { Box, DrawnEdge, Point } from '../../machines/diagram/drawn-chart.ts';

/** Between a text and the arrow beside it. */
const distance = 8;

const segmentsOf = ({ points }: DrawnEdge): [Point, Point][] =>
  points.slice(1).map((point, index) => [points[index] ?? point, point]);

/**
 * Finds the place in a strip where no arrow runs through a text of `width` pixels; null when there is no such
 * place.
 */
export function freeStart(strip: Box, width: number, edges: readonly DrawnEdge[]): number | null {
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
