/** Pictures of strangers, read by libvips. */
import sharp from 'sharp';

sharp.cache(false);
sharp.concurrency(1);

export interface PictureSize {
  width: number;
  height: number;
}

/** The size that a picture says it has. @throws when it says none */
export async function measurePicture(bytes: Uint8Array): Promise<PictureSize> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
  return { width, height };
}
