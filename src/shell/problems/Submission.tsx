import type { ReactNode } from 'react';
import { failedToLoad, isUnanswered, problemOf } from '#machines/flows/steps/result.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { ButtonRow } from '../../ui/fields/FieldGrid.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import type { Loadable } from './LoadProblem.tsx';
import { ProblemAlert } from './ProblemAlert.tsx';

interface SubmissionProps {
  snapshot: Loadable & { hasTag(tag: 'unanswered'): boolean };
  send: (event: { type: 'RETRY' } | { type: 'BACK' }) => void;
  /** Title of a failure; empty for none. */
  title?: string;
  /** Label of BACK. */
  back?: string;
  /** Control that answers a refusal. */
  remedy?: ReactNode;
  /** Success message; null, false or '' without one. */
  children?: ReactNode;
}

/** Outcome of the last write of a flow: done, refused, or unanswered with the two ways out. */
export function Submission({
  snapshot,
  send,
  title = 'No se hizo',
  back = 'Ver cómo quedó',
  remedy = null,
  children,
}: SubmissionProps) {
  const problem = problemOf(snapshot);
  if (problem === null || failedToLoad(snapshot))
    return children ? (
      <InlineAlert tone="success" isResult>
        {children}
      </InlineAlert>
    ) : null;
  return (
    <ProblemAlert problem={problem} title={title} isResult>
      {isUnanswered(snapshot) ? (
        <ButtonRow align="start">
          <GuardedButton size="sm" onClick={() => send({ type: 'RETRY' })}>
            Reintentar
          </GuardedButton>
          <GuardedButton size="sm" variant="outline" onClick={() => send({ type: 'BACK' })}>
            {back}
          </GuardedButton>
        </ButtonRow>
      ) : (
        remedy
      )}
    </ProblemAlert>
  );
}
