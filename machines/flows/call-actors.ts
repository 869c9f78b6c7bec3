/** Placeholders for the actors and effects of the flows: the page provides the bodies with `machine.provide`. */
import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { AnswerOf, CallPath, RequestOf } from '#contract/contract.ts';
import type { Result } from './result.ts';

/** An actor that resolves to a refusal or an answer, and rejects only when there was no answer. */
export type LoadActor<Answer, Input> = PromiseActorLogic<Result<Answer>, Input>;

/** The actor of one call of the contract. */
export type CallActor<Path extends CallPath> = LoadActor<AnswerOf<Path>, RequestOf<Path>>;

/** An actor that is named here and made elsewhere. */
export const named = <Answer, Input>(name: string): LoadActor<Answer, Input> =>
  fromPromise<Result<Answer>, Input>(() =>
    Promise.reject(new Error(`The actor ${name} was not provided`)),
  );

/** An effect of the page that is named here and made elsewhere. */
export const missing = (name: string): never => {
  throw new Error(`The action ${name} was not provided`);
};

/** The actor of one call, named here and made elsewhere. */
export const call = <Path extends CallPath>(path: Path): CallActor<Path> =>
  named<AnswerOf<Path>, RequestOf<Path>>(path);
