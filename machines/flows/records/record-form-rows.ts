/** Choices of the administration's forms. */
import type { ReferenceRow } from '#contract/calls/reference.calls.ts';

/** A row of a list of names: `tipo_doc`, `tipo_usuario`, `formato_tienda`. */
export type NamedRow = Pick<ReferenceRow<'tipo_doc'>, 'id' | 'nombre'>;

/** Somebody who may enter. */
export type PersonRow = Pick<ReferenceRow<'usuarios'>, 'id' | 'razon_social' | 'tipo'>;

/** The national one belongs to no municipality. */
type CityRow = Pick<ReferenceRow<'ciudades'>, 'id' | 'nombre' | 'id_municipio'>;

/** A city under a name that no other city has. */
export interface CityChoice {
  id: number;
  label: string;
}

/** DANE codes: the last three digits are the municipality's, those before them the department's. */
const departmentOf = (id_municipio: number): number => Math.trunc(id_municipio / 1000);

/** More than a hundred municipalities share their name with another one: the department tells them apart. */
export function cityChoices(
  cities: readonly CityRow[],
  departments: readonly { id: number; nombre_region: string }[],
): CityChoice[] {
  const names = new Map(departments.map(({ id, nombre_region }) => [id, nombre_region]));
  return cities.map(({ id, nombre, id_municipio }) => {
    const department = id_municipio === null ? undefined : names.get(departmentOf(id_municipio));
    return {
      id,
      label:
        department === undefined || department === nombre ? nombre : `${nombre} (${department})`,
    };
  });
}

/** The city that a text names exactly; undefined when none does. */
export const cityIdOf = (cities: readonly CityChoice[], text: string): number | undefined =>
  cities.find(({ label }) => label === text.trim())?.id;

export const cityLabelOf = (cities: readonly CityChoice[], id: number | undefined): string =>
  cities.find((city) => city.id === id)?.label ?? '';

/** The refusal of a text that names no city. */
export const cityMessage = 'Elija una ciudad de la lista.';
