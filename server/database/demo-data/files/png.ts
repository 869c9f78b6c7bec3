import { deflateSync } from 'node:zlib';
import { pngFile } from '../../../documents/png-file.ts';
import type { GrayImage } from './gray-image.ts';

/** PNG of 8 bits of grey a pixel, every row unfiltered. */
export function encodePng({ width, height, pixels }: GrayImage): Buffer {
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1)
    rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return pngFile({ width, height, colours: 'grey' }, deflateSync(rows));
}
