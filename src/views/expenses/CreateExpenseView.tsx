import { useActorRef, useSelector } from '@xstate/react';
import { isForbidden } from '#machines/flows/flow.selectors.ts';
import type { expenseEntryMachine } from '#machines/flows/expenses/expense-entry.machine.ts';
import {
  factsOf,
  failedToLoad,
  isLoading,
  noticeOf,
  problemOf,
  showsFile,
  showsForm,
} from '#machines/flows/expenses/expense-entry.selectors.ts';
import type { supplierLookupMachine } from '#machines/flows/expenses/supplier-lookup.machine.ts';
import { expenseEntry, supplierLookup } from '../../actors/expense-entry.actors.ts';
import { InlineAlert } from '../../components/InlineAlert.tsx';
import { LoadingState } from '../../components/LoadingState.tsx';
import { Page } from '../../components/Page.tsx';
import { labelOf } from '../../screens/labels.ts';
import { linkTo } from '../../screens/paths.ts';
import { useDestination } from '../../screens/use-destination.ts';
import { useIdParam } from '../../screens/use-id-param.ts';
import { usePendingExpense } from '../../screens/use-pending-expense.ts';
import { LoadProblem } from '../problems/LoadProblem.tsx';
import { useFormDraft } from '../drafts/use-form-draft.ts';
import { emptyExpenseDraft, lookupInput } from './expense-form.ts';
import { ExpenseEntryForm } from './ExpenseEntryForm.tsx';
import { SupportStep } from './SupportStep.tsx';
import { useRecordedExpense } from './use-recorded-expense.ts';

export interface CreateExpenseViewProps {
  /** The flows with the bodies of their actors. */
  machines?: { entry: typeof expenseEntryMachine; lookup: typeof supplierLookupMachine };
}

/** A store records an expense and its support; also the support of an expense that has none yet. */
export default function CreateExpenseView({
  machines = { entry: expenseEntry, lookup: supplierLookup },
}: CreateExpenseViewProps) {
  const id_tienda = useIdParam('idTienda');
  const id_gasto = usePendingExpense();
  const draft = useFormDraft('gasto', id_tienda, emptyExpenseDraft);
  const { idempotencyKey, restored } = draft;
  const entry = useActorRef(machines.entry, {
    input: { id_tienda, id_gasto, idempotencyKey, draft: draft.key },
  });
  const lookup = useActorRef(machines.lookup, {
    input: lookupInput(restored?.values ?? emptyExpenseDraft),
  });
  const facts = useSelector(entry, factsOf);
  const loading = useSelector(entry, isLoading);
  const failed = useSelector(entry, failedToLoad);
  const forbidden = useSelector(entry, isForbidden);
  const form = useSelector(entry, showsForm);
  const file = useSelector(entry, showsFile);
  const notice = useSelector(entry, noticeOf);
  const problem = useSelector(entry, problemOf);
  useRecordedExpense(entry, draft.key, id_gasto);
  useDestination(useSelector(entry, (snapshot) => snapshot.output));

  return (
    <Page
      title={facts === null ? 'Caja menor' : `Caja menor - ${facts.fund.tienda}`}
      subtitle={labelOf('crearGasto')}
      back={linkTo('cajaActual', { idTienda: id_tienda })}
      width="narrow"
    >
      {loading ? <LoadingState /> : null}
      {failed ? (
        <LoadProblem
          problem={problem}
          forbidden={forbidden}
          onRetry={() => entry.send({ type: 'RETRY' })}
        />
      ) : null}
      {form && facts !== null ? (
        <ExpenseEntryForm entry={entry} lookup={lookup} facts={facts} draft={draft} />
      ) : null}
      {file ? <SupportStep entry={entry} /> : null}
      {notice === null ? null : (
        <InlineAlert tone="success" title={notice}>
          El gasto y su soporte quedaron guardados. En un momento vuelve a la caja actual.
        </InlineAlert>
      )}
    </Page>
  );
}
