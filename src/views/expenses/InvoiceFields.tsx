import { useFormikContext } from 'formik';
import { numberAsKept } from '#machines/domain/document-keys.ts';
import { isProposed } from '#machines/flows/expenses/expense-proposals.ts';
import { FieldGrid } from '../../components/FieldGrid.tsx';
import { RadioGroupField } from '../../components/RadioGroupField.tsx';
import { Reveal } from '../../components/Reveal.tsx';
import { TextField } from '../../components/TextField.tsx';
import type { ExpenseFormValues } from './expense-form.ts';

/** Electronic invoice: yes, with its number, or no. */
export function InvoiceFields() {
  const { values } = useFormikContext<ExpenseFormValues>();
  const kept = numberAsKept(values.numero_factura);
  return (
    <FieldGrid columns={2}>
      <RadioGroupField
        name="tipo_factura"
        label="¿Tiene factura electrónica?"
        variant="buttons"
        required
        proposed={isProposed(values, 'tipo_factura')}
        options={[
          { value: 1, label: 'Sí' },
          { value: 0, label: 'No' },
        ]}
      />
      <Reveal when={values.tipo_factura === 1}>
        <TextField
          name="numero_factura"
          label="Número de factura"
          help={kept === values.numero_factura.trim() ? 'Letras y números' : `Se guarda ${kept}`}
          maxLength={100}
          required
        />
      </Reveal>
    </FieldGrid>
  );
}
