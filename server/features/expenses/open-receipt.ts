/** Opens an upload before it is stored, in the worker process for untrusted files. */
import { maximumReceiptBytes } from '#contract/calls/expenses.calls.ts';
import type { ReadReceipt } from '../../platform/files/receipt-file.ts';
import { brokenRule, HttpError } from '../../platform/errors/http-error.ts';
import type { UploadedFile } from '../../platform/http/operation.ts';
import {
  DRAWING_TIME,
  runUntrusted,
  untrustedFiles,
} from '../../platform/workers/untrusted-files.ts';
import { MOST_PAGES, type ReceiptFault } from '../../platform/files/receipt-type.ts';
import { isFaultOfFile } from '../../platform/workers/tasks.ts';

const tooMuchInside =
  'El archivo contiene más de lo que se puede abrir. Guárdelo de nuevo, o imprímalo como PDF, y cárguelo.';

const tooSlow =
  'El archivo tarda demasiado en mostrarse. Imprímalo como PDF, o tómele una foto, y cárguelo.';

const sentences: Record<Exclude<ReceiptFault, 'type'>, string> = {
  damaged: 'El archivo está incompleto o dañado. Cárguelo de nuevo.',
  pixels: 'La imagen tiene más de 50 millones de píxeles. Redúzcala y cárguela de nuevo.',
  pages: `El PDF tiene más de ${MOST_PAGES} páginas. Cargue solo las del recibo.`,
};

/** A file that reaches the limits of its thread, or breaks it, is the file's fault. */
function sentenceOf(error: unknown): string {
  if (!isFaultOfFile(error)) throw error;
  if (error.failure === 'failed') return sentences.damaged;
  return error.failure === 'timeout' ? tooSlow : tooMuchInside;
}

/**
 * A file that opens but breaks its reader while it is drawn is stored without the hash of what it shows; one that takes too
 * long is refused, since nobody could look at it.
 *
 * @param by whose upload it is
 * @throws HttpError 408, 413, 415, 422 or 503
 */
export async function openReceipt(
  { file, bytes }: Omit<UploadedFile, 'filename'>,
  by: number,
  signal?: AbortSignal,
): Promise<ReadReceipt> {
  if (bytes === 0) throw brokenRule('archivo', 'El archivo está vacío.');
  if (bytes > maximumReceiptBytes) throw new HttpError(413);
  const undrawn = async () => {
    const found = await untrustedFiles.run('inspectReceipt', file, { by, signal });
    return found.fault === null ? { ...found, content: null } : found;
  };
  const found = await runUntrusted(() =>
    untrustedFiles
      .run('readReceipt', file, { by, signal, processor: DRAWING_TIME })
      .catch((error: unknown) => {
        if (isFaultOfFile(error) && error.failure !== 'timeout') return undrawn();
        throw error;
      })
      .catch((error: unknown) => {
        throw brokenRule('archivo', sentenceOf(error));
      }),
  );
  if (found.fault === null) return found;
  throw found.fault === 'type' ? new HttpError(415) : brokenRule('archivo', sentences[found.fault]);
}
