/** A file of a stranger becomes invoices in a worker thread: here come only its bytes and what was in them. */
import type { FoundInvoice } from '../../electronic-invoices/read-file.ts';
import { HttpError } from '../../errors/http-error.ts';
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

/** Between threads a Buffer becomes a plain array of bytes. */
const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);

const received = (found: FoundInvoice): FoundInvoice =>
  found.ok ? { ...found, xml: bufferOf(found.xml), pdf: found.pdf && bufferOf(found.pdf) } : found;

/** @throws HttpError 503 when too many files wait, or the caller hung up */
export async function readInvoices(
  archivo: string,
  bytes: Buffer,
  signal?: AbortSignal,
): Promise<FoundInvoice[]> {
  try {
    const found = await strangers.run(
      'readInvoices',
      { archivo, bytes },
      { deadline: DEADLINE, ...(signal && { signal }) },
    );
    return found.map(received);
  } catch (error) {
    if (!(error instanceof WorkerError) || error.failure === 'failed') throw error;
    const motivo = sentences[error.failure];
    if (motivo === undefined) throw new HttpError(503);
    return [{ archivo, ok: false, motivo, isCompanion: false }];
  }
}
