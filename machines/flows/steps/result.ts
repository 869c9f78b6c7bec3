import { type PromiseActorLogic, fromPromise } from 'xstate';
import type { AnswerOf, CallPath, RequestOf } from '#contract/contract.ts';
import { type Reason, isRefusalStatus, refusals, type FailedGuard } from '#contract/errors.ts';
import type { FlowTag } from './steps.ts';

/**
 * The result of an actor. A refusal of the server (4xx) is a value that the chart routes;
 * a promise that rejects is the network, a broken server (5xx) or a bug.
 */

interface Answered<Answer> {
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

/** @throws Error on a refusal, which the guard of the transition excludes */
export function answerIn<Answer>(result: Result<Answer>): Answer {
  if (!result.ok) throw new Error('A refusal was taken for an answer');
  return result.answer;
}

export const answered = <Answer>(answer: Answer): Answered<Answer> => ({ ok: true, answer });

/** The answer of a call that returns a message. */
export type Done = readonly { msg?: string | undefined }[];

export const messageOf = ([row]: Done): string | null => row?.msg ?? null;

/** A problem, as shown to the user. */
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
 * Error of an actor when the server answered 5xx: its neutral message and the code under which the
 * log has the details. Any other error is shown as "no connection".
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

/** The problem of a rejected promise. */
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

/** The problem of a form that is refused before anything is sent. @param msg the title above the reasons */
export const problemOfRules = (motivos: readonly FailedGuard[], msg?: string): Problem => ({
  status: null,
  msg: msg ?? motivos[0]?.mensaje ?? refusals[422],
  motivos,
});

/** The first message of each field or guard in a problem. */
export const fieldErrors = (problem: Problem | null): Record<string, string> =>
  Object.fromEntries(
    [...(problem?.motivos ?? [])].reverse().map(({ guardia, mensaje }) => [guardia, mensaje]),
  );

const rowsOf = (answer: unknown): readonly unknown[] =>
  (answer as { rows: readonly unknown[] }).rows;

/** Guards on the result of an actor, the same in every flow. */
export const resultGuards = {
  succeeded: (_: unknown, result: Result<unknown>): boolean => result.ok,
  /** A list without rows, or an empty page of one. */
  hasNoRows: (_: unknown, result: Result<unknown>): boolean =>
    result.ok &&
    (Array.isArray(result.answer) ? result.answer : rowsOf(result.answer)).length === 0,
  /** The session has ended: nothing was done and nothing is lost. */
  sessionEnded: (_: unknown, result: Result<unknown>): boolean =>
    !result.ok && result.status === 401,
  /** The object was changed since it was shown. */
  changedElsewhere: (_: unknown, result: Result<unknown>): boolean =>
    !result.ok && result.status === 409,
  /** The object does not exist, or the user may not see it. */
  isInvisible: (_: unknown, result: Result<unknown>): boolean =>
    !result.ok && [400, 403, 404].includes(result.status),
  /** The object does not exist, or no longer exists. */
  isGone: (_: unknown, result: Result<unknown>): boolean => !result.ok && result.status === 404,
};

/**
 * A value that the current state guarantees.
 * @throws Error when a chart enters a state without what the state promises
 */
export function assertPresent<Value>(value: Value | null): Value {
  if (value === null) throw new Error('The state of the flow promises a value that is not there');
  return value;
}

/** Placeholders for the actors and effects of the flows: the page provides the bodies with `machine.provide`. */

/** An actor that resolves to a refusal or an answer, and rejects only when there was no answer. */
type LoadActor<Answer, Input> = PromiseActorLogic<Result<Answer>, Input>;

/** The actor of one call of the contract. */
type CallActor<Path extends CallPath> = LoadActor<AnswerOf<Path>, RequestOf<Path>>;

/** Placeholder for an actor that the page implements. */
export const named = <Answer, Input>(name: string): LoadActor<Answer, Input> =>
  fromPromise<Result<Answer>, Input>(() =>
    Promise.reject(new Error(`The actor ${name} was not provided`)),
  );

/** Placeholder for an effect that the page implements. @throws Error always */
export const missing = (name: string): never => {
  throw new Error(`The action ${name} was not provided`);
};

/** A call of the contract among the actors of a flow. */
export interface NamedCall {
  path: CallPath;
  /** The call is not cancelled when its state is left. */
  writes: boolean;
}

const namedCall =
  (writes: boolean) =>
  <Path extends CallPath>(path: Path): CallActor<Path> =>
    Object.assign(named<AnswerOf<Path>, RequestOf<Path>>(path), { path, writes });

/** The actor of a call that reads: it is cancelled when its state is left. */
export const call = namedCall(false);

/** The actor of a call that writes. */
export const write = namedCall(true);

export const isCall = (logic: object): logic is NamedCall => 'path' in logic && 'writes' in logic;

/** Selectors that flows share. */

interface Tagged<Tag extends FlowTag> {
  hasTag(tag: Tag): boolean;
}

export const isLoading = (snapshot: Tagged<'loading'>): boolean => snapshot.hasTag('loading');
export const isForbidden = (snapshot: Tagged<'forbidden'>): boolean => snapshot.hasTag('forbidden');
/** The last attempt failed: it can be repeated. */
export const hasFailed = (snapshot: Tagged<'failed'>): boolean => snapshot.hasTag('failed');
/** A write got no answer; accepts RETRY, and BACK where it may be given up. */
export const isUnanswered = (snapshot: Tagged<'unanswered'>): boolean =>
  snapshot.hasTag('unanswered');
/** Loading failed; accepts RETRY, unless forbidden. */
export const failedToLoad = (snapshot: Tagged<'loadFailed' | 'forbidden'>): boolean =>
  snapshot.hasTag('loadFailed') || isForbidden(snapshot);
/** A write is under way. */
export const isPending = (snapshot: Tagged<'pending'>): boolean => snapshot.hasTag('pending');
/** The last problem; null while there is none. */
export const problemOf = ({ context }: { context: { problem: Problem | null } }): Problem | null =>
  context.problem;

export const queryOf = <Query>({ context }: { context: { query: Query } }): Query => context.query;
/** The previous page while another one is loading. */
export const pageOf = <Page>({ context }: { context: { page: Page } }): Page => context.page;
/** The rows are those of the query, and there are some. */
export const showsRows = (snapshot: Tagged<'rows'>): boolean => snapshot.hasTag('rows');
/** Null until loaded. */
export const dataOf = <Data>({ context }: { context: { data: Data } }): Data => context.data;
/** The current key is this one. */
export const isAsked = <Key>({ context }: { context: { key: Key } }, key: Key): boolean =>
  JSON.stringify(context.key) === JSON.stringify(key);
