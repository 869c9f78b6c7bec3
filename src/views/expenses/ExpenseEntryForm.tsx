import { chakra } from '@chakra-ui/react/styled-system';
import { useActorRef, useSelector } from '@xstate/react';
import { Formik, useFormikContext } from 'formik';
import { useId, useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import { fillAllMessage } from '#machines/flows/expenses/expense-entry.form.ts';
import type {
  ExpenseEntryFacts,
  expenseEntryMachine,
} from '#machines/flows/expenses/expense-entry.machine.ts';
import {
  failedToSave,
  isEditing,
  isSaving,
  problemOf,
  storeOf,
  wasRecordedBefore,
} from '#machines/flows/expenses/expense-entry.selectors.ts';
import type { supplierLookupMachine } from '#machines/flows/expenses/supplier-lookup.machine.ts';
import { browserFile } from '../../actors/expense-entry.actors.ts';
import { newIdempotencyKey } from '../../actors/idempotency-key.ts';
import { ButtonRow } from '../../components/ButtonRow.tsx';
import { FileField } from '../../components/FileField.tsx';
import { FormBody } from '../../components/FormBody.tsx';
import { GuardedButton } from '../../components/GuardedButton.tsx';
import { InlineAlert } from '../../components/InlineAlert.tsx';
import { InvalidFields } from '../../components/InvalidFields.tsx';
import { LinkButton } from '../../components/LinkButton.tsx';
import { Section } from '../../components/Section.tsx';
import { pathTo } from '../../screens/paths.ts';
import type { FormDraft } from '../drafts/use-form-draft.ts';
import { ProblemAlert } from '../problems/ProblemAlert.tsx';
import { ExpenseDraft } from './ExpenseDraft.tsx';
import { type ExpenseDraftValues, fromDraft, supportRules, validator } from './expense-form.ts';
import { InvoiceFields } from './InvoiceFields.tsx';
import { PurchaseFields } from './PurchaseFields.tsx';
import { RepetitionCheck } from './RepetitionCheck.tsx';
import { SupplierFields } from './SupplierFields.tsx';

type Entry = ActorRefFrom<typeof expenseEntryMachine>;

export interface ExpenseEntryFormProps {
  entry: Entry;
  lookup: ActorRefFrom<typeof supplierLookupMachine>;
  facts: ExpenseEntryFacts;
  draft: FormDraft<ExpenseDraftValues>;
}

/** The fields of an expense. They cannot be changed while it is not known whether a save arrived. */
export function ExpenseEntryForm({ entry, lookup, facts, draft }: ExpenseEntryFormProps) {
  const editing = useSelector(entry, isEditing);
  const outcomeId = useId();
  const validate = useMemo(() => validator(facts), [facts]);
  const initialValues = useMemo(
    () => fromDraft(draft.restored?.values ?? draft.untouched, facts),
    [draft, facts],
  );
  const file = useActorRef(browserFile, {
    input: {
      key: draft.key,
      name: draft.restored?.values.archivo ?? '',
      file: initialValues.archivo,
    },
  });
  return (
    <Formik
      initialValues={initialValues}
      validate={validate}
      onSubmit={(values) => entry.send({ type: 'SAVE', values, file: values.archivo })}
    >
      <FormBody label="Nuevo gasto">
        <ExpenseDraft entry={entry} lookup={lookup} file={file} draft={draft} />
        <chakra.fieldset
          disabled={!editing}
          aria-describedby={editing ? undefined : outcomeId}
          display="grid"
          gap="5"
          minW="0"
        >
          <RepetitionCheck id_tienda={facts.fund.id_tienda}>
            <Section title="Proveedor">
              <SupplierFields lookup={lookup} departments={facts.departments} />
            </Section>
            <Section title="Compra">
              <PurchaseFields facts={facts} />
            </Section>
          </RepetitionCheck>
          <Section title="Factura electrónica">
            <InvoiceFields />
          </Section>
          <Section title="Soporte">
            <FileField
              name="archivo"
              label="Archivo de soporte"
              help="Una foto o el PDF del recibo, completo y legible."
              required
              disabled={!editing}
              onFileChange={(chosen) => file.send({ type: 'CHOOSE_FILE', file: chosen })}
              {...supportRules}
            />
          </Section>
        </chakra.fieldset>
        <chakra.div id={outcomeId} display="contents">
          <SaveRow entry={entry} />
        </chakra.div>
      </FormBody>
    </Formik>
  );
}

function SaveRow({ entry }: { entry: Entry }) {
  const { submitCount, isValid } = useFormikContext();
  const saving = useSelector(entry, isSaving);
  const unanswered = useSelector(entry, failedToSave);
  const recorded = useSelector(entry, wasRecordedBefore);
  const problem = useSelector(entry, problemOf);
  if (recorded) return <RecordedBefore entry={entry} />;
  return (
    <>
      {submitCount > 0 && !isValid ? (
        <InlineAlert tone="danger">
          {fillAllMessage}
          <InvalidFields />
        </InlineAlert>
      ) : (
        <ProblemAlert
          problem={problem}
          title={unanswered ? 'El gasto no se ha guardado' : undefined}
        />
      )}
      <ButtonRow>
        {unanswered ? (
          <GuardedButton size="lg" onClick={() => entry.send({ type: 'RETRY' })}>
            Reintentar
          </GuardedButton>
        ) : (
          <GuardedButton type="submit" size="lg" loading={saving} loadingLabel="Guardando…">
            Guardar gasto
          </GuardedButton>
        )}
      </ButtonRow>
    </>
  );
}

/** The answer to an earlier try got lost, the expense did not; since then the form was changed. */
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
