import {
  type Problem,
  failedToLoad,
  isForbidden,
  isLoading,
  problemOf,
} from '#machines/flows/steps/result.ts';

/** A snapshot of a flow that loads something. */
export interface Loadable {
  context: { problem: Problem | null };
  hasTag(tag: 'loading' | 'loadFailed' | 'forbidden'): boolean;
}

type Send = (event: { type: 'RETRY' }) => void;

/** How what a screen is about came, for `LoadProblem` and `LoadSection`. */
export const loadOf = (snapshot: Loadable, send: Send) => ({
  failed: failedToLoad(snapshot),
  problem: problemOf(snapshot),
  forbidden: isForbidden(snapshot),
  onRetry: () => send({ type: 'RETRY' }),
});

/** The same for a table. */
export function tableLoadOf(snapshot: Loadable, send: Send) {
  const { failed, problem, forbidden, onRetry } = loadOf(snapshot, send);
  const missing = forbidden ? 'forbidden' : 'failed';
  return {
    status: failed ? missing : isLoading(snapshot) ? 'loading' : 'ready',
    failureMessage: problem?.msg,
    supportCode: problem?.codigo_soporte,
    onRetry,
  } as const;
}
