import { type Expense, supplierDocument } from '#contract/calls/expenses.calls.ts';
import { readDocument } from '#contract/typed-values.ts';
import { checkDigit } from '#machines/domain/values/document-keys.ts';
import {
  type EntryRules,
  type ExpenseEntryValues,
  emptyExpenseEntry,
  entryRefusals,
  valuesOfExpense,
} from '#machines/flows/expenses/expense-entry.form.ts';
import type { ExpenseEntryFacts } from '#machines/flows/expenses/expense-entry.setup.ts';
import type { SupplierRow } from '#machines/flows/expenses/expense-facts.ts';
import {
  proposalOf,
  proposalOfNewcomer,
  proposed,
} from '#machines/flows/expenses/expense-proposals.ts';
import type { SupplierLookupInput } from '#machines/flows/expenses/supplier-lookup.machine.ts';
import { formErrors } from '../../app/problems/ProblemAlert.tsx';
import type { FormDraft } from '../drafts/SavedDraft.tsx';

/** The form of a new expense: the values of the flow, with what is only shown and the file. */

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

/** The fields of the form that go with its supplier. */

/** A document is typed, or words of a name. @param name that of the paper, for a supplier that nobody knows yet */
export function withDocument(
  values: ExpenseFormValues,
  num_doc: string,
  facts: ExpenseEntryFacts,
  name?: string,
): ExpenseFormValues {
  const whole = num_doc.trim() !== '' && supplierDocument().isValidSync(num_doc.trim());
  const typed = {
    ...values,
    num_doc,
    // Of a number that is still being typed it would say nothing.
    digito: whole ? (checkDigit(readDocument(num_doc)) ?? '') : '',
    id_proveedor: null,
    // The name of a known supplier is not the name of another document.
    proveedor: name ?? (values.id_proveedor === null ? values.proveedor : ''),
  };
  // Who is known has a proposal of its own.
  return proposed(typed, whole ? proposalOfNewcomer(facts) : {});
}

/** One of the known suppliers is chosen. */
export const withSupplier = (
  values: ExpenseFormValues,
  supplier: SupplierRow,
  facts: ExpenseEntryFacts,
): ExpenseFormValues =>
  proposed(
    {
      ...values,
      num_doc: supplier.num_doc,
      digito: checkDigit(supplier.num_doc) ?? supplier.digito,
      id_proveedor: supplier.id,
      proveedor: supplier.nombre,
    },
    proposalOf(supplier.id, facts),
  );
