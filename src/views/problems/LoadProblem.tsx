import type { Problem } from '#machines/flows/result.ts';
import { FailedState } from '../../components/FailedState.tsx';
import { ForbiddenState } from '../../components/ForbiddenState.tsx';
import { LinkButton } from '../../components/LinkButton.tsx';
import { LoadingState } from '../../components/LoadingState.tsx';
import { Section } from '../../components/Section.tsx';
import { root } from '../../screens/paths.ts';

export interface LoadProblemProps {
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
