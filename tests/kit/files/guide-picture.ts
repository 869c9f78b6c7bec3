/** A photo of a transport guide: the barcode of its number, and a QR with the address of its company. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { prepareZXingModule, type WriteInputBarcodeFormat, writeBarcode } from 'zxing-wasm/writer';

const wasm = readFileSync(
  fileURLToPath(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm')),
);

/** Grey on grey, as under store lighting: neither black nor white. */
async function printed(
  text: string,
  format: WriteInputBarcodeFormat,
  width: number,
  height: number,
): Promise<Buffer> {
  const { image, error } = await writeBarcode(text, { format, scale: 4 });
  if (image === null) throw new Error(error);
  return sharp(Buffer.from(await image.arrayBuffer()))
    .flatten({ background: '#ffffff' })
    .greyscale()
    .resize(width, height, { kernel: 'nearest', fit: 'fill' })
    .linear(0.68, 40)
    .png()
    .toBuffer();
}

export async function guidePhoto(number: string): Promise<Buffer> {
  prepareZXingModule({ overrides: { wasmBinary: wasm.buffer } });
  const [bars, address] = await Promise.all([
    printed(number, 'Code128', 600, 160),
    printed('https://rastreo.example/guia', 'QRCode', 200, 200),
  ]);
  return sharp({ create: { width: 1_000, height: 640, channels: 3, background: '#8a8f94' } })
    .composite([
      { input: address, left: 60, top: 60 },
      { input: bars, left: 300, top: 380 },
    ])
    .jpeg()
    .toBuffer();
}
