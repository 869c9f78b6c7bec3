/** Photos as phones take them: receipts of twelve million pixels, with grain, and rotated as the phone was held. */
import sharp from 'sharp';

export interface PhotoOptions {
  /** EXIF orientation: 1 upright; 6 held upright with a landscape sensor. */
  orientation?: 1 | 3 | 6 | 8;
  /** Pixels of the landscape sensor. */
  width?: number;
  height?: number;
}

/** Small print in the upper left corner of the displayed photo, and a red edge above it. */
const paper = (text: string, width: number, height: number): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
  <rect width="100%" height="100%" fill="#f4f2ea"/>
  <rect width="100%" height="${height / 20}" fill="#d01818"/>
  ${Array.from(
    { length: 24 },
    (_, line) =>
      `<text x="${width / 12}" y="${height / 8 + (line * height) / 30}" font-family="monospace" font-size="${Math.round(height / 60)}" fill="#222">${text} ${line + 1}  Taxi centro  $ ${12_000 + line * 137}</text>`,
  ).join('\n')}
</svg>`);

const turns = { 1: 0, 3: 180, 6: -90, 8: 90 } as const;

/** A JPEG of some 3 MB by default; each text makes a different photo. */
export async function cameraPhoto(
  text: string,
  { orientation = 6, width = 4032, height = 3024 }: PhotoOptions = {},
): Promise<Buffer> {
  const upright = orientation === 6 || orientation === 8;
  const seen = upright ? { width: height, height: width } : { width, height };
  // A repeated tile: grain for the whole photo would take five times as long as the rest.
  const grain = await sharp({
    create: {
      width: 512,
      height: 512,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 12 },
    },
  })
    .png()
    .toBuffer();
  const { data, info } = await sharp(paper(text, seen.width, seen.height))
    .composite([{ input: grain, tile: true, blend: 'hard-light' }])
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: info })
    .rotate(turns[orientation])
    .withMetadata({ orientation })
    .jpeg({ quality: 88 })
    .toBuffer();
}
