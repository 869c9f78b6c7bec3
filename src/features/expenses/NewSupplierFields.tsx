import { useFormikContext } from 'formik';
import type { ActorRefFrom } from 'xstate';
import {
  lookupProblemOf,
  municipalitiesAreLoading,
  municipalitiesFailed,
  municipalitiesOf,
} from '#machines/flows/expenses/expense-entry.machine.ts';
import { isProposed } from '#machines/flows/expenses/expense-proposals.ts';
import type { DepartmentRow } from '#machines/flows/expenses/expense-facts.ts';
import type { supplierLookupMachine } from '#machines/flows/expenses/supplier-lookup.machine.ts';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { useWhenBack } from '../../ui/fields/return-signal.ts';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { useSnapshot } from '../../ui/layout/use-snapshot.ts';
import type { ExpenseFormValues } from './expense-form.ts';

interface NewSupplierFieldsProps {
  lookup: ActorRefFrom<typeof supplierLookupMachine>;
  departments: readonly DepartmentRow[];
}

/** Address, department and city of a supplier that nobody has recorded yet. */
export function NewSupplierFields({ lookup, departments }: NewSupplierFieldsProps) {
  const { values, setFieldValue } = useFormikContext<ExpenseFormValues>();
  const snapshot = useSnapshot(lookup);
  const municipalities = municipalitiesOf(snapshot);
  const failed = municipalitiesFailed(snapshot);
  const retry = () => lookup.send({ type: 'RETRY' });
  useWhenBack(failed ? retry : undefined);
  const chooseDepartment = (text: string) => {
    void setFieldValue('ciudad', null);
    if (text !== '') lookup.send({ type: 'CHOOSE_DEPARTMENT', departamento_id: Number(text) });
  };
  return (
    <>
      <TextField name="direccion" label="Dirección" maxLength={200} required />
      <SelectField
        name="departamento"
        label="Departamento"
        required
        proposed={isProposed(values, 'departamento')}
        options={departments.map(({ id, nombre_region }) => ({
          value: id,
          label: nombre_region,
        }))}
        onValueChange={chooseDepartment}
      />
      <SelectField
        name="ciudad"
        label="Ciudad"
        required
        proposed={isProposed(values, 'ciudad')}
        loading={municipalitiesAreLoading(snapshot)}
        options={municipalities.map(({ id_municipio, municipio }) => ({
          value: id_municipio,
          label: municipio,
        }))}
        help={municipalities.length === 0 ? 'Elija primero el departamento' : undefined}
      />
      {failed ? (
        <InlineAlert
          tone="warning"
          title="No se pudieron cargar las ciudades"
          action={
            <GuardedButton size="sm" onClick={retry}>
              Reintentar
            </GuardedButton>
          }
        >
          {lookupProblemOf(snapshot)?.msg}
        </InlineAlert>
      ) : null}
    </>
  );
}
