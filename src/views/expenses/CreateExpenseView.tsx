import { chakra } from '@chakra-ui/react/styled-system';
import { useActorRef, useSelector } from '@xstate/react';
import { isForbidden } from '#machines/flows/flow.selectors.ts';
import type { expenseEntryMachine } from '#machines/flows/expenses/expense-entry.machine.ts';
import {
  factsOf,
  failedToLoad,
  isLoading,
  noticeOf,
  problemOf,
  recordedCountOf,
  showsFile,
  showsForm,
} from '#machines/flows/expenses/expense-entry.selectors.ts';
import type { supplierLookupMachine } from '#machines/flows/expenses/supplier-lookup.machine.ts';
import { newIdempotencyKey } from '../../actors/idempotency-key.ts';
import { expenseEntry, supplierLookup } from '../../actors/expense-entry.actors.ts';
import { reopenedObject } from '../../actors/queued-form.ts';
import { GuardedButton } from '../../components/GuardedButton.tsx';
import { InlineAlert } from '../../components/InlineAlert.tsx';
import { LinkButton } from '../../components/LinkButton.tsx';
import { LoadingState } from '../../components/LoadingState.tsx';
import { Page } from '../../components/Page.tsx';
import { labelOf } from '../../screens/labels.ts';
import { linkTo, pathTo } from '../../screens/paths.ts';
import { type Reopened, useReopened } from '../../screens/use-reopened.ts';
import { useDestination } from '../../screens/use-destination.ts';
import { useIdParam } from '../../screens/use-id-param.ts';
import { useOrigin, usePendingExpense } from '../../screens/use-pending-expense.ts';
import { LoadProblem } from '../problems/LoadProblem.tsx';
import { useFormDraft } from '../drafts/use-form-draft.ts';
import { emptyExpenseDraft } from './expense-form.ts';
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
  const reopened = useReopened();
  return <ExpenseEntry key={reopened?.clave ?? ''} machines={machines} reopened={reopened} />;
}

interface ExpenseEntryProps extends Required<CreateExpenseViewProps> {
  reopened: Reopened | null;
}

function ExpenseEntry({ machines, reopened }: ExpenseEntryProps) {
  const id_tienda = useIdParam('idTienda');
  const id_gasto = usePendingExpense();
  const origen = useOrigin();
  const draft = useFormDraft(
    origen === null ? 'gasto' : 'gasto de nuevo',
    origen ?? (reopened === null ? id_tienda : reopenedObject(id_tienda, reopened.clave)),
    emptyExpenseDraft,
  );
  const { idempotencyKey } = draft;
  const entry = useActorRef(machines.entry, {
    input: { id_tienda, id_gasto, idempotencyKey, draft: draft.key, origen },
  });
  const facts = useSelector(entry, factsOf);
  const loading = useSelector(entry, isLoading);
  const failed = useSelector(entry, failedToLoad);
  const forbidden = useSelector(entry, isForbidden);
  const form = useSelector(entry, showsForm);
  const file = useSelector(entry, showsFile);
  const recorded = useSelector(entry, recordedCountOf);
  const notice = useSelector(entry, noticeOf);
  const problem = useSelector(entry, problemOf);
  useRecordedExpense(entry, draft.key, { named: id_gasto, recorded });
  useDestination(useSelector(entry, (snapshot) => snapshot.output));

  return (
    <Page
      title={facts === null ? 'Caja menor' : `Caja menor - ${facts.fund.tienda}`}
      subtitle={labelOf('crearGasto')}
      back={linkTo('cajaActual', { idTienda: id_tienda })}
      width="narrow"
    >
      {reopened?.refusal && form && recorded === 0 ? (
        <InlineAlert tone="warning" title="El servidor rechazó este gasto">
          {reopened.refusal}
        </InlineAlert>
      ) : null}
      {loading ? <LoadingState /> : null}
      {failed ? (
        <LoadProblem
          problem={problem}
          forbidden={forbidden}
          onRetry={() => entry.send({ type: 'RETRY' })}
        />
      ) : null}
      {form && facts !== null ? (
        // Of the next expense nothing of the one before is there.
        <ExpenseEntryForm
          key={recorded}
          entry={entry}
          lookupLogic={machines.lookup}
          facts={facts}
          draft={recorded === 0 ? draft : { ...draft, restored: null }}
        />
      ) : null}
      {file ? <SupportStep entry={entry} /> : null}
      {notice === null ? null : (
        <InlineAlert
          tone="success"
          title={notice}
          action={
            <chakra.div display="flex" flexWrap="wrap" gap="3">
              <GuardedButton
                size="sm"
                onClick={() =>
                  entry.send({ type: 'RECORD_ANOTHER', idempotencyKey: newIdempotencyKey() })
                }
              >
                Registrar otro gasto
              </GuardedButton>
              <LinkButton
                to={pathTo('cajaActual', { idTienda: id_tienda })}
                variant="outline"
                size="sm"
              >
                Ver la caja actual
              </LinkButton>
            </chakra.div>
          }
        >
          El gasto y su soporte quedaron guardados. En un momento vuelve a la caja actual.
        </InlineAlert>
      )}
    </Page>
  );
}
