/** Concurrency limits for uploads, documents and receipt pages, per user and per process. */
import type { ConcurrencyLimits } from '../config/config.ts';
import type { Session } from '../access/session.ts';
import { HttpError } from '../errors/http-error.ts';

interface Bounds {
  /** Maximum concurrent operations of one user. */
  most: number;
  /** Maximum bytes reserved by all users together; absent: no limit. */
  mostBytes?: number;
  /** Message for a user above the limit. */
  msg: string;
}

/** Counts per process, since the limits protect the memory of the process. */
function bounded({ most, mostBytes = Number.POSITIVE_INFINITY, msg }: Bounds) {
  const ofPerson = new Map<number, number>();
  let held = 0;
  return async function run<Result>(
    { idUsuario }: Pick<Session, 'idUsuario'>,
    work: () => Promise<Result>,
    bytes = 0,
  ): Promise<Result> {
    const own = ofPerson.get(idUsuario) ?? 0;
    if (own >= most) throw new HttpError(429, { msg });
    if (held + bytes > mostBytes) throw new HttpError(503, { msg: busy });
    ofPerson.set(idUsuario, own + 1);
    held += bytes;
    try {
      return await work();
    } finally {
      const left = (ofPerson.get(idUsuario) ?? 1) - 1;
      if (left === 0) ofPerson.delete(idUsuario);
      else ofPerson.set(idUsuario, left);
      held -= bytes;
    }
  };
}

const busy = 'El servidor está recibiendo muchos archivos. Intente de nuevo en un momento.';

const MEGABYTE = 1024 * 1024;

/** Far below the queue limit of the worker pool (server/platform/workers/untrusted-files.ts). */
const SHEETS = 12;

export const concurrencyLimitsOf = ({ uploads, documents }: ConcurrencyLimits) => ({
  /** Runs an upload; its bytes stay reserved from the first byte to the response. */
  upload: bounded({
    most: uploads,
    mostBytes: 256 * MEGABYTE,
    msg: `Tiene ${uploads} archivos en camino. Espere a que terminen e intente de nuevo.`,
  }),
  /** Generates a document. */
  document: bounded({
    most: documents,
    msg: `Ya se están generando ${documents} documentos para usted. Espere a que terminen.`,
  }),
  /** Draws a thumbnail: allows those of one screen, and stays below the queue limit of the worker pool. */
  thumbnail: bounded({
    most: 48,
    msg: 'Ya se están dibujando muchos soportes para usted. Espere a que terminen.',
  }),
  /** Draws a page of a receipt or counts its pages: allows prefetching while the user turns pages quickly. */
  sheet: bounded({
    most: SHEETS,
    msg: `Ya se están dibujando ${SHEETS} hojas para usted. Espere a que terminen.`,
  }),
});
