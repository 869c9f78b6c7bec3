/** The files of which a receipt is made: one PDF, or pictures. */
import { maximumReceiptBytes } from '#contract/calls/expenses.calls.ts';
import type { FailedGuard } from '#machines/domain/explain.ts';

/** A picture, or the one PDF, as it was chosen. */
export interface ReceiptPage {
  file: File;
  /** Quarters of a turn to the right, by hand. */
  turns: number;
}

/** Pictures of one receipt; more of them would be a document that should come as one. */
export const maximumPictures = 10;

/** A phone makes none that weighs more, in bytes. */
const maximumPictureBytes = 60_000_000;

const pictureNames = /\.(jpe?g|png|webp|hei[cf])$/i;

/** By its name too: few browsers know the type of a HEIC photo. */
const isPicture = ({ name, type }: File): boolean =>
  type.startsWith('image/') || pictureNames.test(name);

export const isPdf = ({ name, type }: File): boolean =>
  type === 'application/pdf' || /\.pdf$/i.test(name);

/** As iPhones keep photos; few browsers can read it. */
export const isHeic = ({ name, type }: File): boolean =>
  /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);

const wrongWith = (file: File): string | undefined => {
  if (!isPdf(file) && !isPicture(file))
    return `«${file.name}» no es un archivo permitido. Use PDF, JPG o PNG.`;
  if (file.size === 0) return `«${file.name}» está vacío: elija otro archivo.`;
  const most = isPdf(file) ? maximumReceiptBytes : maximumPictureBytes;
  return file.size > most
    ? `«${file.name}» es demasiado grande: el máximo es ${most / 1_000_000} MB.`
    : undefined;
};

/** Why the files do not make a receipt, together with the pages that are there; empty when they do. */
export function receiptRefusals(
  files: readonly File[],
  there: readonly ReceiptPage[] = [],
): FailedGuard[] {
  const all = [...there.map(({ file }) => file), ...files];
  const sentences = files.map(wrongWith).filter((sentence) => sentence !== undefined);
  if (sentences.length === 0 && all.length > 1 && all.some(isPdf))
    sentences.push('Un PDF va solo: elija el PDF o las fotos.');
  if (sentences.length === 0 && all.length > maximumPictures)
    sentences.push(`Un soporte tiene como máximo ${maximumPictures} fotos.`);
  return sentences.map((mensaje) => ({ guardia: 'archivo', mensaje }));
}

export const newPages = (files: readonly File[]): ReceiptPage[] =>
  files.map((file) => ({ file, turns: 0 }));

export const turned = (pages: readonly ReceiptPage[], index: number): ReceiptPage[] =>
  pages.map((page, at) => (at === index ? { ...page, turns: (page.turns + 1) % 4 } : page));

export const withoutPage = (pages: readonly ReceiptPage[], index: number): ReceiptPage[] =>
  pages.filter((_, at) => at !== index);
