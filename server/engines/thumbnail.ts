/** The small picture of a support on the contact sheet of a box. */
import { firstPicture } from './shown-content.ts';
import type { KeptSupport } from './support-type.ts';

/** Pixels: twice those of a card on the screen. */
const SIZE = { width: 480, height: 640 } as const;

/** Task: draws the picture, or the first page of a PDF. @throws when it cannot be drawn */
export async function thumbnail(support: KeptSupport): Promise<Uint8Array<ArrayBuffer>> {
  const picture = await firstPicture(support, SIZE);
  return Uint8Array.from(await picture.jpeg({ quality: 70 }).toBuffer());
}
