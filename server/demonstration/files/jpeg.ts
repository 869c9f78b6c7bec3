import type { GrayImage } from './gray-image.ts';
import { acTable, dcTable, type HuffmanTable, quantisation, zigzag } from './jpeg-tables.ts';

/** The code of each value: how many bits, and which. */
type Codes = Map<number, { length: number; bits: number }>;

function codesOf({ lengths, values }: HuffmanTable): Codes {
  const codes: Codes = new Map();
  let bits = 0;
  let next = 0;
  lengths.forEach((count, index) => {
    for (let made = 0; made < count; made += 1) {
      codes.set(values[next] ?? 0, { length: index + 1, bits });
      bits += 1;
      next += 1;
    }
    bits <<= 1;
  });
  return codes;
}

const dcCodes = codesOf(dcTable);
const acCodes = codesOf(acTable);

/** Bits one after another; a byte of ones is followed by a zero byte, so that it is no marker. */
class BitWriter {
  readonly #bytes: number[] = [];
  /** Bits that are no whole byte yet, fewer than 8 between two writes. */
  #kept = 0;
  #count = 0;

  /** @param length at most 16 */
  write(bits: number, length: number): void {
    this.#kept = (this.#kept << length) | bits;
    this.#count += length;
    while (this.#count >= 8) {
      this.#count -= 8;
      const byte = (this.#kept >> this.#count) & 0xff;
      this.#bytes.push(byte);
      if (byte === 0xff) this.#bytes.push(0);
    }
    this.#kept &= (1 << this.#count) - 1;
  }

  /** The last byte is filled with ones. */
  end(): Buffer {
    const missing = (8 - this.#count) % 8;
    this.write((1 << missing) - 1, missing);
    return Buffer.from(this.#bytes);
  }
}

/** Row by row of frequencies, from the mean upwards. */
const cosines = Float64Array.from({ length: 64 }, (_, index) => {
  const frequency = index >> 3;
  const scale = frequency === 0 ? Math.SQRT1_2 / 2 : 0.5;
  return scale * Math.cos(((2 * (index & 7) + 1) * frequency * Math.PI) / 16);
});

type Block = Float64Array;

/** One pass of the cosine transform over the rows of a block, answered with rows and columns swapped. */
function transformRows(block: Block): Block {
  const result = new Float64Array(64);
  for (let row = 0; row < 8; row += 1)
    for (let frequency = 0; frequency < 8; frequency += 1) {
      let sum = 0;
      for (let x = 0; x < 8; x += 1)
        sum += Number(block[row * 8 + x]) * Number(cosines[frequency * 8 + x]);
      result[frequency * 8 + row] = sum;
    }
  return result;
}

/** The block at a place of the image, beyond whose edge the last pixels go on. */
function blockAt({ width, height, pixels }: GrayImage, left: number, top: number): Block {
  const block = new Float64Array(64);
  for (let index = 0; index < 64; index += 1) {
    const x = Math.min(width - 1, left + (index & 7));
    const y = Math.min(height - 1, top + (index >> 3));
    block[index] = Number(pixels[y * width + x]) - 128;
  }
  return block;
}

const isUniform = (block: Block): boolean => block.every((value) => value === block[0]);

function coefficientsOf(block: Block): number[] {
  const transformed = isUniform(block)
    ? // Most of a receipt is paper: nothing but its mean.
      Float64Array.of(Number(block[0]) * 8)
    : transformRows(transformRows(block));
  return zigzag.map((position) =>
    Math.round((transformed[position] ?? 0) / (quantisation[position] ?? 1)),
  );
}

const bitLength = (value: number): number => 32 - Math.clz32(Math.abs(value));

function writeCode(writer: BitWriter, codes: Codes, value: number): void {
  const code = codes.get(value);
  if (code === undefined) throw new RangeError(`no Huffman code for ${value}`);
  writer.write(code.bits, code.length);
}

/** A negative number is written as the bits of its complement. */
function writeNumber(writer: BitWriter, value: number): void {
  const length = bitLength(value);
  writer.write(value < 0 ? value + (1 << length) - 1 : value, length);
}

const END_OF_BLOCK = 0x00;
const SIXTEEN_ZEROS = 0xf0;

function writeBlock(writer: BitWriter, coefficients: readonly number[], previousDc: number): void {
  const difference = (coefficients[0] ?? 0) - previousDc;
  writeCode(writer, dcCodes, bitLength(difference));
  writeNumber(writer, difference);
  let zeros = 0;
  for (const value of coefficients.slice(1)) {
    if (value === 0) {
      zeros += 1;
      continue;
    }
    for (; zeros > 15; zeros -= 16) writeCode(writer, acCodes, SIXTEEN_ZEROS);
    writeCode(writer, acCodes, (zeros << 4) | bitLength(value));
    writeNumber(writer, value);
    zeros = 0;
  }
  if (zeros > 0) writeCode(writer, acCodes, END_OF_BLOCK);
}

function scanOf(image: GrayImage): Buffer {
  const writer = new BitWriter();
  let previousDc = 0;
  for (let top = 0; top < image.height; top += 8)
    for (let left = 0; left < image.width; left += 8) {
      const coefficients = coefficientsOf(blockAt(image, left, top));
      writeBlock(writer, coefficients, previousDc);
      previousDc = coefficients[0] ?? 0;
    }
  return writer.end();
}

function segment(marker: number, ...parts: (Buffer | number[])[]): Buffer {
  const data = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** Baseline JPEG of one component, quality 50. */
export function encodeJpeg(image: GrayImage): Buffer {
  const { width, height } = image;
  const frame = [8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0];
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('JFIF\0', 'latin1'), [1, 1, 0, 0, 1, 0, 1, 0, 0]),
    segment(
      0xdb,
      [0],
      zigzag.map((position) => quantisation[position] ?? 1),
    ),
    segment(0xc0, frame),
    segment(0xc4, [0x00], dcTable.lengths, dcTable.values),
    segment(0xc4, [0x10], acTable.lengths, acTable.values),
    segment(0xda, [1, 1, 0x00, 0, 63, 0]),
    scanOf(image),
    Buffer.from([0xff, 0xd9]),
  ]);
}
