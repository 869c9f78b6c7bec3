/** Opens an upload before it is kept, in the room for strangers' files. */
import { maximumSupportBytes } from '#contract/calls/expense.calls.ts';
import type { KeptSupport, SupportMime } from '../../engines/support-type.ts';
import { brokenRule, HttpError, notFound } from '../../errors/http-error.ts';
import type { UploadedFile } from '../operation.ts';
import { inRoom, strangers } from '../../workers/strangers.ts';
import { MOST_PAGES, type SupportFault } from '../../engines/support-limits.ts';
import { isFaultOfFile } from '../../workers/worker-error.ts';

const tooMuchInside =
  'El archivo contiene más de lo que se puede abrir. Guárdelo de nuevo, o imprímalo como PDF, y cárguelo.';

const sentences: Record<Exclude<SupportFault, 'type'>, string> = {
  damaged: 'El archivo está incompleto o dañado. Cárguelo de nuevo.',
  pixels: 'La imagen tiene más de 50 millones de píxeles. Redúzcala y cárguela de nuevo.',
  pages: `El PDF tiene más de ${MOST_PAGES} páginas. Cargue solo las del recibo.`,
};

/** A file that reaches the limits of its thread, or breaks it, is the file's fault. */
function sentenceOf(error: unknown): string {
  if (!isFaultOfFile(error)) throw error;
  return error.failure === 'failed' ? sentences.damaged : tooMuchInside;
}

/** @throws HttpError 413, 415, 422 or 503 */
export async function typeOfSupport(
  { file, bytes }: Omit<UploadedFile, 'filename'>,
  signal?: AbortSignal,
): Promise<SupportMime> {
  if (bytes === 0) throw brokenRule('archivo', 'El archivo está vacío.');
  if (bytes > maximumSupportBytes) throw new HttpError(413);
  const found = await inRoom(() =>
    strangers.run('inspectSupport', file, { signal }).catch((error: unknown) => {
      throw brokenRule('archivo', sentenceOf(error));
    }),
  );
  if (found.fault === null) return found.type;
  throw found.fault === 'type' ? new HttpError(415) : brokenRule('archivo', sentences[found.fault]);
}

/**
 * Hash of what a support shows, to find it again in another file; null for what cannot be drawn.
 *
 * @throws HttpError 408 or 503
 */
export const contentOfSupport = (
  file: string,
  type: SupportMime,
  signal?: AbortSignal,
): Promise<string | null> =>
  inRoom(() =>
    strangers.run('shownContent', { file, type }, { signal }).catch((error: unknown) => {
      if (isFaultOfFile(error)) return null;
      throw error;
    }),
  );

/**
 * The small picture of a kept support, in JPEG.
 *
 * @throws HttpError 404 for what cannot be drawn, 408 or 503
 */
export const thumbnailOf = (support: KeptSupport, signal?: AbortSignal): Promise<Uint8Array> =>
  inRoom(() =>
    strangers.run('thumbnail', support, { signal }).catch((error: unknown) => {
      throw isFaultOfFile(error) ? notFound() : error;
    }),
  );
