import {
  type Reason,
  type RefusalStatus,
  changedMessage,
  refusals,
  versionGuard,
} from '#contract/errors.ts';
import { isFormOnly } from '#machines/domain/explain.ts';

interface HttpErrorDetails {
  msg?: string;
  motivos?: Reason[] | undefined;
  errores?: string[];
  /** Status in the body when it differs from the HTTP status: '401' of the user form. */
  bodyStatus?: string;
}

/**
 * An expected refusal, thrown anywhere below the request pipeline: it rolls back the transaction and becomes
 * the response. `msg` is always a Spanish sentence for the user.
 */
export class HttpError extends Error {
  readonly status: RefusalStatus;
  readonly msg: string;
  readonly motivos: Reason[] | undefined;
  readonly errores: string[] | undefined;
  readonly bodyStatus: string;

  constructor(status: RefusalStatus, details: HttpErrorDetails = {}) {
    const msg = details.msg ?? details.motivos?.[0]?.mensaje ?? refusals[status];
    super(msg);
    this.name = 'HttpError';
    this.status = status;
    this.msg = msg;
    this.motivos = details.motivos;
    this.errores = details.errores;
    this.bodyStatus = details.bodyStatus ?? String(status);
  }
}

/** The object does not exist or is not visible to this session; both cases look the same. */
export const notFound = (): HttpError => new HttpError(404);

/** @throws HttpError 404 when it is undefined */
export function found<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw notFound();
  return thing;
}

export const forbidden = (msg?: string): HttpError =>
  new HttpError(403, msg === undefined ? {} : { msg });

/** A broken form rule of the field `guardia`. */
export const brokenRule = (guardia: string, mensaje: string): HttpError =>
  new HttpError(422, { motivos: [{ guardia, mensaje }] });

/** Refusal for a reason outside the form: a state, a setting or another user. */
export const conflict = (guardia: string, mensaje: string): HttpError =>
  new HttpError(409, { motivos: [{ guardia, mensaje }] });

/** Refusal of a state machine: 422 when only what the form says is wrong. */
export const refusedBy = (
  guards: Readonly<Record<string, { asks: string }>>,
  motivos: Reason[],
): HttpError => new HttpError(isFormOnly(guards, motivos) ? 422 : 409, { motivos });

/** Refusal because the version that the user saw is stale. */
export const changedMeanwhile = (msg = changedMessage): HttpError =>
  new HttpError(409, { msg, motivos: [{ guardia: versionGuard, mensaje: msg }] });

/** The `code` of an error of Node, a database or Fastify: 'ENOENT', '40001', 'SQLITE_BUSY'; '' without one. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** The result of a file operation; null when the file does not exist. */
export const ifThere = <Found>(looking: Promise<Found>): Promise<Found | null> =>
  looking.catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });

/** Codes of a disk that is full or read-only. */
export const fullDisk: readonly string[] = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS'];

/** A start failure that is reported to the operator by its message alone: one line, no stack. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** The code of a `DatabaseGoneError`, also after it came from a worker thread. */
export const databaseGone = 'DATABASE_GONE';

/** A file of the open embedded database was deleted or replaced: what is written to it is lost. */
export class DatabaseGoneError extends Error {
  override readonly name = 'DatabaseGoneError';
  readonly code = databaseGone;

  constructor(file: string) {
    super(
      `El archivo «${file}» de la base de datos abierta fue borrado o reemplazado: no se guarda nada hasta que lo devuelva a su sitio o restaure un respaldo, y reinicie.`,
    );
    // The cause is outside the program, and the message is for the operator.
    delete this.stack;
  }
}

/** Codes of folder failures that the operator can fix: no space, no permission, not a folder. */
export const folderFailures: readonly string[] = [
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOTDIR',
  'EEXIST',
  'ENOSPC',
  'EDQUOT',
];

/** True when a code is one of `codes`, or an extended SQLite code of one: SQLITE_IOERR_WRITE of SQLITE_IOERR. */
export const isAnyOf = (codes: readonly string[], code: string): boolean =>
  codes.some((known) => code === known || code.startsWith(`${known}_`));

/** SQLite's codes of a file that is damaged or truncated, or is no database. */
export const damagedFile: readonly string[] = ['SQLITE_CORRUPT', 'SQLITE_NOTADB'];

export const isDamage = (error: unknown): boolean => isAnyOf(damagedFile, codeOf(error));
