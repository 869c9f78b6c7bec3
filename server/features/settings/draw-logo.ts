import { readFile } from 'node:fs/promises';
import { receiptTypes } from '#contract/calls/expenses.calls.ts';
import { openPicture } from '../../platform/files/picture.ts';
import { receiptTypeOf } from '../../platform/files/receipt-type.ts';

const pictures: readonly unknown[] = [receiptTypes.png, receiptTypes.jpg];

/** Pixels on a document: 216 dpi. */
const SIZE = { width: 600, height: 120 } as const;

/** Task: a logo as the documents print it, on white, as data URL of a PNG; null when it is no picture. @throws when damaged */
export async function drawLogo(file: string): Promise<string | null> {
  const bytes = await readFile(file);
  if (!pictures.includes(await receiptTypeOf(bytes))) return null;
  const picture = (await openPicture(bytes))
    .autoOrient()
    .resize({ ...SIZE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' });
  const png = await picture.png({ palette: true }).toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}
