import { useActorRef } from '@xstate/react';
import { useFormikContext } from 'formik';
import { fromPromise } from 'xstate';
import { refusalsOfIntention } from '#machines/domain/case/box-case.ts';
import {
  type CorrectionFacts,
  correctionFacts,
  correctionKind,
  expenseCorrectionMachine,
} from '#machines/flows/expenses/expense-correction.form.ts';
import { caseOfExpense } from '#machines/flows/boxes/box.selectors.ts';
import type { supplierLookupMachine } from '#machines/flows/expenses/supplier-lookup.machine.ts';
import { factsOf } from '#machines/flows/records/record-form.machine.ts';
import { actorOf } from '#machines/flows/session/session.setup.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { Session } from '../../shell/session.ts';
import { labelOf, linkTo, receiptUrl, storeBoxPath } from '../../shell/screens/paths.ts';
import { useIdParam } from '../../shell/screens/use-list-address.ts';
import { TextLink } from '../../ui/fields/LinkButton.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { callApi, upload } from '../../wire/client.ts';
import { onlyRow } from '../../wire/looking.actors.ts';
import { RecordForm, useRecordForm } from '../records/RecordForm.tsx';
import { RepetitionCheck } from './ComparisonDialog.tsx';
import { PurchaseFields } from './PurchaseFields.tsx';
import { ReceiptField } from './ReceiptField.tsx';
import { RejectionNotice } from './ExpenseDocument.tsx';
import { SupplierFields } from './SupplierFields.tsx';
import { entryFactsOf, supplierLookup } from './expense-entry.actors.ts';
import {
  type ExpenseFormValues,
  formOfExpense,
  lookupInput,
} from '#machines/flows/expenses/expense-proposals.ts';

export const expenseCorrection = expenseCorrectionMachine.provide({
  actors: {
    loadForm: fromPromise(async ({ input, signal }) => {
      const found = await onlyRow(
        callApi('/detalleGasto', { id_gasto: input.id ?? 0 }, { signal }),
      );
      if (!found.ok) return found;
      const facts = await entryFactsOf(found.answer.id_tienda, signal);
      return facts.ok ? answered(correctionFacts(facts.answer, found.answer)) : facts;
    }),
    // No abort signal: leaving the screen does not cancel a request that was sent.
    saveRecord: fromPromise(({ input: { request, idempotencyKey } }) =>
      upload('/corregirGasto', request.body, request.archivo, { idempotencyKey }),
    ),
  },
});

interface CorrectExpenseViewProps {
  /** Flows with their actor implementations. */
  machines?: { correction: typeof expenseCorrection; lookup: typeof supplierLookupMachine };
}

/** Form in which the store corrects a rejected expense; the same fields as the form for a new one. */
export default function CorrectExpenseView({
  machines = { correction: expenseCorrection, lookup: supplierLookup },
}: CorrectExpenseViewProps) {
  const actor = Session.useSelector(actorOf);
  const flow = useRecordForm(machines.correction, correctionKind, useIdParam('idGasto'));
  const facts = factsOf(flow.snapshot);
  const expense = facts?.expense;
  const locked =
    expense === undefined
      ? []
      : refusalsOfIntention(caseOfExpense(expense), {
          type: 'expense',
          idGasto: expense.id,
          event: { type: 'EXPENSE.CORRECT', actor },
        });
  return (
    <Page
      title={labelOf('corregirGasto')}
      subject={expense?.tienda}
      back={
        expense === undefined
          ? linkTo('historialCaja')
          : { to: storeBoxPath(expense), label: labelOf('verCaja') }
      }
      width="narrow"
    >
      {expense === undefined ? null : <RejectionNotice expense={expense} />}
      <RecordForm
        flow={flow}
        kind={correctionKind}
        initialValues={(loaded) => formOfExpense(loaded.expense, loaded)}
        label="Corrección del gasto"
        saveLabel="Guardar la corrección"
        barred
        locked={locked.map(({ mensaje }) => mensaje)}
      >
        {(loaded) => <CorrectionFields facts={loaded} lookupLogic={machines.lookup} />}
      </RecordForm>
    </Page>
  );
}

interface CorrectionFieldsProps {
  facts: CorrectionFacts;
  lookupLogic: typeof supplierLookupMachine;
}

function CorrectionFields({ facts, lookupLogic }: CorrectionFieldsProps) {
  const { initialValues } = useFormikContext<ExpenseFormValues>();
  const lookup = useActorRef(lookupLogic, { input: lookupInput(initialValues, facts) });
  const { id, soporte } = facts.expense;
  return (
    <Section dense>
      <RepetitionCheck id_tienda={facts.fund.id_tienda} origen={id}>
        {soporte === null ? null : (
          <TextLink href={receiptUrl(soporte)}>Ver el soporte actual</TextLink>
        )}
        <ReceiptField replaces onFileChange={() => {}} />
        <SupplierFields lookup={lookup} facts={facts} />
        <PurchaseFields lookup={lookup} facts={facts} />
      </RepetitionCheck>
    </Section>
  );
}
