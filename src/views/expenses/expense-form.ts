/** The form of a new expense as its controls need it: choices are text, ids are turned back for the flow. */
import { maximumSupportBytes, supportTypes } from '#contract/calls/expense.calls.ts';
import type { DateText } from '#machines/domain/dates.ts';
import {
  emptyExpenseEntry,
  type ExpenseEntryValues,
  entryRefusals,
} from '#machines/flows/expense-entry.form.ts';
import { fieldErrors, problemOfRules } from '#machines/flows/result.ts';

type Chosen = 'departamento' | 'ciudad' | 'categoria' | 'tipo_factura';

export interface ExpenseFormValues extends Omit<ExpenseEntryValues, Chosen> {
  departamento: string;
  ciudad: string;
  categoria: readonly string[];
  /** '1' yes, '0' no, '' not answered yet. */
  tipo_factura: string;
  /** Computed from the document number and only shown. */
  digito: string;
  archivo: File | null;
}

export const emptyExpenseForm: ExpenseFormValues = {
  ...emptyExpenseEntry,
  departamento: '',
  ciudad: '',
  categoria: [],
  tipo_factura: '',
  digito: '',
  archivo: null,
};

const idOf = (text: string): number | null => (text === '' ? null : Number(text));

export function toEntry({
  digito: _shown,
  archivo: _sentApart,
  ...values
}: ExpenseFormValues): ExpenseEntryValues {
  return {
    ...values,
    departamento: idOf(values.departamento),
    ciudad: idOf(values.ciudad),
    categoria: values.categoria.map(Number),
    tipo_factura: values.tipo_factura === '' ? null : values.tipo_factura === '1' ? 1 : 0,
  };
}

/** For formik: the sentences of the flow's own rules, one a field. */
export const validator = (today: DateText) => (values: ExpenseFormValues) =>
  fieldErrors(problemOfRules(entryRefusals(toEntry(values), values.archivo, today)));

/** What the file chooser takes. */
export const supportRules = {
  accept: Object.keys(supportTypes)
    .flatMap((kind) => (kind === 'jpg' ? ['.jpg', '.jpeg'] : [`.${kind}`]))
    .join(','),
  maxBytes: maximumSupportBytes,
} as const;
