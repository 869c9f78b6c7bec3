/** Gives each part of a drawing its look, marks included. */
import type { Chart, ChartState } from './chart.ts';
import { type Box, type DrawnEdge, type DrawnLabel, type DrawnRow, sizes } from './drawn-chart.ts';
import { arrowWidth, type DrawingMarks, hasLight, markOfArrow, type StateMark } from './marks.ts';
import type { Palette } from './palette.ts';

/** Sign before a row, for its kind. */
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
  // What steps back loses its colours, never the contrast of its words.
  return hasLight(marks) && !emphasised && !group
    ? { ...look, fill: palette.background, border: palette.faint, title: palette.muted }
    : look;
}

/** Colours a state by its weight if it has one, whatever its tone. */
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

/** A line of a label, with the figure of the page under it. */
interface LabelLine {
  transition: string;
  text: string[];
  figure: string | undefined;
}

interface LabelLook extends Box {
  lines: LabelLine[];
}

/** Fits a label to its lines within the place that the layout keeps; the arrow shows around it. */
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
