import {
  type Problem,
  failedToLoad,
  isForbidden,
  isLoading,
  problemOf,
} from '#machines/flows/steps/result.ts';
import { ForbiddenState } from '../../ui/feedback/EmptyState.tsx';
import { FailedState, LoadingState } from '../../ui/feedback/FailedState.tsx';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { root } from '../screens/paths.ts';

/** A snapshot of a flow that loads something. */
export interface Loadable {
  context: { problem: Problem | null };
  hasTag(tag: 'loading' | 'loadFailed' | 'forbidden'): boolean;
}

type Send = (event: { type: 'RETRY' }) => void;

/** Result of the load of a screen, as props for `LoadProblem` and `LoadSection`. */
export const loadOf = (snapshot: Loadable, send: Send) => ({
  failed: failedToLoad(snapshot),
  problem: problemOf(snapshot),
  forbidden: isForbidden(snapshot),
  onRetry: () => send({ type: 'RETRY' }),
});

/** Result of the load of a table, as props for `DataTable`. */
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

interface LoadProblemProps {
  problem: Problem | null;
  /** The record does not exist, or the user may not see it. */
  forbidden: boolean;
  onRetry: () => void;
}

/** A screen whose content did not load: it does not exist for this user, or the load can be retried. */
export function LoadProblem({ problem, forbidden, onRetry }: LoadProblemProps) {
  if (forbidden)
    return (
      <ForbiddenState
        title="No existe o no tiene permiso"
        message="Si cree que debería verlo, pida el permiso a un administrador."
        action={
          <LinkButton to={root} variant="outline">
            Ir al inicio
          </LinkButton>
        }
      />
    );
  return (
    <FailedState message={problem?.msg} supportCode={problem?.codigo_soporte} onRetry={onRetry} />
  );
}

export interface LoadSectionProps extends LoadProblemProps {
  failed: boolean;
}

/** Placeholder for content that is loading or failed to load. */
export const LoadSection = ({ failed, ...problem }: LoadSectionProps) => (
  <Section>{failed ? <LoadProblem {...problem} /> : <LoadingState />}</Section>
);
