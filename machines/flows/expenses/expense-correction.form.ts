/** The form of an expense that is corrected: that of a new one, filled in with what was recorded. */
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
  /** Another file in place of the one that is there. */
  archivo: File | null;
}

interface CorrectionRequest {
  body: RequestOf<'/corregirGasto'>;
  archivo: File | null;
}

/** The fund without what the expense takes of it already: that is what another value is held against. */
export const correctionFacts = (
  facts: Omit<ExpenseEntryFacts, 'file' | 'origin'>,
  expense: Expense,
): CorrectionFacts => ({
  ...facts,
  // Its supplier is there: nothing is proposed.
  suggestions: { ...facts.suggestions, proveedores: [] },
  fund: { ...facts.fund, disponible: facts.fund.disponible + expense.valor },
  file: null,
  origin: null,
  expense,
});

/** Refusals of another date than one that the store could have recorded, on the day of the expense or later. */
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
