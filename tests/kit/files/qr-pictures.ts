/** A photo of a QR, and a video of one frame for Chromium's fake camera. */
import { writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { encode } from 'uqr';

const WIDTH = 640;
const HEIGHT = 480;

/** The QR in the middle, in grey as under store lighting: neither black nor white. */
async function grey(text: string): Promise<Buffer> {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const modules = Buffer.from(data.flat().map((isDark) => (isDark ? 40 : 215)));
  const side = Math.floor(HEIGHT / size) * size;
  const [left, top] = [Math.floor((WIDTH - side) / 2), Math.floor((HEIGHT - side) / 2)];
  return sharp(modules, { raw: { width: size, height: size, channels: 1 } })
    .resize(side, side, { kernel: 'nearest' })
    .extend({
      left,
      right: WIDTH - side - left,
      top,
      bottom: HEIGHT - side - top,
      background: { r: 120, g: 120, b: 120 },
    })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
}

export const qrPhoto = async (text: string): Promise<Buffer> =>
  sharp(await grey(text), { raw: { width: WIDTH, height: HEIGHT, channels: 1 } })
    .jpeg()
    .toBuffer();

/** For `--use-file-for-fake-video-capture`; the file name must end in `.y4m`. */
export async function writeQrFilm(file: string, text: string): Promise<void> {
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\nFRAME\n`);
  const noColour = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  writeFileSync(file, Buffer.concat([head, await grey(text), noColour]));
}
