/** The form of a new expense: the values of the flow, with what is only shown and the file. */
import { maximumSupportBytes, supportTypes } from '#contract/calls/expense.calls.ts';
import {
  type EntryRules,
  emptyExpenseEntry,
  type ExpenseEntryValues,
  entryRefusals,
} from '#machines/flows/expenses/expense-entry.form.ts';
import type { ExpenseEntryFacts } from '#machines/flows/expenses/expense-entry.machine.ts';
import { fieldErrors, problemOfRules } from '#machines/flows/result.ts';
import type { SupplierLookupInput } from '#machines/flows/expenses/supplier-lookup.machine.ts';

export interface ExpenseFormValues extends ExpenseEntryValues {
  /** Computed from the document number and only shown. */
  digito: string;
  archivo: File | null;
}

export const emptyExpenseForm: ExpenseFormValues = {
  ...emptyExpenseEntry,
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
  { categories, file }: ExpenseEntryFacts,
): ExpenseFormValues => ({
  ...draft,
  categoria: draft.categoria.filter((id) => categories.some((row) => row.id === id)),
  archivo: draft.archivo === '' ? null : file,
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
  departamento_id: draft.departamento,
});

/** For formik: the sentences of the flow's own rules, one a field. */
export const validator = (rules: EntryRules) => (values: ExpenseFormValues) =>
  fieldErrors(problemOfRules(entryRefusals(values, values.archivo, rules)));

/** Types that the file chooser takes. */
export const supportRules = {
  accept: Object.keys(supportTypes)
    .flatMap((kind) => (kind === 'jpg' ? ['.jpg', '.jpeg'] : [`.${kind}`]))
    .join(','),
  maxBytes: maximumSupportBytes,
} as const;
