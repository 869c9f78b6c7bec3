/** Deflated zeros, without the unpacked bytes in memory: a few kB that unpack to hundreds of MB. */
import { constants, deflateRawSync } from 'node:zlib';

const BLOCK = 1024 * 1024;
const MODULUS = 65_521;
const END = Buffer.from([0x03, 0x00]);

const packed = (bytes: number, level: number): Buffer =>
  deflateRawSync(Buffer.alloc(bytes), { level, finishFlush: constants.Z_FULL_FLUSH });

/** A zlib stream (RFC 1950) of zeros; flushed blocks may be repeated any number of times. */
export function deflatedZeros(bytes: number): Buffer {
  const block = packed(BLOCK, 9);
  const blocks = Array.from({ length: Math.floor(bytes / BLOCK) }, () => block);
  const adler = Buffer.alloc(4);
  adler.writeUInt16BE(bytes % MODULUS, 0);
  adler.writeUInt16BE(1, 2);
  return Buffer.concat([
    Buffer.from([0x78, 0xda]),
    ...blocks,
    packed(bytes % BLOCK, 9),
    END,
    adler,
  ]);
}
