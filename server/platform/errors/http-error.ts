import { changedMessage, type Reason, refusals, type RefusalStatus } from '#contract/errors.ts';

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
