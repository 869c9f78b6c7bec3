import { type Reason, type RefusalStatus, changedMessage, refusals } from '#contract/errors.ts';

interface HttpErrorDetails {
  msg?: string;
  motivos?: Reason[] | undefined;
  errores?: string[];
  /** Status in the body where it differs from the HTTP one: the user form's '401'. */
  bodyStatus?: string;
}

/**
 * An expected "no", thrown anywhere below the pipeline: it rolls the transaction back and becomes the
 * answer. `msg` is always a Spanish sentence for a person.
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

/** Nothing there, or nothing this session may see: the two look the same. */
export const notFound = (): HttpError => new HttpError(404);

/** @throws HttpError 404 when there is none */
export function found<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw notFound();
  return thing;
}

export const forbidden = (msg?: string): HttpError =>
  new HttpError(403, msg === undefined ? {} : { msg });

/** One rule of a form, at the field `guardia`. */
export const brokenRule = (guardia: string, mensaje: string): HttpError =>
  new HttpError(422, { motivos: [{ guardia, mensaje }] });

/** Something other than the form forbids it: a state, a setting, somebody else. */
export const conflict = (guardia: string, mensaje: string): HttpError =>
  new HttpError(409, { motivos: [{ guardia, mensaje }] });

/** The object is no longer as it was shown. */
export const changedMeanwhile = (): HttpError =>
  new HttpError(409, {
    msg: changedMessage,
    motivos: [{ guardia: 'versionIsCurrent', mensaje: changedMessage }],
  });

/** The code of a failure as Node, the databases and the framework name it: 'ENOENT', '40001', 'SQLITE_BUSY'; '' without one. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** The result of a look at a file; null when there is no such file. */
export const ifThere = <Found>(looking: Promise<Found>): Promise<Found | null> =>
  looking.catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });

/** A disk that takes no more. */
export const fullDisk: readonly string[] = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS'];

/** A failure whose message is all that the operator of the program needs: one line, no stack. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Failures of a folder that an operator can mend: no space, no right, no folder. */
export const folderFailures: readonly string[] = [
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOTDIR',
  'EEXIST',
  'ENOSPC',
];
