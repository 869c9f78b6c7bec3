import { useFormikContext } from 'formik';
import { FieldGrid } from '../../components/FieldGrid.tsx';
import { RadioGroupField } from '../../components/RadioGroupField.tsx';
import { Reveal } from '../../components/Reveal.tsx';
import { TextField } from '../../components/TextField.tsx';
import type { ExpenseFormValues } from './expense-form.ts';

/** Electronic invoice: yes, with its number, or no. */
export function InvoiceFields() {
  const { values } = useFormikContext<ExpenseFormValues>();
  return (
    <FieldGrid columns={2}>
      <RadioGroupField
        name="tipo_factura"
        label="¿Tiene factura electrónica?"
        variant="inline"
        required
        options={[
          { value: 1, label: 'Sí' },
          { value: 0, label: 'No' },
        ]}
      />
      <Reveal when={values.tipo_factura === 1}>
        <TextField
          name="numero_factura"
          label="Número de factura"
          help="Solo letras y números"
          maxLength={100}
          required
        />
      </Reveal>
    </FieldGrid>
  );
}
