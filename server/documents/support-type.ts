import { fileTypeFromBuffer } from 'file-type';
import { supportTypes } from '#contract/calls/expense.calls.ts';
import { Refusal } from '../refusal.ts';

export type SupportMime = (typeof supportTypes)[keyof typeof supportTypes];

const accepted: readonly string[] = Object.values(supportTypes);

export const isSupportMime = (mime: string | null | undefined): mime is SupportMime =>
  mime != null && accepted.includes(mime);

/**
 * What a file is by its content; its name and the type that the browser claims say nothing.
 *
 * @throws Refusal 415 for anything but pdf, jpg and png
 */
export async function supportTypeOf(bytes: Uint8Array): Promise<SupportMime> {
  const found = await fileTypeFromBuffer(bytes);
  if (isSupportMime(found?.mime)) return found.mime;
  throw new Refusal(415);
}
