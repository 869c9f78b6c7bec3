import { chakra } from '@chakra-ui/react/styled-system';
import { useFormikContext } from 'formik';
import {
  candidatesFor,
  type StoreFormFacts,
  type StoreValues,
} from '#machines/flows/records/store.form.ts';
import { FieldGrid } from '../../components/FieldGrid.tsx';
import { MultiSelectField } from '../../components/MultiSelectField.tsx';
import { SelectField } from '../../components/SelectField.tsx';
import { optionsOf } from '../records/named-options.ts';

/** People who answer for the store; the main manager is not among the additional ones. */
export function PeopleFields({ facts }: { facts: StoreFormFacts }) {
  const { values } = useFormikContext<StoreValues>();
  const managers = optionsOf(candidatesFor('responsable', facts));
  return (
    <chakra.div display="grid" gap="5">
      <FieldGrid columns={3}>
        <SelectField name="responsable" label="Responsable" required options={managers} />
        <SelectField
          name="supervisor"
          label="Supervisor"
          required
          options={optionsOf(candidatesFor('supervisor', facts))}
        />
        <SelectField
          name="gerente"
          label="Gerente"
          required
          options={optionsOf(candidatesFor('gerente', facts))}
        />
      </FieldGrid>
      <MultiSelectField
        name="responsables_adicionales"
        label="Responsables adicionales"
        help="Opcional"
        options={managers.filter(({ value }) => value !== values.responsable)}
      />
    </chakra.div>
  );
}
