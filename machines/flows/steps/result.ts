/**
 * The result of an actor. A refusal of the server (4xx) is a value that the chart routes;
 * a promise that rejects is the network, a broken server (5xx) or a bug.
 */
import { isRefusalStatus, type Reason, refusals } from '#contract/errors.ts';
import type { FailedGuard } from '#machines/domain/explain.ts';

export interface Answered<Answer> {
  ok: true;
  answer: Answer;
}

export interface Refused {
  ok: false;
  /** HTTP status, 400 to 499. */
  status: number;
  msg: string;
  motivos: Reason[];
  errores?: string[];
  codigo_soporte?: string;
}

export type Result<Answer> = Answered<Answer> | Refused;

/** @param name a field, or a guard of the server */
export const isRefusedBy = (result: Result<unknown>, name: string): boolean =>
  !result.ok && result.motivos.some(({ guardia }) => guardia === name);

export const answered = <Answer>(answer: Answer): Answered<Answer> => ({ ok: true, answer });

/** The answer of a call that says what it did. */
export type Done = readonly { msg?: string | undefined }[];

export const messageOf = ([row]: Done): string | null => row?.msg ?? null;

/** The message for a person when something did not work. */
export interface Problem {
  /** Null when no answer came, or when the form itself refused before anything was sent. */
  status: number | null;
  msg: string;
  motivos: readonly Reason[];
  errores?: readonly string[];
  codigo_soporte?: string;
}

/** The message when no answer came at all. */
export const unreachableMessage =
  'No fue posible conectar con el servidor. Revise su conexión e intente de nuevo.';

/**
 * Error of an actor when the server answered 5xx: its neutral sentence and the code under which the
 * log has the details. Anything else that is thrown reads as "no connection".
 */
export class CallFailure extends Error {
  readonly status: number;
  readonly codigo_soporte: string | undefined;

  constructor(status: number, codigo_soporte?: string) {
    super(refusals[isRefusalStatus(status) ? status : 500]);
    this.name = 'CallFailure';
    this.status = status;
    this.codigo_soporte = codigo_soporte;
  }
}

/** The parameter of an action after the promise of an actor rejected. */
export interface Failure {
  error: unknown;
}

/** The problem that a rejected promise stands for. */
export const problemOfFailure = (error: unknown): Problem =>
  error instanceof CallFailure
    ? {
        status: error.status,
        msg: error.message,
        motivos: [],
        ...(error.codigo_soporte === undefined ? {} : { codigo_soporte: error.codigo_soporte }),
      }
    : { status: null, msg: unreachableMessage, motivos: [] };

/** The problem of a refusal; null when the call succeeded. */
export const problemOfResult = (result: Result<unknown>): Problem | null => {
  if (result.ok) return null;
  const { ok: _refused, ...problem } = result;
  return problem;
};

/** The problem of a form that is refused before anything is sent. @param msg the sentence above the list */
export const problemOfRules = (motivos: readonly FailedGuard[], msg?: string): Problem => ({
  status: null,
  msg: msg ?? motivos[0]?.mensaje ?? refusals[422],
  motivos,
});

/** The first sentence of each field or guard that a problem names. */
export const fieldErrors = (problem: Problem | null): Record<string, string> =>
  Object.fromEntries(
    [...(problem?.motivos ?? [])].reverse().map(({ guardia, mensaje }) => [guardia, mensaje]),
  );

const rowsOf = (answer: unknown): readonly unknown[] =>
  (answer as { rows: readonly unknown[] }).rows;

/** Guards over the result of an actor, the same in every flow. */
export const resultGuards = {
  succeeded: (_: unknown, result: Result<unknown>): boolean => result.ok,
  /** A list without rows, or an empty page of one. */
  hasNoRows: (_: unknown, result: Result<unknown>): boolean =>
    result.ok &&
    (Array.isArray(result.answer) ? result.answer : rowsOf(result.answer)).length === 0,
  /** The session ended in the middle of the work: nothing was done and nothing is lost. */
  sessionEnded: (_: unknown, result: Result<unknown>): boolean =>
    !result.ok && result.status === 401,
  /** The object is no longer as it was shown. */
  changedElsewhere: (_: unknown, result: Result<unknown>): boolean =>
    !result.ok && result.status === 409,
  /** The address leads to nothing, or to nothing that this person may see. */
  isInvisible: (_: unknown, result: Result<unknown>): boolean =>
    !result.ok && [400, 403, 404].includes(result.status),
  /** It does not exist, or not any more. */
  isGone: (_: unknown, result: Result<unknown>): boolean => !result.ok && result.status === 404,
};

/**
 * A value that the current state guarantees.
 * @throws Error when a chart enters a state without what the state promises
 */
export function given<Value>(value: Value | null): Value {
  if (value === null) throw new Error('The state of the flow promises a value that is not there');
  return value;
}
