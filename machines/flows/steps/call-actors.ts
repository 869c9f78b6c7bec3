/** Placeholders for the actors and effects of the flows: the page provides the bodies with `machine.provide`. */
import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { AnswerOf, CallPath, RequestOf } from '#contract/contract.ts';
import type { Result } from './result.ts';

/** An actor that resolves to a refusal or an answer, and rejects only when there was no answer. */
type LoadActor<Answer, Input> = PromiseActorLogic<Result<Answer>, Input>;

/** The actor of one call of the contract. */
type CallActor<Path extends CallPath> = LoadActor<AnswerOf<Path>, RequestOf<Path>>;

/** An actor that is named here and made elsewhere. */
export const named = <Answer, Input>(name: string): LoadActor<Answer, Input> =>
  fromPromise<Result<Answer>, Input>(() =>
    Promise.reject(new Error(`The actor ${name} was not provided`)),
  );

/** An effect of the page that is named here and made elsewhere. */
export const missing = (name: string): never => {
  throw new Error(`The action ${name} was not provided`);
};

/** A call of the contract among the actors of a flow. */
export interface NamedCall {
  path: CallPath;
  /** It goes on when its state is left: what was sent is not taken back. */
  writes: boolean;
}

const namedCall =
  (writes: boolean) =>
  <Path extends CallPath>(path: Path): CallActor<Path> =>
    Object.assign(named<AnswerOf<Path>, RequestOf<Path>>(path), { path, writes });

/** The actor of a call that reads: it is given up with its state. */
export const call = namedCall(false);

/** The actor of a call that writes. */
export const write = namedCall(true);

export const isCall = (logic: object): logic is NamedCall => 'path' in logic && 'writes' in logic;
