/**
 * PNG pictures as a PDF can carry them: its own reader would end the process on a damaged picture with
 * transparency, because it fails outside of any call. So a picture that would have to be decoded is
 * decoded here, laid on white paper and written again.
 */
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { pngFile } from './png-file.ts';

const inflated = promisify(inflate);
const deflated = promisify(deflate);

export class UnreadablePngError extends Error {
  override readonly name = 'UnreadablePngError';
}

/** Pixels: beyond, decoding would take the memory that other requests need. */
const MOST_PIXELS = 24_000_000;

interface Header {
  width: number;
  height: number;
  depth: number;
  colourType: number;
  interlaced: boolean;
}

interface Png extends Header {
  palette: Buffer;
  /** Opacity of each colour of the palette. */
  paletteAlpha: Buffer;
  hasTransparentColour: boolean;
  data: Buffer;
}

/** Values of a pixel by colour type: grey, RGB, palette, grey and alpha, RGB and alpha. */
const samplesOf: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

function headerOf(data: Buffer): Header {
  const header = {
    width: data.readUInt32BE(0),
    height: data.readUInt32BE(4),
    depth: data[8] ?? 0,
    colourType: data[9] ?? 0,
    interlaced: data[12] === 1,
  };
  const { width, height, depth, colourType } = header;
  const isKnown = colourType in samplesOf && [1, 2, 4, 8, 16].includes(depth);
  if (!isKnown || width === 0 || height === 0 || width * height > MOST_PIXELS)
    throw new UnreadablePngError();
  return header;
}

function parse(bytes: Buffer): Png {
  const chunks = new Map<string, Buffer[]>();
  for (let offset = 8; offset + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(offset);
    const type = bytes.toString('latin1', offset + 4, offset + 8);
    const data = bytes.subarray(offset + 8, offset + 8 + length);
    chunks.set(type, [...(chunks.get(type) ?? []), data]);
    offset += 12 + length;
  }
  const header = chunks.get('IHDR')?.[0];
  if (header === undefined || header.length < 13) throw new UnreadablePngError();
  return {
    ...headerOf(header),
    palette: chunks.get('PLTE')?.[0] ?? Buffer.alloc(0),
    paletteAlpha: chunks.get('tRNS')?.[0] ?? Buffer.alloc(0),
    hasTransparentColour: chunks.has('tRNS'),
    data: Buffer.concat(chunks.get('IDAT') ?? []),
  };
}

interface Pass {
  x: number;
  y: number;
  stepX: number;
  stepY: number;
}

const wholePicture: readonly Pass[] = [{ x: 0, y: 0, stepX: 1, stepY: 1 }];
/** Adam7. */
const interlacedPasses: readonly Pass[] = [
  { x: 0, y: 0, stepX: 8, stepY: 8 },
  { x: 4, y: 0, stepX: 8, stepY: 8 },
  { x: 0, y: 4, stepX: 4, stepY: 8 },
  { x: 2, y: 0, stepX: 4, stepY: 4 },
  { x: 0, y: 2, stepX: 2, stepY: 4 },
  { x: 1, y: 0, stepX: 2, stepY: 2 },
  { x: 0, y: 1, stepX: 1, stepY: 2 },
];

const passesOf = ({ width, height, interlaced }: Header) =>
  (interlaced ? interlacedPasses : wholePicture)
    .map((pass) => ({
      ...pass,
      columns: Math.ceil((width - pass.x) / pass.stepX),
      rows: Math.ceil((height - pass.y) / pass.stepY),
    }))
    .filter(({ columns, rows }) => columns > 0 && rows > 0);

const bitsOfPixel = ({ depth, colourType }: Header): number => (samplesOf[colourType] ?? 1) * depth;

const bytesOfRow = (png: Header, columns: number): number =>
  Math.ceil((columns * bitsOfPixel(png)) / 8);

/** @throws when the data are damaged or fewer than the picture needs */
async function rawData(png: Png): Promise<Buffer> {
  const needed = passesOf(png).reduce(
    (sum, { columns, rows }) => sum + rows * (1 + bytesOfRow(png, columns)),
    0,
  );
  const raw = await inflated(png.data, { maxOutputLength: needed + 1024 });
  if (raw.length < needed) throw new UnreadablePngError();
  return raw;
}

function paeth(left: number, above: number, corner: number): number {
  const estimate = left + above - corner;
  const [toLeft, toAbove, toCorner] = [left, above, corner].map((value) =>
    Math.abs(estimate - value),
  ) as [number, number, number];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

/** Undoes the filter of a row in place. */
function unfilter(row: Buffer, above: Buffer | null, filter: number, step: number): void {
  for (let index = 0; index < row.length; index += 1) {
    const left = index < step ? 0 : Number(row[index - step]);
    const up = above === null ? 0 : Number(above[index]);
    const corner = above === null || index < step ? 0 : Number(above[index - step]);
    const added =
      filter === 0
        ? 0
        : filter === 1
          ? left
          : filter === 2
            ? up
            : filter === 3
              ? (left + up) >> 1
              : paeth(left, up, corner);
    row[index] = (Number(row[index]) + added) & 255;
  }
}

/** A value of a row, from 0 to 255, or the index into the palette. */
function sampleAt(row: Buffer, position: number, { depth, colourType }: Header): number {
  if (depth === 8) return row[position] ?? 0;
  if (depth === 16) return row[position * 2] ?? 0;
  const bit = position * depth;
  const value = ((row[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
  return colourType === 3 ? value : Math.round((value * 255) / ((1 << depth) - 1));
}

const onWhite = (value: number, alpha: number): number =>
  alpha === 255 ? value : 255 - Math.round(((255 - value) * alpha) / 255);

type Colour = [red: number, green: number, blue: number, alpha: number];

function colourAt(png: Png, row: Buffer, column: number): Colour {
  const first = column * (samplesOf[png.colourType] ?? 1);
  const sample = (offset: number): number => sampleAt(row, first + offset, png);
  if (png.colourType === 3) {
    const index = sample(0);
    const [red = 255, green = 255, blue = 255] = png.palette.subarray(index * 3, index * 3 + 3);
    return [red, green, blue, png.paletteAlpha[index] ?? 255];
  }
  if (png.colourType === 2) return [sample(0), sample(1), sample(2), 255];
  if (png.colourType === 6) return [sample(0), sample(1), sample(2), sample(3)];
  return [sample(0), sample(0), sample(0), png.colourType === 4 ? sample(1) : 255];
}

/** Rows of red, green and blue, each after the byte of a filter that does nothing. */
function decode(png: Png, raw: Buffer): Buffer {
  const stride = 1 + png.width * 3;
  const rows = Buffer.alloc(stride * png.height);
  const step = Math.max(1, bitsOfPixel(png) >> 3);
  let offset = 0;
  for (const pass of passesOf(png)) {
    const length = bytesOfRow(png, pass.columns);
    let above: Buffer | null = null;
    for (let line = 0; line < pass.rows; line += 1) {
      const row = raw.subarray(offset + 1, offset + 1 + length);
      unfilter(row, above, raw[offset] ?? 0, step);
      for (let column = 0; column < pass.columns; column += 1) {
        const [red, green, blue, alpha] = colourAt(png, row, column);
        const target =
          (pass.y + line * pass.stepY) * stride + 1 + (pass.x + column * pass.stepX) * 3;
        rows[target] = onWhite(red, alpha);
        rows[target + 1] = onWhite(green, alpha);
        rows[target + 2] = onWhite(blue, alpha);
      }
      above = row;
      offset += 1 + length;
    }
  }
  return rows;
}

/**
 * A PNG without transparency and interlacing that shows the same on white paper; the same bytes when
 * it has none.
 *
 * @throws UnreadablePngError or an error of zlib when it is damaged or has too many pixels
 */
export async function opaquePng(bytes: Buffer): Promise<Buffer> {
  const png = parse(bytes);
  const raw = await rawData(png);
  const isPlain = !png.interlaced && png.colourType < 4 && !png.hasTransparentColour;
  return isPlain
    ? bytes
    : pngFile(
        { width: png.width, height: png.height, colours: 'rgb' },
        await deflated(decode(png, raw)),
      );
}
