/** The fields of the form that go with its supplier. */
import { supplierDocument } from '#contract/calls/expenses.calls.ts';
import { checkDigit } from '#machines/domain/values/document-keys.ts';
import type { ExpenseEntryFacts } from '#machines/flows/expenses/expense-entry.setup.ts';
import {
  proposalOf,
  proposalOfNewcomer,
  proposed,
} from '#machines/flows/expenses/expense-proposals.ts';
import type { SupplierRow } from '#machines/flows/expenses/expense-facts.ts';
import type { ExpenseFormValues } from './expense-form.ts';

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
    digito: whole ? (checkDigit(num_doc.trim()) ?? '') : '',
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
