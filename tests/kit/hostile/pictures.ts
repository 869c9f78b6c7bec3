/** Pictures that are small to upload and expensive to decode. */
import { crc32 } from 'node:zlib';
import { rawPng } from '#tests/kit/files/receipt-files.ts';
import { deflatedZeros } from './zeros.ts';

/** The seven passes of an interlaced PNG: start x, start y, step x, step y. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

const [WIDTH, HEIGHT] = [6_000, 4_000];
const truecolourAlpha = 6;

const blackPng = (depth: 8 | 16, interlaced: boolean, bytes: number): Buffer =>
  rawPng({
    width: WIDTH,
    height: HEIGHT,
    depth,
    colourType: truecolourAlpha,
    interlaced,
    rows: [],
    data: deflatedZeros(bytes),
  });

/** 24 million pixels with transparency, in about 100 kB. */
export const widePng = (): Buffer => blackPng(8, false, HEIGHT * (1 + WIDTH * 4));

/** 24 million pixels of eight bytes each, interlaced, in about 200 kB. */
export const interlacedPng = (): Buffer =>
  blackPng(
    16,
    true,
    passes.reduce((sum, [x, y, dx, dy]) => {
      const [columns, rows] = [Math.ceil((WIDTH - x) / dx), Math.ceil((HEIGHT - y) / dy)];
      return sum + rows * (1 + columns * 8);
    }, 0),
  );

/** A small PNG with many empty chunks of 12 bytes each. */
export function manyChunks(chunks = 50_000): Buffer {
  const png = rawPng({ width: 1, height: 1, depth: 8, colourType: 6, rows: [[0, 9, 9, 9, 9]] });
  const afterHeader = 8 + 25;
  const chunk = Buffer.from('\0\0\0\0voId\0\0\0\0', 'latin1');
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8)), 8);
  return Buffer.concat([
    png.subarray(0, afterHeader),
    ...Array.from({ length: chunks }, () => chunk),
    png.subarray(afterHeader),
  ]);
}

const segment = (marker: number, ...content: number[]): Buffer => {
  const length = content.length + 2;
  return Buffer.from([0xff, marker, length >> 8, length & 0xff, ...content]);
};

/** A Huffman table with a code of one bit, or two, for each symbol. */
const codes = (id: number, symbols: readonly number[]): Buffer =>
  segment(
    0xc4,
    id,
    symbols.length === 1 ? 1 : 0,
    symbols.length === 1 ? 0 : symbols.length,
    ...Array(14).fill(0),
    ...symbols,
  );

/**
 * A progressive JPEG of 48 million grey pixels with many refinement scans: each scan takes 70 bytes, and a decoder
 * visits every block.
 */
export function manyScans(scans = 10_000): Buffer {
  const [width, height] = [8_000, 6_000];
  const blocks = (width / 8) * (height / 8);
  const bytes16 = (value: number) => [value >> 8, value & 0xff];
  const dc = Buffer.alloc(Math.ceil(blocks / 8));
  // One code ends the next 2^14 blocks; 14 more bits count the additional ones.
  const runs = Buffer.alloc(Math.ceil((Math.ceil(blocks / 2 ** 14) * 15) / 8));
  const scan = Buffer.concat([segment(0xda, 1, 1, 0, 1, 63, 0), runs]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, 0, ...Array(64).fill(1)),
    segment(0xc2, 8, ...bytes16(height), ...bytes16(width), 1, 1, 0x11, 0),
    codes(0x00, [0]),
    codes(0x10, [0xe0]),
    segment(0xda, 1, 1, 0, 0, 0, 0),
    dc,
    ...Array.from({ length: scans }, () => scan),
    Buffer.from([0xff, 0xd9]),
  ]);
}
