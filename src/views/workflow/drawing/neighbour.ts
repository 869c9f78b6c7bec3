import type { Box } from '#machines/diagram/drawn-chart.ts';

/** Keys that lead from one state to the next one in their direction. */
const directions: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

export type Placed = Box & { id: string };

const centre = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });

/** The nearest state in the direction of a key; null when there is none, or the key means nothing. */
export function neighbourOf(from: Placed, key: string, places: readonly Placed[]): Placed | null {
  const direction = directions[key];
  if (direction === undefined) return null;
  const start = centre(from);
  const candidates = places.flatMap((place) => {
    const { x, y } = centre(place);
    const along = (x - start.x) * direction.x + (y - start.y) * direction.y;
    const aside = Math.abs((x - start.x) * direction.y) + Math.abs((y - start.y) * direction.x);
    return place.id !== from.id && along > 1 ? [{ place, cost: along + 2 * aside }] : [];
  });
  return candidates.sort((one, other) => one.cost - other.cost)[0]?.place ?? null;
}
