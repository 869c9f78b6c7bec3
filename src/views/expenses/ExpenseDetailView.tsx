import { useActorRef, useSelector } from '@xstate/react';
import {
  dataOf,
  failedToLoad,
  isForbidden,
  isLoading,
  problemOf,
} from '#machines/flows/flow.selectors.ts';
import { expenseDetail } from '../../actors/expense-decision.actors.ts';
import { LoadingState } from '../../components/LoadingState.tsx';
import { Page } from '../../components/Page.tsx';
import { labelOf } from '../../screens/labels.ts';
import { linkTo, storeBoxPath } from '../../screens/paths.ts';
import { useIdParam } from '../../screens/use-id-param.ts';
import { BoxLine } from '../boxes/BoxLine.tsx';
import { LoadProblem } from '../problems/LoadProblem.tsx';
import { DocumentLayout } from './DocumentLayout.tsx';
import { ExpenseFacts } from './ExpenseFacts.tsx';
import { ObservationHistory } from './ObservationHistory.tsx';
import { SupportPanel } from './SupportPanel.tsx';

export interface ExpenseDetailViewProps {
  /** The flow with the body of its actor. */
  machine?: typeof expenseDetail;
}

/** detalleGasto: an expense as the store that recorded it sees it. */
export default function ExpenseDetailView({ machine = expenseDetail }: ExpenseDetailViewProps) {
  const detail = useActorRef(machine, { input: { key: { id_gasto: useIdParam('idGasto') } } });
  const loading = useSelector(detail, isLoading);
  const failed = useSelector(detail, failedToLoad);
  const forbidden = useSelector(detail, isForbidden);
  const problem = useSelector(detail, problemOf);
  const data = useSelector(detail, dataOf);
  return (
    <Page
      title={labelOf('detalleGasto')}
      subtitle={data?.expense.tienda}
      back={
        data === null
          ? linkTo('historialCaja')
          : { to: storeBoxPath(data.expense), label: labelOf('verCaja') }
      }
    >
      {loading ? <LoadingState /> : null}
      {failed ? (
        <LoadProblem
          problem={problem}
          forbidden={forbidden}
          onRetry={() => detail.send({ type: 'RETRY' })}
        />
      ) : null}
      {data === null ? null : (
        <>
          <BoxLine location={data.expense.ubicacion} />
          <DocumentLayout document={<SupportPanel expense={data.expense} />}>
            <ExpenseFacts expense={data.expense} />
            <ObservationHistory {...data} />
          </DocumentLayout>
        </>
      )}
    </Page>
  );
}
