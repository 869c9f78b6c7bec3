import PDFDocument from 'pdfkit';
import { isGroup } from '../../machines/diagram/chart-look.ts';
import {
  type Chart,
  type ChartState,
  type ChartTransition,
  type DrawnLabel,
  type DrawnLine,
  type DrawnRow,
  type DrawnState,
  headHeight,
  isDomainChart,
  sizes,
} from '../../machines/diagram/chart.ts';

/** Measures text without a screen, with pdfkit's metrics of Helvetica. */

const document = new PDFDocument({ autoFirstPage: false });

/** The system fonts of the page (Segoe UI, Roboto, Noto Sans) are wider by up to this factor. */
const slack = 1.1;

const textWidth = (text: string, size: number, weight: 'bold' | 'normal' = 'normal') =>
  document
    .font(weight === 'bold' ? 'Helvetica-Bold' : 'Helvetica')
    .fontSize(size)
    .widthOfString(text) * slack;

/** Breaks a text between words into lines of at most `width` pixels; a longer word gets its own line. */
function brokenInto(
  text: string,
  width: number,
  size: number,
  weight: 'bold' | 'normal' = 'normal',
): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && textWidth(`${last} ${word}`, size, weight) <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Measures the states and labels of a chart before its layout. */

/** Maximum width of a title. The title of a group is narrower, since arrows enter the group beside it. */
const widestTitle = (chart: Chart, id: string): number => (isGroup(chart, id) ? 120 : 170);
/** Maximum width of a line of a label; narrower in large charts, where many arrows are side by side. */
const widestLabel = ({ states }: Chart): number => (states.length < 8 ? 150 : 112);
/** Width of the figure that the page shows at the end of a row. */
const rowSpace = 64;

export type MeasuredState = Omit<DrawnState, 'x' | 'y'>;

function rowsOf(chart: Chart, state: ChartState): DrawnRow[] {
  const inCharge = state.quien === '—' ? undefined : state.quien;
  return [
    ...(inCharge === undefined ? [] : [{ text: inCharge, kind: 'fact' as const }]),
    ...state.entrada.map((text) => ({ text, kind: 'call' as const })),
    ...chart.transitions
      .filter(({ source, self }) => self && source === state.id)
      .map(({ id, rotulo }) => ({ text: rotulo, kind: 'internal' as const, transition: id })),
  ];
}

/** Measures a state by its own text. */
export function measuredState(chart: Chart, state: ChartState): MeasuredState {
  const { id, kind } = state;
  const head = sizes.paddingX;
  if (kind === 'history')
    return { id, title: ['H'], rows: [], head, space: 0, width: 28, height: 28 };
  const title = brokenInto(state.nombre, widestTitle(chart, id), sizes.title, 'bold');
  const rows = rowsOf(chart, state);
  const space = isDomainChart(chart) ? 2 : 0;
  const widths = [
    ...title.map((line) => textWidth(line, sizes.title, 'bold')),
    // A row other than a fact has a sign before it, and an internal transition may have a figure after it.
    ...rows.map(
      ({ text, kind }) =>
        textWidth(text, sizes.text) +
        (kind === 'fact' ? 0 : 16) +
        (kind === 'internal' && space > 0 ? rowSpace : 0),
    ),
    space > 0 ? 140 : 90,
  ];
  return {
    id,
    title,
    rows,
    head,
    space,
    width: Math.ceil(Math.max(...widths) + 2 * sizes.paddingX),
    height: headHeight({ title }) + (rows.length + space) * sizes.line + sizes.paddingY,
  };
}

function labelOf(chart: Chart, transitions: readonly ChartTransition[]): DrawnLabel {
  const lines: DrawnLine[] = transitions.map(({ id, rotulo }) => ({
    transition: id,
    text: brokenInto(rotulo, widestLabel(chart), sizes.text),
  }));
  const texts = lines.flatMap(({ text }) => text);
  const rows = texts.length + (isDomainChart(chart) ? lines.length : 0);
  const width = Math.max(
    ...texts.map((text) => textWidth(text, sizes.text)),
    isDomainChart(chart) ? 90 : 0,
  );
  return {
    x: 0,
    y: 0,
    width: Math.ceil(width + 2 * sizes.labelPaddingX),
    height: rows * sizes.line + 2 * sizes.labelPaddingY,
    lines,
  };
}

/** All transitions from one state to another. */
export interface Arrow {
  id: string;
  source: string;
  target: string;
  transitions: ChartTransition[];
  label: DrawnLabel;
}

export function arrowsOf(chart: Chart): Arrow[] {
  const arrows = new Map<string, ChartTransition[]>();
  for (const transition of chart.transitions) {
    if (transition.self) continue;
    const key = `${transition.source} > ${transition.target}`;
    arrows.set(key, [...(arrows.get(key) ?? []), transition]);
  }
  return [...arrows].flatMap(([id, transitions]) => {
    const [first] = transitions;
    if (first === undefined) return [];
    const { source, target } = first;
    return [{ id, source, target, transitions, label: labelOf(chart, transitions) }];
  });
}
