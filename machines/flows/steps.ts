/**
 * The steps that flows repeat, as parts of a chart: asking for something to look at, and writing. What
 * somebody asks for goes into a chart whole, so that each chart still says where every answer leads.
 *
 * `params` hand the output of the actor on: the guards are `resultGuards`, the actions `problems`.
 */
import { failureOf, outputOf } from './projections.ts';
import {
  type Failure,
  type Problem,
  problemOfFailure,
  problemOfResult,
  type Result,
} from './result.ts';

/** What keeps and forgets a problem: `assign` by these names in the actions of a flow. */
export const problems = {
  keepRefusal: (_: unknown, result: Result<unknown>): { problem: Problem | null } => ({
    problem: problemOfResult(result),
  }),
  keepFailure: (_: unknown, { error }: Failure): { problem: Problem | null } => ({
    problem: problemOfFailure(error),
  }),
};

/** The named guard holds for the output of the actor. */
export const when = <Guard extends string>(type: Guard) => ({ type, params: outputOf }) as const;

/** The named action takes the output of the actor. */
export const keeps = <Action extends string>(type: Action) => ({ type, params: outputOf }) as const;

/** The server refused: the problem is kept. */
export const refusedTo = <Target extends string>(target: Target) =>
  ({ target, actions: keeps('keepRefusal') }) as const;

/** Nobody answered: the problem is kept. */
export const unansweredTo = <Target extends string>(target: Target) =>
  ({ target, actions: { type: 'keepFailure', params: failureOf } }) as const;

/** An actor that brings something to look at: `keep` takes it, `failed` offers another try. */
export const asks = <Shown extends string, Keep extends string, Failed extends string>(step: {
  shown: Shown;
  keep: Keep;
  failed: Failed;
}) =>
  ({
    onDone: [
      { guard: when('succeeded'), target: step.shown, actions: keeps(step.keep) },
      refusedTo(step.failed),
    ],
    onError: unansweredTo(step.failed),
  }) as const;

/** The place where what did not come is asked for again. */
export const retries = <Loading extends string>(loading: Loading) =>
  ({ RETRY: { target: loading, actions: 'forgetProblem' } }) as const;
