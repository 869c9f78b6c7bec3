import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { Expense } from '#contract/calls/expense.calls.ts';
import { isForbidden } from '#machines/flows/flow.selectors.ts';
import {
  expenseOf,
  failedToLoad,
  isLoading,
  problemOf,
} from '#machines/flows/decisions/decision.selectors.ts';
import { LoadingState } from '../../components/LoadingState.tsx';
import { Page } from '../../components/Page.tsx';
import { useDestination } from '../../screens/use-destination.ts';
import { BoxLine } from '../boxes/BoxLine.tsx';
import { LoadProblem } from '../problems/LoadProblem.tsx';
import type { AnyDecision } from './any-decision.ts';

export interface DecisionScreenProps {
  decision: AnyDecision;
  title: string;
  back: { to: string; label: string };
  /** Once the expense is there; it stays while it is saved or loaded again. */
  children: (expense: Expense) => ReactNode;
}

/** The frame of every decision: loading, failed, and away once it is kept. */
export function DecisionScreen({ decision, title, back, children }: DecisionScreenProps) {
  const loading = useSelector(decision, isLoading);
  const failed = useSelector(decision, failedToLoad);
  const forbidden = useSelector(decision, isForbidden);
  const expense = useSelector(decision, expenseOf);
  const problem = useSelector(decision, problemOf);
  useDestination(
    useSelector(decision, (snapshot) => snapshot.output),
    expense?.id,
  );
  return (
    <Page title={title} subtitle={expense?.tienda} back={back}>
      {loading ? <LoadingState /> : null}
      {failed ? (
        <LoadProblem
          problem={problem}
          forbidden={forbidden}
          onRetry={() => decision.send({ type: 'RETRY' })}
        />
      ) : null}
      {expense === null ? null : (
        <>
          <BoxLine location={expense.ubicacion} />
          {children(expense)}
        </>
      )}
    </Page>
  );
}
