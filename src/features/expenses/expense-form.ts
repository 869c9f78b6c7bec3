/** The form of a new expense: the values of the flow, with what is only shown and the file. */
import type { Expense } from '#contract/calls/expenses.calls.ts';
import {
  type EntryRules,
  type ExpenseEntryValues,
  emptyExpenseEntry,
  entryRefusals,
} from '#machines/flows/expenses/expense-entry.form.ts';
import { valuesOfExpense } from '#machines/flows/expenses/expense-correction.form.ts';
import type { ExpenseEntryFacts } from '#machines/flows/expenses/expense-entry.setup.ts';
import type { SupplierLookupInput } from '#machines/flows/expenses/supplier-lookup.machine.ts';
import type { FormDraft } from '../drafts/use-form-draft.ts';
import { formErrors } from '../../app/problems/form-errors.ts';

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

/** The form as it is saved while it is not saved: the file stays elsewhere, here is its name. */
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
const fromDraft = (
  draft: ExpenseDraftValues,
  { categories, file }: ExpenseEntryFacts,
): ExpenseFormValues => ({
  ...draft,
  categoria: draft.categoria.filter((id) => categories.some((row) => row.id === id)),
  archivo: draft.archivo === '' ? null : file,
});

/** The form of an expense that was recorded, with no file of its own. */
export const formOfExpense = (
  expense: Expense,
  { categories }: Pick<ExpenseEntryFacts, 'categories'>,
): ExpenseFormValues => ({
  ...emptyExpenseForm,
  ...valuesOfExpense(expense, categories),
  digito: expense.proveedor.digito,
});

/** The values that were typed before, else those of the rejected expense that is recorded again, with its file. */
export const firstValues = (
  { restored, untouched }: Pick<FormDraft<ExpenseDraftValues>, 'restored' | 'untouched'>,
  facts: ExpenseEntryFacts,
  recorded: number,
): ExpenseFormValues =>
  restored === null && facts.origin !== null && recorded === 0
    ? { ...formOfExpense(facts.origin, facts), archivo: facts.file }
    : fromDraft(restored?.values ?? untouched, facts);

/** Where the look-up of the supplier begins. */
export const lookupInput = (
  draft: ExpenseFormValues,
  { fund, suggestions }: ExpenseEntryFacts,
): SupplierLookupInput => ({
  id_tienda: fund.id_tienda,
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
  departamento_id: draft.departamento ?? suggestions.departamento,
});

/** For formik: the sentences of the flow's own rules, one a field. */
export const validator = (rules: EntryRules) => (values: ExpenseFormValues) =>
  formErrors(entryRefusals(values, values.archivo, rules));
