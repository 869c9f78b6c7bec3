import { type Point, sizes } from './drawn-chart.ts';

const round = (value: number): number => Math.round(value * 10) / 10;

const at = ({ x, y }: Point): string => `${round(x)} ${round(y)}`;

/** `distance` pixels from one point towards another. */
function towards(from: Point, to: Point, distance: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length === 0) return from;
  const part = distance / length;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

const corner = (from: Point, to: Point): number =>
  Math.min(sizes.corner, Math.hypot(to.x - from.x, to.y - from.y) / 2);

/** The `d` of the line through the points, with rounded corners, up to the head of the arrow. */
export function arrowLine(points: readonly Point[], width: number): string {
  const last = points.at(-1);
  const before = points.at(-2);
  if (last === undefined || before === undefined) return '';
  const line = [...points.slice(0, -1), towards(last, before, headLength(width) - 1)];
  return line
    .map((point, index) => {
      const previous = line[index - 1];
      const next = line[index + 1];
      if (previous === undefined) return `M${at(point)}`;
      if (next === undefined) return `L${at(point)}`;
      const start = towards(point, previous, corner(point, previous));
      const end = towards(point, next, corner(point, next));
      return `L${at(start)}Q${at(point)} ${at(end)}`;
    })
    .join('');
}

const headLength = (width: number): number => 7 + width;

/** The `d` of the arrow's head: a triangle whose tip is the last point. */
export function arrowHead(points: readonly Point[], width: number): string {
  const tip = points.at(-1);
  const before = points.at(-2);
  if (tip === undefined || before === undefined) return '';
  const length = headLength(width);
  const base = towards(tip, before, length);
  const side = length * 0.45;
  const across = { x: ((tip.y - base.y) / length) * side, y: ((base.x - tip.x) / length) * side };
  const left = { x: base.x + across.x, y: base.y + across.y };
  const right = { x: base.x - across.x, y: base.y - across.y };
  return `M${at(tip)}L${at(left)}L${at(right)}Z`;
}
