/** Small generated files of the types that stores upload. */
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';

const WIDTH = 160;
const HEIGHT = 96;

/** Rows of a small grey picture: 32 stripes shaded by the hash of a word, so that each word makes a different file. */
function picture(word: string): number[][] {
  const row = [...createHash('sha256').update(word).digest()].flatMap((shade) =>
    Array<number>(WIDTH / 32).fill(shade),
  );
  return Array<number[]>(HEIGHT).fill(row);
}

export const jpgFile = (word: string): Promise<Buffer> =>
  sharp(Buffer.from(picture(word).flat()), { raw: { width: WIDTH, height: HEIGHT, channels: 1 } })
    .jpeg()
    .toBuffer();

export const pngFile = (word: string, animated = false): Buffer =>
  rawPng({
    animated,
    width: WIDTH,
    height: HEIGHT,
    depth: 8,
    colourType: 0,
    rows: picture(word).map((row) => [0, ...row]),
  });

interface PdfOptions {
  pages?: number;
  /** Clockwise. */
  rotation?: 0 | 90 | 180 | 270;
  password?: string;
  /** Printing and copying are restricted; it opens without a password. */
  restricted?: boolean;
}

/** Equal words make equal files. */
const timeless = { CreationDate: new Date(0) };

/** A PDF with a word on each page. */
export async function pdfFile(
  word: string,
  { pages = 1, rotation = 0, password, restricted }: PdfOptions = {},
): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: [300, 200],
    margin: 0,
    autoFirstPage: false,
    info: { ...timeless },
    ...(password && { userPassword: password }),
    ...(restricted && { ownerPassword: 'del dueño', permissions: {} }),
  });
  for (let number = 1; number <= pages; number += 1) {
    pdf.addPage();
    Object.assign(pdf.page.dictionary.data, { Rotate: rotation });
    pdf.fontSize(20).text(`${word} ${number}`, 20, 60);
  }
  pdf.end();
  return buffer(pdf);
}

/** A PDF that requires a password to open. */
export const encryptedPdf = (word: string): Promise<Buffer> =>
  pdfFile(word, { password: 'secreta' });

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
};

/** Reference algorithm of the PNG specification, independent of the product's. */
function crc(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1)
      value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return (value ^ 0xffffffff) >>> 0;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([uint32(data.length), named, uint32(crc(named))]);
}

export interface RawPng {
  width: number;
  height: number;
  depth: number;
  colourType: number;
  interlaced?: boolean;
  palette?: number[];
  transparency?: number[];
  /** Rows, each with its filter byte. */
  rows: number[][];
  /** Replaces the compressed rows. */
  data?: Buffer;
  /** The picture is the only frame of an animation. */
  animated?: boolean;
}

/** fcTL: the first frame, of the whole picture, shown for a second. */
const frame = ({ width, height }: RawPng): Buffer =>
  chunk(
    'fcTL',
    Buffer.concat([...[0, width, height, 0, 0].map(uint32), Buffer.from([0, 1, 0, 1, 0, 0])]),
  );

/** Any PNG, including rare variants. */
export function rawPng(png: RawPng): Buffer {
  const header = Buffer.concat([
    uint32(png.width),
    uint32(png.height),
    Buffer.from([png.depth, png.colourType, 0, 0, png.interlaced ? 1 : 0]),
  ]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...(png.animated ? [chunk('acTL', Buffer.concat([uint32(1), uint32(0)])), frame(png)] : []),
    ...(png.palette ? [chunk('PLTE', Buffer.from(png.palette))] : []),
    ...(png.transparency ? [chunk('tRNS', Buffer.from(png.transparency))] : []),
    chunk('IDAT', png.data ?? deflateSync(Buffer.from(png.rows.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
