/** Mutations of a file, as caused by a bad line, a faulty program or an attacker; equal seeds give equal results. */
import { crc32 } from 'node:zlib';
import type { SeededRandom } from '#server/operate/demonstration/seeded-random.ts';

type Mutation = (bytes: Buffer, random: SeededRandom) => Buffer;

const at = (bytes: Buffer, random: SeededRandom): number =>
  random.between(0, Math.max(0, bytes.length - 1));

/** A random piece, most often a short one. */
function piece(bytes: Buffer, random: SeededRandom): Buffer {
  const start = at(bytes, random);
  return bytes.subarray(start, start + random.between(1, random.chance(0.8) ? 40 : bytes.length));
}

const spliced = (bytes: Buffer, offset: number, removed: number, added: Buffer): Buffer =>
  Buffer.concat([bytes.subarray(0, offset), added, bytes.subarray(offset + removed)]);

function changedBytes(bytes: Buffer, random: SeededRandom, change: (byte: number) => number) {
  const changed = Buffer.from(bytes);
  for (let count = random.between(1, 8); count > 0; count -= 1) {
    const offset = at(changed, random);
    changed[offset] = change(changed[offset] ?? 0);
  }
  return changed;
}

const extremes = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0xffffffff] as const;
const figures = ['0', '-1', '-40', '1', '65536', '2147483648', '99999999999', '1e9'] as const;

/** Changes a binary length, offset or count. */
function binaryLie(bytes: Buffer, random: SeededRandom): Buffer {
  if (bytes.length < 4) return bytes;
  const changed = Buffer.from(bytes);
  const offset = random.between(0, bytes.length - 4);
  const value = random.pick(extremes);
  if (random.chance(0.5)) changed.writeUInt32BE(value, offset);
  else changed.writeUInt16LE(value & 0xffff, offset);
  return changed;
}

/** Changes a number written as text, as in PDF and XML. */
function writtenLie(bytes: Buffer, random: SeededRandom): Buffer {
  const numbers = [...bytes.toString('latin1').matchAll(/\d+/g)];
  const number = numbers[random.between(0, Math.max(0, numbers.length - 1))];
  if (number === undefined) return bytes;
  const lie = Buffer.from(random.pick(figures));
  return spliced(bytes, number.index, number[0].length, lie);
}

const mutations: readonly [Mutation, ...Mutation[]] = [
  (bytes, random) => changedBytes(bytes, random, (byte) => byte ^ (1 << random.between(0, 7))),
  (bytes, random) => changedBytes(bytes, random, () => random.between(0, 255)),
  (bytes, random) => bytes.subarray(0, at(bytes, random)),
  (bytes, random) => spliced(bytes, at(bytes, random), random.between(1, 64), Buffer.alloc(0)),
  (bytes, random) => spliced(bytes, at(bytes, random), 0, piece(bytes, random)),
  (bytes, random) => {
    const again = piece(bytes, random);
    const times = Array.from({ length: random.between(2, 200) }, () => again);
    return spliced(bytes, at(bytes, random), 0, Buffer.concat(times));
  },
  binaryLie,
  writtenLie,
];

/** Applies up to four mutations in sequence, sometimes with a piece of another file. */
export function mutated(bytes: Buffer, other: Buffer, random: SeededRandom): Buffer {
  let changed = bytes;
  for (let count = random.between(1, 4); count > 0; count -= 1)
    changed = random.pick(mutations)(changed, random);
  return random.chance(0.1)
    ? spliced(changed, at(changed, random), 0, piece(other, random))
    : changed;
}

/** Corrects the checksums of a changed PNG, so that readers parse the content of its chunks. */
export function withRightSums(png: Buffer): Buffer {
  const changed = Buffer.from(png);
  for (let offset = 8; offset + 12 <= changed.length; ) {
    const end = offset + 8 + changed.readUInt32BE(offset);
    if (end + 4 > changed.length) break;
    changed.writeUInt32BE(crc32(changed.subarray(offset + 4, end)), end);
    offset = end + 4;
  }
  return changed;
}

/** One mutation in the middle of a file, as from a bad line or disk; its first and last bytes are unchanged. */
export function lightlyDamaged(bytes: Buffer, random: SeededRandom): Buffer {
  const [head, tail] = [16, 32];
  const middle = Buffer.from(bytes.subarray(head, -tail));
  const change = random.pick<Mutation>([
    (part) => changedBytes(part, random, () => random.between(0, 255)),
    (part) => spliced(part, at(part, random), random.between(1, 12), Buffer.alloc(0)),
    (part) => spliced(part, at(part, random), 0, piece(part, random)),
    writtenLie,
  ]);
  return Buffer.concat([bytes.subarray(0, head), change(middle, random), bytes.subarray(-tail)]);
}
