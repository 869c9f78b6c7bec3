import { useFormikContext } from 'formik';
import { excessNotice } from '#machines/flows/expenses/fund-excess.ts';
import type { ExpenseEntryFacts } from '#machines/flows/expenses/expense-entry.machine.ts';
import { recordingWindow } from '#machines/domain/dates.ts';
import { formatTypedMoney } from '../../actors/typed-money.ts';
import { DateField } from '../../components/DateField.tsx';
import { FieldGrid } from '../../components/FieldGrid.tsx';
import { MoneyField } from '../../components/MoneyField.tsx';
import { MultiSelectField } from '../../components/MultiSelectField.tsx';
import { TextAreaField } from '../../components/TextAreaField.tsx';
import { TextField } from '../../components/TextField.tsx';
import type { ExpenseFormValues } from './expense-form.ts';

/** Fields for what was bought, when, for how much, and under which categories of the store's format. */
export function PurchaseFields({ facts }: { facts: ExpenseEntryFacts }) {
  const { values } = useFormikContext<ExpenseFormValues>();
  const { min, max } = recordingWindow(facts.today);
  return (
    <FieldGrid columns={2}>
      <DateField name="fecha_gasto" label="Fecha de compra" required min={min} max={max} />
      <MoneyField
        name="valor"
        label="Valor"
        required
        help="Use el punto para los decimales: 12500.50"
        format={formatTypedMoney}
        notice={excessNotice(facts.fund, values.valor)}
      />
      <TextField
        name="recibo"
        label="Número de recibo"
        help="Solo letras y números"
        maxLength={100}
        required
      />
      <TextField
        name="encargado"
        label="Encargado de la compra"
        help="Opcional: quién hizo la compra"
        maxLength={200}
      />
      <TextAreaField name="concepto" label="Concepto" rows={5} maxLength={500} required />
      <MultiSelectField
        name="categoria"
        label="Categorías"
        required
        options={facts.categories.map(({ id, nombre }) => ({ value: id, label: nombre }))}
      />
    </FieldGrid>
  );
}
