import { fileTypeFromBuffer } from 'file-type';
import { supportTypes } from '#contract/calls/expense.calls.ts';

export type SupportMime = (typeof supportTypes)[keyof typeof supportTypes];

/** A support by the path of its file. */
export interface KeptSupport {
  file: string;
  type: SupportMime;
}

const accepted: readonly string[] = Object.values(supportTypes);

export const isSupportMime = (mime: string | null | undefined): mime is SupportMime =>
  mime != null && accepted.includes(mime);

/**
 * Type of a file by its content, null for anything but pdf, jpg and png; its name and the type that the
 * browser claims say nothing. Only for a worker: there are files that are long to look through.
 */
export async function supportTypeOf(bytes: Uint8Array): Promise<SupportMime | null> {
  const mime = (await fileTypeFromBuffer(bytes))?.mime;
  return isSupportMime(mime) ? mime : null;
}
