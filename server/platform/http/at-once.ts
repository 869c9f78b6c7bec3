/** Bounds of the uploads, documents and sheets that one person, and a process for everybody, may have under way. */
import type { AtOnce } from '../config/config.ts';
import type { Session } from '../access/session.ts';
import { HttpError } from '../errors/http-error.ts';

interface Bounds {
  /** Most of one person. */
  most: number;
  /** Most of everybody, in bytes; absent where nothing is held. */
  mostBytes?: number;
  /** For a person who has too many under way. */
  msg: string;
}

/** Counts within this process: another process has its own memory. */
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

/** Far below the tasks that may wait for a thread (server/platform/workers/untrusted-files.ts). */
const SHEETS = 12;

export const atOnceOf = ({ uploads, documents }: AtOnce) => ({
  /** An upload is held from its first byte to its answer. */
  upload: bounded({
    most: uploads,
    mostBytes: 256 * MEGABYTE,
    msg: `Tiene ${uploads} archivos en camino. Espere a que terminen e intente de nuevo.`,
  }),
  /** Makes a document that is drawn anew. */
  document: bounded({
    most: documents,
    msg: `Ya se están generando ${documents} documentos para usted. Espere a que terminen.`,
  }),
  /** Draws a small picture: those of a screen at once, and never all that the threads let wait. */
  thumbnail: bounded({
    most: 48,
    msg: 'Ya se están dibujando muchos soportes para usted. Espere a que terminen.',
  }),
  /** Draws a sheet of a receipt, or counts them: the one that is read and the one that comes next, turned quickly. */
  sheet: bounded({
    most: SHEETS,
    msg: `Ya se están dibujando ${SHEETS} hojas para usted. Espere a que terminen.`,
  }),
});
