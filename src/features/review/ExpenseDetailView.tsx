import { useActor } from '@xstate/react';
import { dataOf, isLoading } from '#machines/flows/steps/result.ts';
import type { Expense } from '#contract/calls/expenses.calls.ts';
import { expenseDetail } from './review.actors.ts';
import { LoadingState } from '../../ui/feedback/FailedState.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { labelOf, linkTo, pathTo, storeBoxPath } from '../../shell/screens/paths.ts';
import { useIdParam } from '../../shell/screens/use-list-address.ts';
import { BoxLine } from '../boxes/BoxPage.tsx';
import { LoadProblem, loadOf } from '../../shell/problems/LoadProblem.tsx';
import {
  DocumentLayout,
  ExpenseFacts,
  ObservationHistory,
  CorrectionNotice,
  RejectionNotice,
  RejectionRemedy,
} from '../expenses/ExpenseDocument.tsx';
import { ReadReceipt } from './ReceiptPane.tsx';
import { titleOfExpense } from './LoadedExpense.tsx';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { TextLink } from '../../ui/fields/LinkButton.tsx';

interface ExpenseDetailViewProps {
  /** Flow with its actor implementation. */
  machine?: typeof expenseDetail;
}

/** detalleGasto: an expense for the store that recorded it, read-only. */
export default function ExpenseDetailView({ machine = expenseDetail }: ExpenseDetailViewProps) {
  const [snapshot, send] = useActor(machine, {
    input: { key: { id_gasto: useIdParam('idGasto') } },
  });
  const load = loadOf(snapshot, send);
  const data = dataOf(snapshot);
  return (
    <Page
      title={labelOf('detalleGasto')}
      tab={titleOfExpense(data?.expense)}
      subtitle={data?.expense.tienda}
      back={
        data === null
          ? linkTo('historialCaja')
          : { to: storeBoxPath(data.expense), label: labelOf('verCaja') }
      }
    >
      {isLoading(snapshot) ? <LoadingState /> : null}
      {load.failed ? <LoadProblem {...load} /> : null}
      {data === null ? null : (
        <>
          <BoxLine location={data.expense.ubicacion} />
          <ExpenseHistory expense={data.expense} />
          <DocumentLayout document={<ReadReceipt expense={data.expense} />}>
            <ExpenseFacts expense={data.expense} />
            <ObservationHistory {...data} />
          </DocumentLayout>
        </>
      )}
    </Page>
  );
}

/** History of an expense for its store: its rejected original, its correction, its rejection. */
function ExpenseHistory({ expense }: { expense: Expense }) {
  return (
    <>
      {expense.origen === null ? null : (
        <InlineAlert tone="info" title="Vuelve a registrar un gasto rechazado">
          <TextLink to={pathTo('detalleGasto', { idGasto: expense.origen })}>
            Ver el gasto rechazado
          </TextLink>
        </InlineAlert>
      )}
      <CorrectionNotice expense={expense} />
      <RejectionNotice
        expense={expense}
        action={<RejectionRemedy expense={expense} box={expense} size="sm" />}
      />
    </>
  );
}
