import { chakra } from '@chakra-ui/react/styled-system';
import { useActorRef, useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ActorRefFrom } from 'xstate';
import {
  type expenseEntryMachine,
  factsOf,
  isLoading,
  isUploading,
  noticeOf,
  recordedCountOf,
  recordedExpenseOf,
  showsFile,
  showsForm,
  storeOf,
} from '#machines/flows/expenses/expense-entry.machine.ts';
import type { supplierLookupMachine } from '#machines/flows/expenses/supplier-lookup.machine.ts';
import { inactiveStore } from '#machines/domain/fund/fund.ts';
import type { DraftKey } from '#machines/flows/drafts/draft.machine.ts';
import { newIdempotencyKey } from '../../wire/idempotency-key.ts';
import { expenseEntry, supplierLookup } from './expense-entry.actors.ts';
import { reopenedObject } from './queued-form.ts';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { labelOf } from '../../app/screens/labels.ts';
import { linkTo, pathTo, uploadPath } from '../../app/screens/paths.ts';
import { type Reopened, useReopened } from '../../app/screens/use-reopened.ts';
import { useDestination } from '../../app/screens/use-destination.ts';
import { useIdParam } from '../../app/screens/use-id-param.ts';
import { useOrigin, usePendingExpense } from '../../app/screens/use-pending-expense.ts';
import { LoadProblem } from '../../app/problems/LoadProblem.tsx';
import { loadOf } from '../../app/problems/load-of.ts';
import { useSnapshot } from '../../ui/layout/use-snapshot.ts';
import { useFormDraft } from '../drafts/use-form-draft.ts';
import { emptyExpenseDraft } from './expense-form.ts';
import { ExpenseEntryForm } from './ExpenseEntryForm.tsx';
import { ReceiptStep } from './ReceiptStep.tsx';
import { removeDraft } from '../drafts/drafts.ts';
import { useLeaveGuard } from '../../ui/fields/use-leave-guard.ts';

export interface CreateExpenseViewProps {
  /** The flows with the bodies of their actors. */
  machines?: { entry: typeof expenseEntryMachine; lookup: typeof supplierLookupMachine };
}

/** A store records an expense and its receipt; also the receipt of an expense that has none yet. */
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
  const snapshot = useSnapshot(entry);
  const facts = factsOf(snapshot);
  const form = showsForm(snapshot);
  const recorded = recordedCountOf(snapshot);
  const notice = noticeOf(snapshot);
  const load = loadOf(snapshot, entry.send);
  useRecordedExpense(entry, draft.key, { named: id_gasto, recorded });
  useDestination(snapshot.output);

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
      {isLoading(snapshot) ? <LoadingState /> : null}
      {load.failed ? <LoadProblem {...load} /> : null}
      {form && facts?.fund.active_ === 0 ? (
        <InlineAlert tone="warning">{inactiveStore}</InlineAlert>
      ) : form && facts !== null ? (
        // Of the next expense nothing of the one before is there.
        <ExpenseEntryForm
          key={recorded}
          entry={entry}
          lookupLogic={machines.lookup}
          facts={facts}
          draft={recorded === 0 ? draft : { ...draft, restored: null }}
        />
      ) : null}
      {showsFile(snapshot) ? <ReceiptStep entry={entry} /> : null}
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

/**
 * Once the expense is saved there is nothing left to recover of its form, and the address names the expense: a
 * reload in the middle of the upload goes on with it. The next expense has none.
 *
 * @param named the expense that the address names; null for a new one
 * @param recorded expenses that were saved before the one of the form
 */
function useRecordedExpense(
  entry: ActorRefFrom<typeof expenseEntryMachine>,
  draft: DraftKey,
  { named, recorded }: { named: number | null; recorded: number },
): void {
  const id_gasto = useSelector(entry, recordedExpenseOf);
  const id_tienda = useSelector(entry, storeOf);
  const navigate = useNavigate();
  useLeaveGuard(useSelector(entry, isUploading));

  // After the form of the one before, which keeps its last keys when it goes.
  useEffect(() => {
    if (recorded > 0) removeDraft(draft);
  }, [draft, recorded]);

  useEffect(() => {
    if (id_gasto === named) return;
    // The form of the next expense.
    if (id_gasto === null) {
      void navigate(pathTo('crearGasto', { idTienda: id_tienda }), { replace: true });
      return;
    }
    removeDraft(draft);
    void navigate(uploadPath(id_tienda, id_gasto), { replace: true });
  }, [draft, id_gasto, id_tienda, named, navigate]);
}
