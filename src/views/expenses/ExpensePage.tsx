import { useActorRef, useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { dataOf, failedToLoad, isLoading, problemOf } from '#machines/flows/list.selectors.ts';
import { type ExpenseDetail, expenseDetail } from '../../actors/expense-decision.actors.ts';
import { LoadingState } from '../../components/LoadingState.tsx';
import { Page } from '../../components/Page.tsx';
import { useIdParam } from '../../routes/use-id-param.ts';
import { LoadProblem } from '../shared/LoadProblem.tsx';
import { DocumentLayout } from './DocumentLayout.tsx';
import { SupportPanel } from './SupportPanel.tsx';

export interface ExpensePageProps {
  title: string;
  /** Where one came from; the expense, once it is there, may say it better. */
  back: (detail: ExpenseDetail | null) => { to: string; label: string };
  /** The flow with the body of its actor. */
  logic: typeof expenseDetail | undefined;
  children: (detail: ExpenseDetail) => ReactNode;
}

/** An expense that is only looked at, with its document. */
export function ExpensePage({ title, back, logic = expenseDetail, children }: ExpensePageProps) {
  const detail = useActorRef(logic, { input: { key: { id_gasto: useIdParam('idGasto') } } });
  const loading = useSelector(detail, isLoading);
  const failed = useSelector(detail, failedToLoad);
  const problem = useSelector(detail, problemOf);
  const data = useSelector(detail, dataOf);
  return (
    <Page title={title} subtitle={data?.expense.tienda} back={back(data)}>
      {loading ? <LoadingState /> : null}
      {failed ? (
        <LoadProblem problem={problem} onRetry={() => detail.send({ type: 'RETRY' })} />
      ) : null}
      {data === null ? null : (
        <DocumentLayout document={<SupportPanel expense={data.expense} />}>
          {children(data)}
        </DocumentLayout>
      )}
    </Page>
  );
}
