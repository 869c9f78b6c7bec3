import { personTypes } from '#contract/calls/review.calls.ts';
import type { DocumentClassRow } from '#machines/flows/expenses/expense-facts.ts';
import { RadioGroupField } from '../../ui/fields/RadioGroupField.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';

/** Document class and person type of the expense. */
export function ClassificationFields({
  documentClasses,
}: {
  documentClasses: readonly DocumentClassRow[];
}) {
  return (
    <>
      <SelectField
        name="indicador"
        label="Clase de documento"
        required
        options={documentClasses.map(({ id, nombre }) => ({
          value: id,
          label: nombre,
        }))}
      />
      <RadioGroupField
        name="tipo_persona"
        label="Tipo de persona"
        required
        options={personTypes.map((type) => ({ value: type, label: personTypeNames[type] }))}
      />
    </>
  );
}

/** Names of the person types. */
export const personTypeNames = {
  PJ: 'PJ - Persona jurídica',
  PN: 'PN - Persona natural',
} as const satisfies Record<(typeof personTypes)[number], string>;
