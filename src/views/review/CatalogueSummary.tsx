import { useActorRef, useSelector } from '@xstate/react';
import type { Expense } from '#contract/calls/expense.calls.ts';
import {
  dataOf,
  failedToLoad,
  isForbidden,
  isLoading,
  problemOf,
} from '#machines/flows/flow.selectors.ts';
import { accountingCatalogue } from '../../actors/expense-decision.actors.ts';
import { LoadingState } from '../../components/LoadingState.tsx';
import { LoadProblem } from '../problems/LoadProblem.tsx';
import { AccountingSummary } from './AccountingSummary.tsx';

export interface CatalogueSummaryProps {
  expense: Expense;
  /** The flow with the body of its actor. */
  machine?: typeof accountingCatalogue;
}

/** Accounting's data of an expense whose flow does not bring the names of classes and taxes. */
export function CatalogueSummary({
  expense,
  machine = accountingCatalogue,
}: CatalogueSummaryProps) {
  const catalogue = useActorRef(machine, { input: { key: expense } });
  const loading = useSelector(catalogue, isLoading);
  const failed = useSelector(catalogue, failedToLoad);
  const forbidden = useSelector(catalogue, isForbidden);
  const problem = useSelector(catalogue, problemOf);
  const names = useSelector(catalogue, dataOf);
  if (loading) return <LoadingState label="Cargando los datos contables…" size="inline" />;
  if (failed || names === null)
    return (
      <LoadProblem
        problem={problem}
        forbidden={forbidden}
        onRetry={() => catalogue.send({ type: 'RETRY' })}
      />
    );
  return <AccountingSummary expense={expense} catalogue={names} />;
}
