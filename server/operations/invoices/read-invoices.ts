/** A file of a stranger becomes invoices in a worker thread: here comes only what was in it. */
import type { UnreadFile } from '../../electronic-invoices/read-file.ts';
import { HttpError } from '../../errors/http-error.ts';
import type { InvoiceFile, UnpackedInvoice } from '../../workers/invoices.ts';
import { strangers } from '../../workers/strangers.ts';
import { WorkerError, type WorkerFailure } from '../../workers/worker-error.ts';

/** Milliseconds: a hundred signed invoices take three on a busy machine. */
const DEADLINE = 15_000;

const nothingImported = 'No se importó nada de él.';

/** Sentences for a file that reached a limit. */
const sentences: Partial<Record<WorkerFailure, string>> = {
  timeout: `El archivo tardó demasiado en leerse: puede ser un archivo dañino. ${nothingImported}`,
  memory: `El archivo necesita demasiada memoria: puede ser un archivo dañino. ${nothingImported}`,
};

/** @throws HttpError 503 when too many files wait, or the caller hung up */
export async function readInvoices(
  file: InvoiceFile,
  signal?: AbortSignal,
): Promise<(UnpackedInvoice | UnreadFile)[]> {
  try {
    return await strangers.run('readInvoices', file, { deadline: DEADLINE, signal });
  } catch (error) {
    if (!(error instanceof WorkerError) || error.failure === 'failed') throw error;
    const motivo = sentences[error.failure];
    if (motivo === undefined) throw new HttpError(503);
    return [{ archivo: file.archivo, ok: false, motivo, isCompanion: false }];
  }
}
