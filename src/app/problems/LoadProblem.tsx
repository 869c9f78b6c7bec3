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

interface LoadProblemProps {
  problem: Problem | null;
  /** The address leads to nothing, or to nothing that the person may see. */
  forbidden: boolean;
  onRetry: () => void;
}

/** A screen whose content did not come: it is not there for this person, or it can be tried again. */
export function LoadProblem({ problem, forbidden, onRetry }: LoadProblemProps) {
  if (forbidden)
    return (
      <ForbiddenState
        title="Esta página no existe o no puede verla"
        message="La dirección no lleva a nada que usted pueda ver. Si cree que debería verlo, pida el permiso a un administrador."
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

/** Stands in the place of what is on its way, or did not come. */
export const LoadSection = ({ failed, ...problem }: LoadSectionProps) => (
  <Section>{failed ? <LoadProblem {...problem} /> : <LoadingState />}</Section>
);
