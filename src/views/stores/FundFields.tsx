import type { NamedRow } from '#machines/flows/records/record-form-rows.ts';
import { FieldGrid } from '../../components/FieldGrid.tsx';
import { SelectField } from '../../components/SelectField.tsx';
import { TextField } from '../../components/TextField.tsx';
import { optionsOf } from '../records/named-options.ts';

/** The format decides which categories its expenses have; the base is the fund it works with. */
export function FundFields({ formats }: { formats: readonly NamedRow[] }) {
  return (
    <FieldGrid columns={2}>
      <SelectField
        name="formato_tienda"
        label="Formato de tienda"
        required
        options={optionsOf(formats)}
      />
      <TextField
        name="base"
        label="Base"
        inputMode="numeric"
        help="Pesos, solo números"
        maxLength={12}
        required
      />
      <TextField name="centro_costo" label="Centro de costo" maxLength={30} required />
      <TextField name="centro_beneficio" label="Centro de beneficio" maxLength={30} required />
    </FieldGrid>
  );
}
