/** Pictures of strangers, read by libvips. */
import sharp, { type Metadata, type Sharp } from 'sharp';

sharp.cache(false);
sharp.concurrency(1);

export interface Size {
  width: number;
  height: number;
}

/** Pixels: what telephones take today, with which a browser can still deal. */
export const MOST_PIXELS = 50_000_000;

/** Bytes of a picture that comes in passes, since it has to be unpacked as a whole. */
const MOST_UNPACKED = 320 * 1024 * 1024;

const bytesOfSample: Partial<Record<Metadata['depth'], number>> = { ushort: 2, short: 2 };

function isTooLarge({ width, height, channels, depth, isProgressive }: Metadata): boolean {
  const unpacked = width * height * channels * (bytesOfSample[depth] ?? 1);
  return width * height > MOST_PIXELS || (isProgressive && unpacked > MOST_UNPACKED);
}

const open = (bytes: Uint8Array): Sharp =>
  sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' });

/** Null for what can be shown: every pixel was read. */
export async function pictureFault(bytes: Uint8Array): Promise<'damaged' | 'pixels' | null> {
  try {
    if (isTooLarge(await sharp(bytes, { limitInputPixels: false }).metadata())) return 'pixels';
    await open(bytes).resize(16, 16, { kernel: 'nearest', fastShrinkOnLoad: false }).toBuffer();
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
export const printedPicture = (bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> =>
  paper(open(bytes).autoOrient());
