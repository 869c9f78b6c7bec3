/** The small picture of a receipt on the contact sheet of a box. */
import { firstPicture } from './shown-content.ts';
import type { StoredReceipt } from './receipt-type.ts';

/** Pixels: twice those of a card on the screen. */
const SIZE = { width: 480, height: 640 } as const;

/** Task: draws the picture, or the first page of a PDF. @throws when it cannot be drawn */
export async function thumbnail(receipt: StoredReceipt): Promise<Uint8Array<ArrayBuffer>> {
  const picture = await firstPicture(receipt, SIZE);
  return Uint8Array.from(await picture.jpeg({ quality: 70 }).toBuffer());
}
