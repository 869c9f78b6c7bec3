import { chakra } from '@chakra-ui/react/styled-system';
import { useSelector } from '@xstate/react';
import { useFormikContext } from 'formik';
import type { ActorRefFrom } from 'xstate';
import { formatPesos } from '#machines/domain/money.ts';
import { offeredInvoicesOf } from '#machines/flows/expenses/expense-entry.selectors.ts';
import { filledFromInvoice, invoicesNamed } from '#machines/flows/expenses/expense-proposals.ts';
import type { supplierLookupMachine } from '#machines/flows/expenses/supplier-lookup.machine.ts';
import { QuickChoices } from '../../components/QuickChoices.tsx';
import type { ExpenseFormValues } from './expense-form.ts';

/** The electronic invoices of the supplier that no expense has: the one that is chosen fills the form. */
export function OfferedInvoices({
  lookup,
}: {
  lookup: ActorRefFrom<typeof supplierLookupMachine>;
}) {
  const { values, setValues } = useFormikContext<ExpenseFormValues>();
  const invoices = useSelector(lookup, offeredInvoicesOf);
  if (invoices.length === 0) return null;
  const [chosen] = invoicesNamed(values, invoices);
  return (
    <chakra.div gridColumn="1 / -1" minW="0">
      <chakra.p textStyle="sm" fontWeight="semibold" mb="1.5">
        Facturas electrónicas sin gasto
      </chakra.p>
      <QuickChoices
        label="Facturas electrónicas sin gasto"
        options={invoices.map(({ numero_factura, fecha, valor }, index) => ({
          value: index,
          label: `${numero_factura} · ${formatPesos(valor)}`,
          description: fecha,
        }))}
        chosen={chosen === undefined ? null : invoices.indexOf(chosen)}
        onChoose={(index) => {
          const invoice = invoices[index];
          if (invoice !== undefined) void setValues(filledFromInvoice(values, invoice));
        }}
      />
    </chakra.div>
  );
}
