import { chakra } from '@chakra-ui/react/styled-system';
import { useActorRef, useSelector } from '@xstate/react';
import { useFormikContext } from 'formik';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ActorRefFrom } from 'xstate';
import { inactiveStore } from '#machines/domain/fund/fund.ts';
import type { DraftKey } from '#machines/flows/drafts/draft.machine.ts';
import {
  awaitsFile,
  type expenseEntryMachine,
  factsOf,
  failedToUpload,
  fieldErrorsOf,
  fileOf,
  isLoading,
  isUploading,
  noticeOf,
  percentOf,
  problemOf,
  recordedCountOf,
  recordedExpenseOf,
  showsFile,
  showsForm,
  storeOf,
} from '#machines/flows/expenses/expense-entry.machine.ts';
import type { supplierLookupMachine } from '#machines/flows/expenses/supplier-lookup.machine.ts';
import { LoadProblem, loadOf } from '../../shell/problems/LoadProblem.tsx';
import { ProblemAlert } from '../../shell/problems/ProblemAlert.tsx';
import { labelOf, linkTo, pathTo, uploadPath } from '../../shell/screens/paths.ts';
import { useDestination } from '../../shell/screens/use-destination.ts';
import {
  type Reopened,
  useIdParam,
  useOrigin,
  usePendingExpense,
  useReopened,
} from '../../shell/screens/use-list-address.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { LoadingState } from '../../ui/feedback/FailedState.tsx';
import { ButtonRow } from '../../ui/fields/FieldGrid.tsx';
import { Form } from '../../ui/fields/Form.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import { useLeaveGuard } from '../../ui/fields/InvalidFields.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { useSnapshot } from '../../ui/layout/use-snapshot.ts';
import { newIdempotencyKey } from '../../wire/client.ts';
import { useFormDraft } from '../drafts/SavedDraft.tsx';
import { removeDraft } from '../drafts/drafts.ts';
import { ExpenseEntryForm } from './ExpenseEntryForm.tsx';
import { ReceiptField } from './ReceiptField.tsx';
import { expenseEntry, supplierLookup } from './expense-entry.actors.ts';
import { emptyExpenseDraft, untouchedDraft } from '#machines/flows/expenses/expense-proposals.ts';
import { reopenedObject } from '../queue/expense-queue.actors.ts';

/** Upload step of a saved expense: its file is being sent, failed to arrive, or was never chosen. */
function ReceiptStep({ entry }: { entry: ActorRefFrom<typeof expenseEntryMachine> }) {
  const snapshot = useSnapshot(entry);
  const uploading = isUploading(snapshot);
  return (
    <Form
      label="Soporte del gasto"
      initialValues={{ archivo: fileOf(snapshot) }}
      // A retry submits the file that is already chosen.
      onSubmit={({ archivo }) => entry.send({ type: 'CHOOSE_FILE', file: archivo })}
    >
      <Section
        title={uploading ? 'Enviando el soporte' : 'Falta el soporte del gasto'}
        description={
          uploading
            ? 'El gasto ya quedó registrado. No cierre esta página hasta que el archivo llegue.'
            : 'El gasto ya quedó registrado y no se pierde. Elija su archivo de soporte para completarlo.'
        }
      >
        <ReceiptField
          progress={uploading ? percentOf(snapshot) : undefined}
          uploadError={fieldErrorsOf(snapshot).archivo}
          onFileChange={(chosen) => {
            if (chosen !== null) entry.send({ type: 'CHOOSE_FILE', file: chosen });
          }}
        />
      </Section>
      {failedToUpload(snapshot) ? (
        <>
          <ProblemAlert problem={problemOf(snapshot)} title="El archivo no llegó" />
          <ButtonRow>
            <GuardedButton type="submit" size="lg">
              Reintentar el envío
            </GuardedButton>
          </ButtonRow>
        </>
      ) : null}
      {awaitsFile(snapshot) ? <StoredReceipt /> : null}
    </Form>
  );
}

/** File whose upload was interrupted when the page closed; the user confirms before it is sent again. */
function StoredReceipt() {
  const { values } = useFormikContext<{ archivo: File | null }>();
  if (values.archivo === null) return null;
  return (
    <>
      <InlineAlert tone="info" title="Recuperamos el archivo que había elegido">
        El envío se interrumpió antes de terminar.
      </InlineAlert>
      <ButtonRow>
        <GuardedButton type="submit" size="lg">
          Enviar el soporte
        </GuardedButton>
      </ButtonRow>
    </>
  );
}

interface CreateExpenseViewProps {
  /** Flows with their actor implementations. */
  machines?: { entry: typeof expenseEntryMachine; lookup: typeof supplierLookupMachine };
}

/** Form in which a store records an expense with its receipt, or uploads the missing receipt of one. */
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
        // A new key for every expense: the next form starts without state of the one before.
        <ExpenseEntryForm
          key={recorded}
          entry={entry}
          lookupLogic={machines.lookup}
          facts={facts}
          draft={{
            ...draft,
            untouched: untouchedDraft(facts.today),
            restored: recorded === 0 ? draft.restored : null,
          }}
        />
      ) : null}
      {showsFile(snapshot) ? <ReceiptStep entry={entry} /> : null}
      {notice === null ? null : (
        <InlineAlert
          tone="success"
          title={notice}
          isResult
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
 * Once the expense is saved, its draft is removed and the address gets the id of the expense, so that a reload during
 * the upload continues it. The form of the next expense has no id again.
 *
 * @param named id of the expense in the address; null for a new one
 * @param recorded number of expenses saved before the one in the form
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

  // Runs after the previous form has unmounted, which writes its draft once more.
  useEffect(() => {
    if (recorded > 0) removeDraft(draft);
  }, [draft, recorded]);

  useEffect(() => {
    if (id_gasto === named) return;
    if (id_gasto === null) {
      void navigate(pathTo('crearGasto', { idTienda: id_tienda }), { replace: true });
      return;
    }
    removeDraft(draft);
    void navigate(uploadPath(id_tienda, id_gasto), { replace: true });
  }, [draft, id_gasto, id_tienda, named, navigate]);
}
