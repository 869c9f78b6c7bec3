import type { Successor } from '#machines/flows/records/record-list.machine.ts';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { optionsOf } from '../records/named-options.ts';

/** Choice of the person who takes over everything that hangs on somebody. */
export function SuccessorField({ successors }: { successors: readonly Successor[] }) {
  return (
    <SelectField
      name="pasar_a"
      label="Pasar todo a"
      required
      disabled={successors.length === 0}
      help={
        successors.length === 0
          ? 'No hay otra persona activa con el mismo perfil: cree o active una primero.'
          : undefined
      }
      options={optionsOf(successors)}
    />
  );
}
