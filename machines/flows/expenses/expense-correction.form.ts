/** The form that corrects an expense: the form of a new one, filled in with the recorded values. */
import type { Expense } from '#contract/calls/expenses.calls.ts';
import type { RequestOf } from '#contract/contract.ts';
import { fillAll } from '#contract/fields.ts';
import { recordingWindow } from '../../domain/values/dates.ts';
import type { FailedGuard } from '#contract/errors.ts';
import { purchaseDateRefusals } from '../steps/date-range.form.ts';
import { type RecordKind, createRecordFormMachine } from '../records/record-form.machine.ts';
import {
  type ExpenseEntryValues,
  entryRefusals,
  entryRequest,
  fileRefusals,
} from './expense-entry.form.ts';
import type { ExpenseEntryFacts } from './expense-entry.setup.ts';

export interface CorrectionFacts extends ExpenseEntryFacts {
  expense: Expense;
}

interface CorrectionValues extends ExpenseEntryValues {
  /** A file that replaces the current receipt; null to leave it. */
  archivo: File | null;
}

interface CorrectionRequest {
  body: RequestOf<'/corregirGasto'>;
  archivo: File | null;
}

/** Adds the value of the expense back to the available fund, against which a new value is checked. */
export const correctionFacts = (
  facts: Omit<ExpenseEntryFacts, 'file' | 'origin'>,
  expense: Expense,
): CorrectionFacts => ({
  ...facts,
  // The supplier is known: nothing is proposed.
  // The server judges a correction by the limits of its recording.
  suggestions: { ...facts.suggestions, proveedores: [], topes: [] },
  fund: { ...facts.fund, disponible: facts.fund.disponible + expense.valor },
  file: null,
  origin: null,
  expense,
});

/** Refuses a changed date before the earliest one allowed when the expense was recorded, or after today. */
const dateRefusals = (
  { fecha_gasto }: CorrectionValues,
  { expense, today }: CorrectionFacts,
): FailedGuard[] =>
  fecha_gasto === '' || fecha_gasto === expense.fecha_gasto
    ? []
    : purchaseDateRefusals(fecha_gasto, {
        min: recordingWindow(expense.fecha_registro).min,
        max: today,
      });

export const correctionKind: RecordKind<CorrectionFacts, CorrectionValues, CorrectionRequest> = {
  draft: 'correccion',
  secret: ['archivo'],
  refusals: (values, facts) => [
    ...entryRefusals(
      { ...values, fecha_gasto: values.fecha_gasto && facts.today },
      null,
      facts,
    ).filter(({ guardia }) => guardia !== 'archivo'),
    ...dateRefusals(values, facts),
    ...(values.archivo === null ? [] : fileRefusals(values.archivo)),
  ],
  request: (values, { expense: { id, id_tienda, version } }) => {
    const { id_tienda: _, ...body } = entryRequest(values, id_tienda);
    return { body: { ...body, id_gasto: id, version }, archivo: values.archivo };
  },
  incomplete: fillAll,
  destination: ({ expense }) => ({ route: 'verCaja', params: { idCaja: expense.id_caja } }),
};

export const expenseCorrectionMachine = createRecordFormMachine(correctionKind);
