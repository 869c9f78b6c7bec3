import type { CityChoice } from '#machines/flows/records/record-form-rows.ts';
import { FieldGrid } from '../../components/FieldGrid.tsx';
import { TextField } from '../../components/TextField.tsx';
import { CityField } from '../records/CityField.tsx';

/** What the store is called and how it is reached. */
export function PlaceFields({ cities }: { cities: readonly CityChoice[] }) {
  return (
    <FieldGrid columns={2}>
      <TextField name="nombre" label="Nombre" maxLength={100} required />
      <CityField name="ciudad" label="Ciudad" cities={cities} />
      <TextField name="direccion" label="Dirección" maxLength={200} required />
      <TextField name="telefono" label="Teléfono" type="tel" maxLength={30} required />
      <TextField name="email" label="Correo electrónico" type="email" maxLength={254} required />
    </FieldGrid>
  );
}
