import type { Tone } from '../domain/stages/states.ts';
import {
  type Box,
  type Chart,
  type ChartState,
  type DrawnEdge,
  type DrawnLabel,
  type DrawnRow,
  sizes,
} from './chart.ts';

/** Colours of a drawing, in CSS notation. */
export interface Palette {
  tones: Readonly<Record<Tone, { fill: string; border: string; text: string }>>;
  background: string;
  /** Colours of states with weight 0 (`cold`) and 1 (`hot`); both `#rrggbb`. */
  cold: string;
  hot: string;
  group: string;
  groupBorder: string;
  line: string;
  /** Stroke colour of a heavy or highlighted part. */
  strong: string;
  /** Colour of parts that are not highlighted while another part is. */
  faint: string;
  text: string;
  muted: string;
  font: string;
}

/** Marks that a page adds to a drawing: figures, a path, the current state. They never change the layout. */
export interface StateMark {
  /** At most two. */
  lines: string[];
  /** 0 to 1: activity in the state, shown as colour. */
  weight?: number;
  lit?: boolean;
  current?: boolean;
  /** The lines are of a time beyond its target. */
  late?: boolean;
  /** Address of the cases that it counts. */
  to?: string;
}

export interface TransitionMark {
  label?: string;
  /** 0 to 1: frequency of the transition, shown as thickness and colour. */
  weight?: number;
  lit?: boolean;
  to?: string;
}

export interface DrawingMarks {
  /** By the id of the state. */
  states?: ReadonlyMap<string, StateMark>;
  /** By the id of the transition. */
  transitions?: ReadonlyMap<string, TransitionMark>;
}

/** Combines the marks of an arrow's transitions: lit when any is lit, with the sum of the weights. */
function markOfArrow(
  marks: DrawingMarks | undefined,
  transitions: readonly string[],
): { weight: number; lit: boolean } {
  const found = transitions.flatMap((id) => marks?.transitions?.get(id) ?? []);
  return {
    weight: Math.min(
      1,
      found.reduce((sum, { weight = 0 }) => sum + weight, 0),
    ),
    lit: found.some(({ lit }) => lit),
  };
}

/** True when any part is lit; the other parts are then drawn faint. */
const hasLight = ({ states, transitions }: DrawingMarks): boolean =>
  [...(states?.values() ?? []), ...(transitions?.values() ?? [])].some(({ lit }) => lit);

/** Line width of an arrow, pixels. */
const arrowWidth = ({ weight, lit }: { weight: number; lit: boolean }): number =>
  Math.max(lit ? 2.5 : 1.5, 1.5 + 4.5 * weight);

/** Appearance of each part of a drawing, including its marks. */

/** Prefix of a row, by kind. */
export const signs: Record<DrawnRow['kind'], string> = { fact: '', call: '→ ', internal: '↻ ' };

export const isGroup = (chart: Chart, id: string): boolean =>
  chart.states.some(({ parent }) => parent === id);

interface StateLook {
  fill: string;
  border: string;
  borderWidth: number;
  title: string;
}

export function stateLook(
  chart: Chart,
  state: ChartState,
  palette: Palette,
  marks: DrawingMarks,
): StateLook {
  const tone = palette.tones[state.tone ?? 'neutral'];
  const mark = marks.states?.get(state.id);
  const group = isGroup(chart, state.id);
  const emphasised = mark?.lit === true || mark?.current === true;
  const plain = state.tone === undefined;
  const look: StateLook = {
    fill: group ? palette.group : fillOf(plain ? palette.background : tone.fill, mark, palette),
    border: emphasised ? palette.strong : group ? palette.groupBorder : tone.border,
    borderWidth: mark?.current ? 3 : emphasised ? 2.25 : 1.25 + 2 * (mark?.weight ?? 0),
    title: plain ? palette.text : tone.text,
  };
  // A faint state loses its colours, but its text remains legible.
  return hasLight(marks) && !emphasised && !group
    ? { ...look, fill: palette.background, border: palette.faint, title: palette.muted }
    : look;
}

/** Fill of a state: the colour of its weight, or `plain` without a weight. */
const fillOf = (plain: string, mark: StateMark | undefined, palette: Palette): string =>
  mark?.weight === undefined ? plain : mixed(palette.cold, palette.hot, mark.weight);

const channels = (colour: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** A colour between two others, both `#rrggbb`. @param weight 0 is the first, 1 the second */
function mixed(first: string, second: string, weight: number): string {
  const ends = channels(second);
  const between = channels(first).map((from, index) =>
    Math.round(from + ((ends[index] ?? from) - from) * Math.min(1, Math.max(0, weight))),
  );
  return `#${between.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

interface ArrowLook {
  width: number;
  colour: string;
  lit: boolean;
}

export function arrowLook(edge: DrawnEdge, palette: Palette, marks: DrawingMarks): ArrowLook {
  const mark = markOfArrow(marks, edge.transitions);
  const strong = mark.lit || mark.weight > 0.25;
  return {
    width: arrowWidth(mark),
    colour: strong ? palette.strong : hasLight(marks) ? palette.faint : palette.line,
    lit: mark.lit,
  };
}

/** A line of a label, with the figure of the page below it. */
interface LabelLine {
  transition: string;
  text: string[];
  figure: string | undefined;
}

interface LabelLook extends Box {
  lines: LabelLine[];
}

/** Shrinks a label to its lines, centred in the reserved area, so that the arrow is visible around it. */
export function labelLook(label: DrawnLabel, marks: DrawingMarks): LabelLook {
  const lines = label.lines.map(({ transition, text }) => ({
    transition,
    text,
    figure: marks.transitions?.get(transition)?.label,
  }));
  const rows = lines.flatMap(({ text, figure }) =>
    figure === undefined ? text : [...text, figure],
  );
  const height = rows.length * sizes.line + 2 * sizes.labelPaddingY;
  const { x, y, width } = label;
  return { x, y: y + (label.height - height) / 2, width, height, lines };
}
