import { chakra } from '@chakra-ui/react/styled-system';
import { useActorRef, useSelector } from '@xstate/react';
import { useFormikContext } from 'formik';
import { useId, useMemo, useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import { successes } from '#contract/errors.ts';
import { fillAll } from '#contract/fields.ts';
import { counted } from '#machines/domain/values/texts.ts';
import { fieldOf } from '#machines/domain/expense/expense-guards.ts';
import {
  type storedFileMachine,
  fileIsMissing,
  isUnsaved,
} from '#machines/flows/drafts/draft.machine.ts';
import { type EntryRules, entryRefusals } from '#machines/flows/expenses/expense-entry.form.ts';
import {
  type expenseEntryMachine,
  idempotencyKeyOf,
  isAfterQueued,
  isEditing,
  isSaving,
  problemOf,
  recordedCountOf,
  storeOf,
  wasRecordedBefore,
} from '#machines/flows/expenses/expense-entry.machine.ts';
import type { ExpenseEntryFacts } from '#machines/flows/expenses/expense-entry.setup.ts';
import {
  type ExpenseDraftValues,
  type ExpenseFormValues,
  formOfExpense,
  fromDraft,
  lookupInput,
  toDraft,
} from '#machines/flows/expenses/expense-proposals.ts';
import { isUnanswered } from '#machines/flows/steps/result.ts';
import type { supplierLookupMachine } from '#machines/flows/expenses/supplier-lookup.machine.ts';
import { ProblemAlert, formErrors } from '../../shell/problems/ProblemAlert.tsx';
import { pathTo } from '../../shell/screens/paths.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { ButtonRow, StickyBar } from '../../ui/fields/FieldGrid.tsx';
import { Form } from '../../ui/fields/Form.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { InvalidFields } from '../../ui/fields/InvalidFields.tsx';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { useSnapshot } from '../../ui/layout/use-snapshot.ts';
import { newIdempotencyKey } from '../../wire/client.ts';
import { type FormDraft, SavedDraft } from '../drafts/SavedDraft.tsx';
import { RepetitionCheck } from './ComparisonDialog.tsx';
import { browserFile } from './expense-entry.actors.ts';
import { InvoiceScan } from './InvoiceScan.tsx';
import { PurchaseFields } from './PurchaseFields.tsx';
import { ReceiptField } from './ReceiptField.tsx';
import { OriginNotice } from './ExpenseDocument.tsx';
import { SupplierFields } from './SupplierFields.tsx';

interface ExpenseDraftProps {
  entry: ActorRefFrom<typeof expenseEntryMachine>;
  lookup: ActorRefFrom<typeof supplierLookupMachine>;
  file: ActorRefFrom<typeof storedFileMachine>;
  draft: FormDraft<ExpenseDraftValues>;
}

/** Saves the expense and its file as a draft while the form is filled in, and shows what was recovered. */
function ExpenseDraft({ entry, lookup, file, draft }: ExpenseDraftProps) {
  const { values, resetForm } = useFormikContext<ExpenseFormValues>();
  const editing = useSelector(entry, isEditing);
  const idempotencyKey = useSelector(entry, idempotencyKeyOf);
  const missesFile = useSelector(file, fileIsMissing);
  const fileWouldBeLost = useSelector(file, isUnsaved);
  return (
    <SavedDraft
      draft={draft}
      typed={{ values: toDraft(values), shown: {}, idempotencyKey }}
      open={editing}
      sent={!editing}
      losesMore={fileWouldBeLost}
      onDiscard={() => {
        file.send({ type: 'CHOOSE_FILE', file: null });
        resetForm({ values: { ...draft.untouched, archivo: null } });
        lookup.send({ type: 'TYPE_DOCUMENT', num_doc: '' });
        entry.send({ type: 'START_ANEW', idempotencyKey: newIdempotencyKey() });
      }}
    >
      {missesFile ? (
        <InlineAlert tone="warning" title="Elija otra vez el archivo de soporte">
          Este navegador no pudo conservar «{draft.restored?.values.archivo}».
        </InlineAlert>
      ) : null}
    </SavedDraft>
  );
}

type Entry = ActorRefFrom<typeof expenseEntryMachine>;

/** Values of the draft, else those of the rejected expense that is recorded again, with its receipt. */
const firstValues = (
  { restored, untouched }: Pick<FormDraft<ExpenseDraftValues>, 'restored' | 'untouched'>,
  facts: ExpenseEntryFacts,
  recorded: number,
): ExpenseFormValues =>
  restored === null && facts.origin !== null && recorded === 0
    ? { ...formOfExpense(facts.origin, facts), archivo: facts.file }
    : fromDraft(restored?.values ?? untouched, facts);

/** Formik validation by the rules of the flow: one message per field. */
const validator = (rules: EntryRules) => (values: ExpenseFormValues) =>
  formErrors(entryRefusals(values, values.archivo, rules), fieldOf);

interface ExpenseEntryFormProps {
  entry: Entry;
  /** Flow that looks up the supplier, with its actor implementations. */
  lookupLogic: typeof supplierLookupMachine;
  facts: ExpenseEntryFacts;
  draft: FormDraft<ExpenseDraftValues>;
}

/** Fields of an expense; read-only while the outcome of a save is unknown. */
export function ExpenseEntryForm({ entry, lookupLogic, facts, draft }: ExpenseEntryFormProps) {
  const snapshot = useSnapshot(entry);
  const editing = isEditing(snapshot);
  const recorded = recordedCountOf(snapshot);
  const outcomeId = useId();
  const validate = useMemo(() => validator(facts), [facts]);
  const initialValues = useMemo(
    () => firstValues(draft, facts, recorded),
    // Only the first expense of the form takes the values of the rejected one.
    [draft, facts, recorded],
  );
  const lookup = useActorRef(lookupLogic, { input: lookupInput(initialValues, facts) });
  const another = useRef(false);
  const file = useActorRef(browserFile, {
    input: {
      key: draft.key,
      name: draft.restored?.values.archivo ?? '',
      file: initialValues.archivo,
    },
  });
  return (
    <Form
      label="Nuevo gasto"
      enterGoesOn
      initialValues={initialValues}
      validate={validate}
      onSubmit={(values) =>
        entry.send({
          type: 'SAVE',
          values,
          file: values.archivo,
          nextKey: another.current ? newIdempotencyKey() : null,
        })
      }
    >
      {recorded > 0 || facts.origin === null ? null : <OriginNotice origin={facts.origin} />}
      <ExpenseDraft entry={entry} lookup={lookup} file={file} draft={draft} />
      {isAfterQueued(snapshot) ? (
        <InlineAlert tone="success" title="Guardado en este teléfono." isResult>
          Se enviará cuando haya señal. Puede registrar el siguiente.
        </InlineAlert>
      ) : recorded === 0 ? null : (
        <InlineAlert tone="success" isResult>
          {`${successes.saved}. Lleva ${counted(recorded, 'gasto', 'gastos')}.`}
        </InlineAlert>
      )}
      <chakra.fieldset
        disabled={!editing}
        aria-describedby={editing ? undefined : outcomeId}
        display="grid"
        gap="5"
        minW="0"
        css={aboveTheBar}
      >
        <Section dense>
          <RepetitionCheck
            id_tienda={facts.fund.id_tienda}
            origen={recorded > 0 ? null : (facts.origin?.id ?? null)}
          >
            <chakra.div position="relative" display="grid" gap="3" minW="0">
              <ReceiptField
                disabled={!editing}
                onFileChange={(chosen) => file.send({ type: 'CHOOSE_FILE', file: chosen })}
              />
              <InvoiceScan lookup={lookup} facts={facts} disabled={!editing} />
            </chakra.div>
            <SupplierFields lookup={lookup} facts={facts} />
            <PurchaseFields lookup={lookup} facts={facts} />
          </RepetitionCheck>
        </Section>
      </chakra.fieldset>
      <chakra.div id={outcomeId} display="contents">
        <SaveRow
          entry={entry}
          onChoose={(follows) => {
            another.current = follows;
          }}
        />
      </chakra.div>
    </Form>
  );
}

/** Keeps the focused control clear of the sticky bar. */
const aboveTheBar = {
  '& :is(input, select, textarea, button)': { scrollMarginBottom: '6rem' },
} as const;

interface SaveRowProps {
  entry: Entry;
  /** Called before the submit; `follows` is true when another expense comes next. */
  onChoose: (follows: boolean) => void;
}

function SaveRow({ entry, onChoose }: SaveRowProps) {
  const { submitCount, isValid } = useFormikContext();
  const snapshot = useSnapshot(entry);
  const saving = isSaving(snapshot);
  const unanswered = isUnanswered(snapshot);
  if (wasRecordedBefore(snapshot)) return <RecordedBefore entry={entry} />;
  return (
    <>
      {submitCount > 0 && !isValid ? (
        <InlineAlert tone="danger">
          {fillAll}
          <InvalidFields />
        </InlineAlert>
      ) : (
        <ProblemAlert
          problem={problemOf(snapshot)}
          title={unanswered ? 'El gasto no se ha guardado' : undefined}
        />
      )}
      <StickyBar>
        <ButtonRow inBar>
          {unanswered ? (
            <GuardedButton size="lg" onClick={() => entry.send({ type: 'RETRY' })}>
              Reintentar
            </GuardedButton>
          ) : (
            <>
              <GuardedButton
                type="submit"
                size="md"
                busy={saving && 'Guardando…'}
                onClick={() => onChoose(false)}
              >
                Guardar gasto
              </GuardedButton>
              <GuardedButton
                type="submit"
                size="md"
                variant="outline"
                waiting={saving}
                onClick={() => onChoose(true)}
              >
                Guardar y registrar otro
              </GuardedButton>
            </>
          )}
        </ButtonRow>
      </StickyBar>
    </>
  );
}

/** An earlier save arrived although its answer was lost, and the form has changed since. */
function RecordedBefore({ entry }: { entry: Entry }) {
  const id_tienda = useSelector(entry, storeOf);
  return (
    <>
      <InlineAlert tone="warning" title="Este gasto ya había quedado registrado">
        La primera vez se perdió la respuesta, pero el gasto llegó con los datos de ese momento.
        Revíselo en la caja actual. Si lo que ve aquí es otro gasto, regístrelo como nuevo.
      </InlineAlert>
      <ButtonRow>
        <LinkButton to={pathTo('cajaActual', { idTienda: id_tienda })} variant="outline" size="lg">
          Ver la caja actual
        </LinkButton>
        <GuardedButton
          size="lg"
          onClick={() => entry.send({ type: 'START_ANEW', idempotencyKey: newIdempotencyKey() })}
        >
          Es otro gasto
        </GuardedButton>
      </ButtonRow>
    </>
  );
}
