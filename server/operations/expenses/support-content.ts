import { crc32 } from 'node:zlib';
import { supportTypes } from '#contract/calls/expense.calls.ts';
import type { SupportMime } from '../../documents/support-type.ts';

/** Some programs write a little behind the end mark of a PDF. */
const PDF_TAIL_BYTES = 4096;

const pdfIsWhole = (bytes: Buffer): boolean =>
  bytes.subarray(-PDF_TAIL_BYTES).includes('%%EOF') && bytes.includes('startxref');

const PNG_SIGNATURE_BYTES = 8;
const PNG_CHUNK_FRAME_BYTES = 12;

/** Chunk by chunk (length, type, data, CRC) to IEND. */
function pngIsWhole(bytes: Buffer): boolean {
  let offset = PNG_SIGNATURE_BYTES;
  while (offset + PNG_CHUNK_FRAME_BYTES <= bytes.length) {
    const length = bytes.readUInt32BE(offset);
    const end = offset + 8 + length;
    if (end + 4 > bytes.length) return false;
    if (crc32(bytes.subarray(offset + 4, end)) !== bytes.readUInt32BE(end)) return false;
    if (bytes.toString('latin1', offset + 4, offset + 8) === 'IEND') return true;
    offset += PNG_CHUNK_FRAME_BYTES + length;
  }
  return false;
}

const startOfScan = 0xda;
/** Markers that stand alone: TEM, RST0 to RST7. */
const hasNoLength = (marker: number): boolean =>
  marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/** Segments with a length, from the first to the scan; none when something else stands between them. */
function* jpegSegments(bytes: Buffer): Generator<{ marker: number; offset: number }> {
  let offset = 2;
  while (offset + 4 <= bytes.length && bytes[offset] === 0xff) {
    const marker = bytes[offset + 1] ?? 0;
    if (marker === 0xff) offset += 1;
    else if (hasNoLength(marker)) offset += 2;
    else {
      yield { marker, offset };
      if (marker === startOfScan) return;
      offset += 2 + bytes.readUInt16BE(offset + 2);
    }
  }
}

/**
 * The end mark must follow the first scan. An end mark before it is that of a thumbnail, and cameras
 * write data of their own behind the last one.
 */
function jpegIsWhole(bytes: Buffer): boolean {
  for (const { marker, offset } of jpegSegments(bytes))
    if (marker === startOfScan) return bytes.indexOf(Buffer.from([0xff, 0xd9]), offset + 2) !== -1;
  return false;
}

export interface PictureSize {
  width: number;
  height: number;
}

/** SOF0 to SOF15 describe the picture; in their row stand DHT, JPG and DAC, which do not. */
const describesPicture = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Null when the picture does not say. */
export function jpegSize(bytes: Buffer): PictureSize | null {
  for (const { marker, offset } of jpegSegments(bytes))
    if (describesPicture(marker) && offset + 9 <= bytes.length)
      return { height: bytes.readUInt16BE(offset + 5), width: bytes.readUInt16BE(offset + 7) };
  return null;
}

/** IHDR is the first chunk. */
export const pngSize = (bytes: Buffer): PictureSize => ({
  width: bytes.readUInt32BE(16),
  height: bytes.readUInt32BE(20),
});

const wholeness: Record<SupportMime, (bytes: Buffer) => boolean> = {
  [supportTypes.pdf]: pdfIsWhole,
  [supportTypes.jpg]: jpegIsWhole,
  [supportTypes.png]: pngIsWhole,
};

/** False for a file that was cut off on its way; what it shows is for the reviewers to judge. */
export const isWhole = (type: SupportMime, bytes: Buffer): boolean => wholeness[type](bytes);
