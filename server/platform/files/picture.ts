/** Untrusted pictures, read by libvips. */
import sharp, { type Metadata, type Sharp } from 'sharp';

sharp.cache(false);
sharp.concurrency(1);

export interface Size {
  width: number;
  height: number;
}

/** Maximum pixels: covers current phone cameras, and browsers can still display it. */
const MOST_PIXELS = 50_000_000;

/** Maximum decoded bytes of a progressive or interlaced picture, which is decoded as a whole. */
const MOST_UNPACKED = 320 * 1024 * 1024;

const bytesOfSample: Partial<Record<Metadata['depth'], number>> = { ushort: 2, short: 2 };

function isTooLarge({ width, height, channels, depth, isProgressive }: Metadata): boolean {
  const unpacked = width * height * channels * (bytesOfSample[depth] ?? 1);
  return width * height > MOST_PIXELS || (isProgressive && unpacked > MOST_UNPACKED);
}

const START_OF_SCAN = Buffer.from([0xff, 0xda]);

/**
 * Maximum pixels decoded over all scans of a JPEG. Decoding cannot be cancelled, since it runs outside the
 * calling thread.
 */
const MOST_READ = 12 * MOST_PIXELS;
const MOST_SCANS = 100;

/** Counts scan markers. Scan data cannot contain one: there, 0xFF is only followed by 0x00 or a restart marker. */
function scansOf(bytes: Buffer): number {
  let scans = 0;
  let at = bytes.indexOf(START_OF_SCAN);
  for (; at !== -1 && scans < 1_000; at = bytes.indexOf(START_OF_SCAN, at + 2)) scans += 1;
  return scans;
}

/** Start of a JPEG whose first segment is EXIF (SOI, APP1), and the marker of its quantization tables (DQT). */
const JPEG_WITH_EXIF = Buffer.from([0xff, 0xd8, 0xff, 0xe1]);
const TABLES = Buffer.from([0xff, 0xdb]);
const MARKER = 0xff;

/** Bytes by which a declared EXIF length may be too long; a thumbnail within EXIF has its own, earlier tables. */
const WRONG_BY = 1_000;

/** Removes an EXIF segment with a wrong length, with which libvips refuses the JPEG although browsers show it. */
function withoutBrokenExif(bytes: Uint8Array): Uint8Array {
  const jpeg = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (jpeg.length < 6 || !jpeg.subarray(0, 4).equals(JPEG_WITH_EXIF)) return bytes;
  const end = 4 + jpeg.readUInt16BE(4);
  if (jpeg[end] === MARKER) return bytes;
  const tables = jpeg.indexOf(TABLES, Math.max(6, end - WRONG_BY));
  return tables === -1 ? bytes : Buffer.concat([jpeg.subarray(0, 2), jpeg.subarray(tables)]);
}

async function open(given: Uint8Array): Promise<Sharp | 'pixels'> {
  const bytes = withoutBrokenExif(given);
  const metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (isTooLarge(metadata)) return 'pixels';
  if (metadata.format === 'jpeg') {
    const scans = scansOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    if (scans > MOST_SCANS || scans * metadata.width * metadata.height > MOST_READ) return 'pixels';
  }
  return sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' });
}

/** Decodes every pixel of a picture; null when it has no fault. */
export async function pictureFault(bytes: Uint8Array): Promise<'damaged' | 'pixels' | null> {
  try {
    const picture = await open(bytes);
    if (picture === 'pixels') return picture;
    await picture.resize(16, 16, { kernel: 'nearest', fastShrinkOnLoad: false }).toBuffer();
    return null;
  } catch {
    return 'damaged';
  }
}

/** Pixels of a picture on a page of the legalisation, at 150 dpi. */
export const frameSize: Size = { width: 1_108, height: 1_350 };

/** A picture as printed in the legalisation: JPEG on a white background. */
export async function paper(picture: Sharp): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = frameSize;
  const printed = picture
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' });
  return Uint8Array.from(await printed.jpeg({ quality: 80 }).toBuffer());
}

/** @throws when it is damaged or too large */
export async function openPicture(bytes: Uint8Array): Promise<Sharp> {
  const picture = await open(bytes);
  if (picture === 'pixels') throw new RangeError('the picture has too many pixels');
  return picture;
}

/** @throws when it is damaged or too large */
export const printedPicture = async (bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> =>
  paper((await openPicture(bytes)).autoOrient());
