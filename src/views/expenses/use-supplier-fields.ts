import { useFormikContext } from 'formik';
import type { ActorRefFrom } from 'xstate';
import type { ExpenseEntryFacts } from '#machines/flows/expenses/expense-entry.machine.ts';
import type { SupplierRow } from '#machines/flows/expenses/reference-rows.ts';
import type { supplierLookupMachine } from '#machines/flows/expenses/supplier-lookup.machine.ts';
import type { ExpenseFormValues } from './expense-form.ts';
import { withDocument, withSupplier } from './supplier-values.ts';

/** Keeps document, check digit and name of the form together with the look-up, and proposes what goes with them. */
export function useSupplierFields(
  lookup: ActorRefFrom<typeof supplierLookupMachine>,
  matches: readonly SupplierRow[],
  facts: ExpenseEntryFacts,
) {
  const { values, setValues } = useFormikContext<ExpenseFormValues>();

  const type = (num_doc: string) => {
    void setValues(withDocument(values, num_doc, facts));
    lookup.send({ type: 'TYPE_DOCUMENT', num_doc });
  };

  const choose = (supplier: SupplierRow) => {
    void setValues(withSupplier(values, supplier, facts));
    lookup.send({ type: 'CHOOSE', supplier });
  };

  /** Chooses one of the matches by its whole number. */
  const chooseMatch = (num_doc: string) => {
    const supplier = matches.find((row) => row.num_doc === num_doc.trim());
    if (supplier !== undefined) choose(supplier);
  };

  return { type, choose, chooseMatch };
}
