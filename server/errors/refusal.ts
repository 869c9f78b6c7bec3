import { changedMessage, type Reason, refusals, type RefusalStatus } from '#contract/errors.ts';

interface RefusalDetails {
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
export class Refusal extends Error {
  readonly status: RefusalStatus;
  readonly msg: string;
  readonly motivos: Reason[] | undefined;
  readonly errores: string[] | undefined;
  readonly bodyStatus: string;

  constructor(status: RefusalStatus, details: RefusalDetails = {}) {
    const msg = details.msg ?? details.motivos?.[0]?.mensaje ?? refusals[status];
    super(msg);
    this.name = 'Refusal';
    this.status = status;
    this.msg = msg;
    this.motivos = details.motivos;
    this.errores = details.errores;
    this.bodyStatus = details.bodyStatus ?? String(status);
  }
}

/** Nothing there, or nothing this session may see: the two look the same. */
export const notFound = (): Refusal => new Refusal(404);

export const forbidden = (msg?: string): Refusal =>
  new Refusal(403, msg === undefined ? {} : { msg });

/** One rule of a form, at the field `guardia`. */
export const brokenRule = (guardia: string, mensaje: string): Refusal =>
  new Refusal(422, { motivos: [{ guardia, mensaje }] });

/** The object is no longer as it was shown. */
export const changedMeanwhile = (): Refusal =>
  new Refusal(409, {
    msg: changedMessage,
    motivos: [{ guardia: 'versionIsCurrent', mensaje: changedMessage }],
  });
