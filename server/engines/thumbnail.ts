/** The small picture of a support on the contact sheet of a box. */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { firstPicture } from './shown-content.ts';
import type { SupportMime } from './support-type.ts';

/** Pixels: twice those of a card on the screen. */
const SIZE = { width: 480, height: 640 } as const;

/** Task: draws the picture, or the first page of a PDF. @throws when it cannot be drawn */
export async function thumbnail({
  file,
  type,
}: {
  file: string;
  type: SupportMime;
}): Promise<Uint8Array<ArrayBuffer>> {
  const drawn = await firstPicture({ bytes: await readFile(file), type });
  const small = sharp(drawn).resize({ ...SIZE, fit: 'inside', withoutEnlargement: true });
  return Uint8Array.from(await small.jpeg({ quality: 70 }).toBuffer());
}
