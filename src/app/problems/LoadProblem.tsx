import type { Problem } from '#machines/flows/steps/result.ts';
import { FailedState } from '../../ui/feedback/FailedState.tsx';
import { ForbiddenState } from '../../ui/feedback/ForbiddenState.tsx';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { root } from '../screens/paths.ts';

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
