import { useFormikContext } from 'formik';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { GuardedButton } from '../../components/GuardedButton.tsx';
import { TextField } from '../../components/TextField.tsx';
import type { ExpenseFormValues } from './expense-form.ts';

/** The person who bought it: few expenses say so. */
export function BuyerField() {
  const { values } = useFormikContext<ExpenseFormValues>();
  const [isFilled] = useState(values.encargado !== '');
  const [opened, setOpened] = useState(isFilled);
  if (!opened)
    return (
      <div>
        <GuardedButton variant="ghost" size="sm" icon={UserPlus} onClick={() => setOpened(true)}>
          Agregar quién hizo la compra
        </GuardedButton>
      </div>
    );
  return (
    <TextField
      name="encargado"
      label="Encargado de la compra"
      help="Opcional: quién hizo la compra"
      maxLength={200}
      autoFocus={!isFilled}
    />
  );
}
