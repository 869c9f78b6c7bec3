import { useFormikContext } from 'formik';
import type { ActorRefFrom } from 'xstate';
import { supplierDocument } from '#contract/calls/expense.calls.ts';
import { checkDigit } from '#machines/domain/check-digit.ts';
import type { SupplierRow } from '#machines/flows/expenses/reference-rows.ts';
import type { supplierLookupMachine } from '#machines/flows/expenses/supplier-lookup.machine.ts';
import type { ExpenseFormValues } from './expense-form.ts';

/** Keeps document, check digit and name of the form together with the look-up. */
export function useSupplierFields(
  lookup: ActorRefFrom<typeof supplierLookupMachine>,
  matches: readonly SupplierRow[],
) {
  const { values, setValues } = useFormikContext<ExpenseFormValues>();

  const type = (num_doc: string) => {
    const whole = supplierDocument().isValidSync(num_doc.trim());
    void setValues({
      ...values,
      num_doc,
      // Of a number that is still being typed it would say nothing.
      digito: whole ? (checkDigit(num_doc.trim()) ?? '') : '',
      id_proveedor: null,
      // The name of a known supplier is not the name of another document.
      proveedor: values.id_proveedor === null ? values.proveedor : '',
    });
    lookup.send({ type: 'TYPE_DOCUMENT', num_doc });
  };

  const choose = (num_doc: string) => {
    const supplier = matches.find((row) => row.num_doc === num_doc);
    if (supplier === undefined) return;
    void setValues({
      ...values,
      num_doc,
      digito: checkDigit(num_doc) ?? supplier.digito,
      id_proveedor: supplier.id,
      proveedor: supplier.nombre,
    });
    lookup.send({ type: 'CHOOSE', supplier });
  };

  /** Chooses a known supplier whose whole number was typed. */
  const leave = (text: string) => choose(text.trim());

  return { type, choose, leave };
}
