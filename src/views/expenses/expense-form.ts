/** The form of a new expense as its controls need it: choices are text, ids are turned back for the flow. */
import { maximumSupportBytes, supportTypes } from '#contract/calls/expense.calls.ts';
import {
  type EntryRules,
  emptyExpenseEntry,
  type ExpenseEntryValues,
  entryRefusals,
} from '#machines/flows/expenses/expense-entry.form.ts';
import type { CategoryRow } from '#machines/flows/expenses/reference-rows.ts';
import { fieldErrors, problemOfRules } from '#machines/flows/result.ts';
import type { SupplierLookupInput } from '#machines/flows/expenses/supplier-lookup.machine.ts';

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

/** The form as it is kept while it is not saved: the file stays elsewhere, here is its name. */
export interface ExpenseDraftValues extends Omit<ExpenseFormValues, 'archivo'> {
  /** Empty while no file is chosen. */
  archivo: string;
}

export const emptyExpenseDraft: ExpenseDraftValues = { ...emptyExpenseForm, archivo: '' };

export const toDraft = (values: ExpenseFormValues): ExpenseDraftValues => ({
  ...values,
  archivo: values.archivo?.name ?? '',
});

/** The form with what was typed before; a category that the store has no longer is left out. */
export const fromDraft = (
  draft: ExpenseDraftValues,
  categories: readonly CategoryRow[],
): ExpenseFormValues => ({
  ...draft,
  categoria: draft.categoria.filter((id) => categories.some((row) => String(row.id) === id)),
  archivo: null,
});

/** Where the look-up of the supplier begins. */
export const lookupInput = (draft: ExpenseDraftValues): SupplierLookupInput => ({
  num_doc: draft.num_doc.trim(),
  supplier:
    draft.id_proveedor === null
      ? null
      : {
          id: draft.id_proveedor,
          num_doc: draft.num_doc,
          digito: draft.digito,
          nombre: draft.proveedor,
        },
  departamento_id: idOf(draft.departamento),
});

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
export const validator = (rules: EntryRules) => (values: ExpenseFormValues) =>
  fieldErrors(problemOfRules(entryRefusals(toEntry(values), values.archivo, rules)));

/** What the file chooser takes. */
export const supportRules = {
  accept: Object.keys(supportTypes)
    .flatMap((kind) => (kind === 'jpg' ? ['.jpg', '.jpeg'] : [`.${kind}`]))
    .join(','),
  maxBytes: maximumSupportBytes,
} as const;
