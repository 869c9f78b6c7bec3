/** The drawing as a picture that stands on its own: SVG with nothing to load and nothing to run. */
import { arrowHead, arrowLine } from './arrow-path.ts';
import type { ChartState } from './chart.ts';
import { arrowLook, isGroup, labelLook, signs, stateLook } from './chart-look.ts';
import {
  type DrawnChart,
  type DrawnEdge,
  type DrawnState,
  headHeight,
  sizes,
} from './drawn-chart.ts';
import type { DrawingMarks } from './marks.ts';
import type { Palette } from './palette.ts';
import { element, escapedXml } from './xml.ts';

/** Of a line's text below its upper edge. */
const baseline = 12;
const titleBaseline = 13.5;

interface Line {
  text: string;
  x: number;
  y: number;
  fill: string;
  size?: number;
  bold?: boolean;
  anchor?: 'middle' | 'end';
}

const line = ({ text, x, y, fill, size = sizes.text, bold = false, anchor }: Line): string =>
  text === ''
    ? ''
    : element(
        'text',
        {
          x,
          y,
          fill,
          'font-size': size,
          'font-weight': bold ? 600 : undefined,
          'text-anchor': anchor,
        },
        escapedXml(text),
      );

/** @param marks what a page wrote into the drawing; without it the bare chart */
export function chartSvg(drawn: DrawnChart, palette: Palette, marks: DrawingMarks = {}): string {
  const { chart } = drawn;
  const width = Math.ceil(drawn.width);
  const height = Math.ceil(drawn.height);
  const half = sizes.start / 2;
  const states = drawn.states.flatMap((place) => {
    const state = chart.states.find(({ id }) => id === place.id);
    return state === undefined ? [] : [{ place, state }];
  });
  const groups = states.filter(({ state }) => isGroup(chart, state.id));
  const leaves = states.filter(({ state }) => !isGroup(chart, state.id));
  const drawState = ({ place, state }: Placed) => stateOf(drawn, place, state, palette, marks);
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      role: 'img',
      'font-family': palette.font,
    },
    [
      element('title', {}, escapedXml(chart.nombre)),
      element('desc', {}, escapedXml(chart.descripcion)),
      element('rect', { width, height, fill: palette.background }),
      ...groups.map(drawState),
      ...drawn.edges.map((edge) => arrowOf(edge, palette, marks)),
      ...leaves.map(drawState),
      ...drawn.edges.map((edge) => labelOf(edge, palette, marks)),
      element('circle', {
        cx: drawn.start.x + half,
        cy: drawn.start.y + half,
        r: half,
        fill: palette.text,
      }),
    ].join('\n'),
  );
}

interface Placed {
  place: DrawnState;
  state: ChartState;
}

function stateOf(
  { chart }: DrawnChart,
  place: DrawnState,
  state: ChartState,
  palette: Palette,
  marks: DrawingMarks,
): string {
  const look = stateLook(chart, state, palette, marks);
  const { x, y, width, height } = place;
  const round = state.kind === 'history';
  // The border of the screen lies inside the box; that of a picture on its edge.
  const frame = (inset: number, strokeWidth: number, fill: string) =>
    element('rect', {
      x: x + inset,
      y: y + inset,
      width: width - 2 * inset,
      height: height - 2 * inset,
      rx: round ? height / 2 : sizes.radius - inset,
      fill,
      stroke: look.border,
      'stroke-width': strokeWidth,
    });
  const parts = [frame(look.borderWidth / 2, look.borderWidth, look.fill)];
  if (state.final) parts.push(frame(3.5, 1, 'none'));
  if (state.initial && state.parent !== null)
    parts.push(element('circle', { cx: x, cy: y + 15, r: 5, fill: palette.text }));
  const text = round
    ? [
        line({
          text: 'H',
          x: x + width / 2,
          y: y + height / 2 + 4,
          fill: palette.text,
          bold: true,
          anchor: 'middle',
        }),
      ]
    : linesOf(place, state, look.title, palette, marks);
  return element('g', {}, [...parts, ...text].join(''));
}

function linesOf(
  place: DrawnState,
  state: ChartState,
  titleColour: string,
  palette: Palette,
  marks: DrawingMarks,
): string[] {
  const x = place.x + place.head;
  const below = place.y + headHeight(place);
  const atRow = (index: number) => below + index * sizes.line + baseline - 1;
  return [
    ...place.title.map((text, index) =>
      line({
        text,
        x,
        y: place.y + sizes.paddingY + index * sizes.titleLine + titleBaseline,
        fill: titleColour,
        size: sizes.title,
        bold: true,
      }),
    ),
    ...place.rows.flatMap(({ kind, text, transition }, index) => [
      line({ text: signs[kind] + text, x, y: atRow(index), fill: palette.muted }),
      line({
        text: marks.transitions?.get(transition ?? '')?.label ?? '',
        x: place.x + place.width - sizes.paddingX,
        y: atRow(index),
        fill: palette.strong,
        bold: true,
        anchor: 'end',
      }),
    ]),
    ...(marks.states?.get(state.id)?.lines ?? [])
      .slice(0, place.room)
      .map((text, index) =>
        line({ text, x, y: atRow(place.rows.length + index), fill: palette.text, bold: true }),
      ),
  ];
}

function arrowOf(edge: DrawnEdge, palette: Palette, marks: DrawingMarks): string {
  const { width, colour } = arrowLook(edge, palette, marks);
  return [
    element('path', {
      d: arrowLine(edge.points, width),
      fill: 'none',
      stroke: colour,
      'stroke-width': width,
    }),
    element('path', { d: arrowHead(edge.points, width), fill: colour }),
  ].join('');
}

function labelOf(edge: DrawnEdge, palette: Palette, marks: DrawingMarks): string {
  if (edge.label === null) return '';
  const { lit } = arrowLook(edge, palette, marks);
  const { x, y, width, height, lines } = labelLook(edge.label, marks);
  const texts = lines.flatMap(({ text, figure }) => [
    ...text.map((part) => ({ text: part, fill: lit ? palette.strong : palette.text, bold: lit })),
    ...(figure === undefined ? [] : [{ text: figure, fill: palette.strong, bold: true }]),
  ]);
  return [
    element('rect', { x, y, width, height, rx: 6, fill: palette.background }),
    ...texts.map((one, index) =>
      line({
        ...one,
        x: x + width / 2,
        y: y + sizes.labelPaddingY + index * sizes.line + baseline,
        anchor: 'middle',
      }),
    ),
  ].join('');
}
