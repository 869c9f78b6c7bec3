/** Untrusted pictures, read by libvips. */
import sharp, { type Metadata, type Sharp } from 'sharp';

sharp.cache(false);
sharp.concurrency(1);

export interface Size {
  width: number;
  height: number;
}

/** Pixels: what telephones take today, with which a browser can still deal. */
const MOST_PIXELS = 50_000_000;

/** Bytes of a picture that comes in passes, since it has to be unpacked as a whole. */
const MOST_UNPACKED = 320 * 1024 * 1024;

const bytesOfSample: Partial<Record<Metadata['depth'], number>> = { ushort: 2, short: 2 };

function isTooLarge({ width, height, channels, depth, isProgressive }: Metadata): boolean {
  const unpacked = width * height * channels * (bytesOfSample[depth] ?? 1);
  return width * height > MOST_PIXELS || (isProgressive && unpacked > MOST_UNPACKED);
}

const START_OF_SCAN = Buffer.from([0xff, 0xda]);

/**
 * Pixels that a JPEG of many scans makes a reader go over. A decoder cannot be stopped: it works outside of
 * the thread that asked for it.
 */
const MOST_READ = 12 * MOST_PIXELS;
const MOST_SCANS = 100;

/** Within the data of a scan no byte of ones is followed by anything but a zero or a restart. */
function scansOf(bytes: Buffer): number {
  let scans = 0;
  let at = bytes.indexOf(START_OF_SCAN);
  for (; at !== -1 && scans < 1_000; at = bytes.indexOf(START_OF_SCAN, at + 2)) scans += 1;
  return scans;
}

/** How a JPEG begins whose first block is what the camera says (EXIF), and how the tables that every picture needs do. */
const JPEG_WITH_EXIF = Buffer.from([0xff, 0xd8, 0xff, 0xe1]);
const TABLES = Buffer.from([0xff, 0xdb]);
const MARKER = 0xff;

/** Bytes by which a camera may be wrong about the length of its block; a small picture within it has tables before these. */
const WRONG_BY = 1_000;

/** A JPEG without its EXIF where that ends elsewhere than it says: libvips refuses the picture, and no browser does. */
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

/** Null for what can be shown: every pixel was read. */
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

/** Pixels of a picture on a page of the legalisation: 150 to an inch. */
export const frameSize: Size = { width: 1_108, height: 1_350 };

/** A picture as the legalisation prints it: on white paper, as JPEG. */
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
