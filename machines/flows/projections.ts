/** What charts hand on from the end of an actor: branch-free projections for `params`. */
import type { Failure } from './result.ts';

export const outputOf = <Output>({ event }: { event: { output: Output } }): Output => event.output;

export const failureOf = ({ event }: { event: { error: unknown } }): Failure => ({
  error: event.error,
});
