import {
  type DrawingMarks,
  type Palette,
  arrowLook,
  isGroup,
  labelLook,
  signs,
  stateLook,
} from './chart-look.ts';
import {
  type ChartState,
  type DrawnChart,
  type DrawnEdge,
  type DrawnState,
  type Point,
  headHeight,
  sizes,
} from './chart.ts';

/** Characters escaped in XML texts and attributes. */
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a text for XML; control characters become spaces. */
const escapedXml = (text: string): string =>
  text.replace(/\p{Cc}/gu, ' ').replace(/[&<>"]/g, (one) => entities[one] ?? one);

type Attributes = Readonly<Record<string, string | number | undefined>>;

const attributesText = (attributes: Attributes): string =>
  Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapedXml(String(value))}"`)
    .join('');

/** @param content already escaped; '' for an empty element */
const element = (name: string, attributes: Attributes, content = ''): string =>
  content === ''
    ? `<${name}${attributesText(attributes)}/>`
    : `<${name}${attributesText(attributes)}>${content}</${name}>`;

const round = (value: number): number => Math.round(value * 10) / 10;

const at = ({ x, y }: Point): string => `${round(x)} ${round(y)}`;

/** The point `distance` pixels from one point towards another. */
function towards(from: Point, to: Point, distance: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length === 0) return from;
  const part = distance / length;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

const corner = (from: Point, to: Point): number =>
  Math.min(sizes.corner, Math.hypot(to.x - from.x, to.y - from.y) / 2);

/** Path data of the line through the points, with rounded corners, up to the head of the arrow. */
function arrowLine(points: readonly Point[], width: number): string {
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

/** Path data of the arrowhead: a triangle whose tip is the last point. */
function arrowHead(points: readonly Point[], width: number): string {
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

/**
 * The drawing of a chart: as shapes for the page, which places its buttons over them, and as a self-contained SVG file
 * without external resources and scripts.
 */

/** An SVG element; child shapes are drawn in order. */
export interface Shape {
  name: string;
  attributes: Attributes;
  content?: string | readonly Shape[];
}

/** A chart with its palette and the marks of the page. */
interface Ink {
  drawn: DrawnChart;
  palette: Palette;
  marks: DrawingMarks;
}

/** Distance of a text's baseline from the upper edge of its line. */
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

const line = ({ text, x, y, fill, size = sizes.text, bold = false, anchor }: Line): Shape[] =>
  text === ''
    ? []
    : [
        {
          name: 'text',
          attributes: {
            x,
            y,
            fill,
            'font-size': size,
            'font-weight': bold ? 600 : undefined,
            'text-anchor': anchor,
          },
          content: text,
        },
      ];

const shape = (name: string, attributes: Attributes): Shape => ({ name, attributes });

/** All shapes of the drawing, bottom first: groups are below the arrows, other states and labels above them. */
export function chartShapes(
  drawn: DrawnChart,
  palette: Palette,
  marks: DrawingMarks = {},
): Shape[] {
  const ink: Ink = { drawn, palette, marks };
  const { chart, start, edges } = drawn;
  const half = sizes.start / 2;
  const statesOf = (group: boolean) =>
    drawn.states.flatMap((place) => {
      const state = chart.states.find(({ id }) => id === place.id);
      return state === undefined || isGroup(chart, state.id) !== group
        ? []
        : [{ name: 'g', attributes: {}, content: stateShapes(ink, place, state) }];
    });
  return [
    ...statesOf(true),
    ...edges.flatMap((edge) => arrowShapes(ink, edge)),
    ...statesOf(false),
    ...edges.flatMap((edge) => labelShapes(ink, edge)),
    shape('circle', { cx: start.x + half, cy: start.y + half, r: half, fill: palette.text }),
  ];
}

const shapeText = ({ name, attributes, content = '' }: Shape): string =>
  element(
    name,
    attributes,
    typeof content === 'string' ? escapedXml(content) : content.map(shapeText).join(''),
  );

/** Height of the title and of each line below it. */
const captionLine = 18;

/**
 * @param marks marks of the page; without them, the plain chart
 * @param caption lines below the title: what the marks are about, and the legend
 */
export function chartSvg(
  drawn: DrawnChart,
  palette: Palette,
  marks?: DrawingMarks,
  caption: readonly string[] = [],
): string {
  const { width, chart } = drawn;
  const texts = [chart.nombre, ...caption];
  const top = (texts.length + 1) * captionLine;
  const height = drawn.height + top;
  const captionShapes = texts.flatMap((text, index) =>
    line({
      text,
      x: captionLine,
      y: (index + 1) * captionLine,
      fill: index === 0 ? palette.text : palette.muted,
      size: index === 0 ? sizes.title : sizes.text,
      bold: index === 0,
    }),
  );
  const picture: Shape = {
    name: 'g',
    attributes: { transform: `translate(0 ${top})` },
    content: chartShapes(drawn, palette, marks),
  };
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
      ...[...captionShapes, picture].map(shapeText),
    ].join('\n'),
  );
}

function stateShapes(ink: Ink, place: DrawnState, state: ChartState): Shape[] {
  const { drawn, palette, marks } = ink;
  const look = stateLook(drawn.chart, state, palette, marks);
  const { x, y, width, height } = place;
  const round = state.kind === 'history';
  // The border is drawn inside the box that the layout computed for the state.
  const frame = (inset: number, strokeWidth: number, fill: string) =>
    shape('rect', {
      x: x + inset,
      y: y + inset,
      width: width - 2 * inset,
      height: height - 2 * inset,
      rx: round ? height / 2 : sizes.radius - inset,
      fill,
      stroke: look.border,
      'stroke-width': strokeWidth,
    });
  const letter: Line = {
    text: 'H',
    x: x + width / 2,
    y: y + height / 2 + 4,
    fill: palette.text,
    bold: true,
    anchor: 'middle',
  };
  return [
    frame(look.borderWidth / 2, look.borderWidth, look.fill),
    ...(state.final ? [frame(3.5, 1, 'none')] : []),
    ...(state.initial && state.parent !== null
      ? [shape('circle', { cx: x, cy: y + 15, r: 5, fill: palette.text })]
      : []),
    ...(round ? line(letter) : stateLines(ink, place, look.title)),
  ];
}

function stateLines({ palette, marks }: Ink, place: DrawnState, titleColour: string): Shape[] {
  const mark = marks.states?.get(place.id);
  const x = place.x + place.head;
  const below = place.y + headHeight(place);
  const atRow = (index: number) => below + index * sizes.line + baseline - 1;
  return [
    ...place.title.flatMap((text, index) =>
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
      ...line({ text: signs[kind] + text, x, y: atRow(index), fill: palette.muted }),
      ...line({
        text: marks.transitions?.get(transition ?? '')?.label ?? '',
        x: place.x + place.width - sizes.paddingX,
        y: atRow(index),
        fill: palette.strong,
        bold: true,
        anchor: 'end',
      }),
    ]),
    ...(mark?.lines ?? []).slice(0, place.space).flatMap((text, index) =>
      line({
        text,
        x,
        y: atRow(place.rows.length + index),
        fill: mark?.late ? palette.tones.danger.text : palette.text,
        bold: true,
      }),
    ),
  ];
}

function arrowShapes({ palette, marks }: Ink, edge: DrawnEdge): Shape[] {
  const { width, colour } = arrowLook(edge, palette, marks);
  const d = arrowLine(edge.points, width);
  return [
    shape('path', { d, fill: 'none', stroke: colour, 'stroke-width': width }),
    shape('path', { d: arrowHead(edge.points, width), fill: colour }),
  ];
}

function labelShapes({ palette, marks }: Ink, edge: DrawnEdge): Shape[] {
  if (edge.label === null) return [];
  const { lit } = arrowLook(edge, palette, marks);
  const { x, y, width, height, lines } = labelLook(edge.label, marks);
  const texts = lines.flatMap(({ text, figure }) => [
    ...text.map((part) => ({ text: part, fill: lit ? palette.strong : palette.text, bold: lit })),
    ...(figure === undefined ? [] : [{ text: figure, fill: palette.strong, bold: true }]),
  ]);
  return [
    shape('rect', { x, y, width, height, rx: 6, fill: palette.background }),
    ...texts.flatMap((one, index) =>
      line({
        ...one,
        x: x + width / 2,
        y: y + sizes.labelPaddingY + index * sizes.line + baseline,
        anchor: 'middle',
      }),
    ),
  ];
}
