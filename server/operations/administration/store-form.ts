import type { BodyOf } from '#contract/contract.ts';
import type { Reason } from '#contract/errors.ts';
import { toCentavos } from '#machines/domain/money.ts';
import type { ProfileId } from '#machines/domain/profiles.ts';
import type { NewRow } from '../../database/schema.ts';
import type { Trx } from '../../database/transactions.ts';
import { HttpError } from '../../errors/http-error.ts';
import { isReference } from '../../repositories/reference.repository.ts';
import { peopleById } from '../../repositories/store.repository.ts';

export type StoreForm = BodyOf<'/agregarTienda'>;

/** Columns of a store that a form fills, as they are stored. */
export const columnsOf = (form: StoreForm) =>
  ({
    nombre: form.nombre.trim(),
    direccion: form.direccion.trim(),
    telefono: form.telefono.trim(),
    email: form.email.trim(),
    centro_costo: form.centro_costo.trim(),
    centro_beneficio: form.centro_beneficio.trim(),
    id_gerente: form.gerente,
    id_supervisor: form.supervisor,
    id_formato: form.formato_tienda,
    base: toCentavos(form.base),
    id_ciudad: form.ciudad,
  }) satisfies NewRow<'tiendas'>;

/** The main manager and the others, each once. */
export const managersOf = (form: StoreForm) => ({
  responsable: form.responsable,
  adicionales: [...new Set(form.responsables_adicionales ?? [])].filter(
    (id) => id !== form.responsable,
  ),
});

/** A place of a store and the profile that whoever takes it must have. */
interface Place {
  guardia: string;
  id: number;
  profile: ProfileId;
  mensaje: string;
}

const placesOf = (form: StoreForm): Place[] => [
  {
    guardia: 'responsable',
    id: form.responsable,
    profile: 2,
    mensaje: 'El responsable no es válido.',
  },
  ...(form.responsables_adicionales ?? []).map((id) => ({
    guardia: 'responsables_adicionales',
    id,
    profile: 2 as const,
    mensaje: 'Un responsable adicional no es válido.',
  })),
  {
    guardia: 'supervisor',
    id: form.supervisor,
    profile: 3,
    mensaje: 'El supervisor no es válido.',
  },
  { guardia: 'gerente', id: form.gerente, profile: 8, mensaje: 'El gerente no es válido.' },
];

const oneself = 'No puede asignarse usted a una tienda.';

/**
 * People of a wrong profile, or who may not enter any more; and whoever fills in the form, who would see,
 * record or decide what is not his or hers.
 *
 * @param kept people whom the store has already: they may stay though they were deactivated
 */
async function brokenPlaces(
  trx: Trx,
  form: StoreForm,
  author: number,
  kept: readonly number[],
): Promise<Reason[]> {
  const places = placesOf(form);
  const people = await peopleById(
    trx,
    places.map(({ id }) => id),
  );
  const fits = ({ id, profile }: Place): boolean =>
    people.some(
      (person) =>
        person.id === id && person.tipo === profile && (person.active_ === 1 || kept.includes(id)),
    );
  const isOneself = ({ id }: Place): boolean => id === author && !kept.includes(id);
  return places
    .filter((place) => !fits(place) || isOneself(place))
    .map((place) => ({
      guardia: place.guardia,
      mensaje: fits(place) ? oneself : place.mensaje,
    }));
}

/** Every rule that needs the database, all broken ones at once. @param author whoever fills in the form */
export async function requireStoreForm(
  trx: Trx,
  form: StoreForm,
  author: number,
  kept: readonly number[] = [],
): Promise<void> {
  const motivos = await brokenPlaces(trx, form, author, kept);
  if (!(await isReference(trx, 'formato_tienda', form.formato_tienda))) {
    motivos.push({ guardia: 'formato_tienda', mensaje: 'El formato de tienda no es válido.' });
  }
  if (!(await isReference(trx, 'ciudades', form.ciudad))) {
    motivos.push({ guardia: 'ciudad', mensaje: 'La ciudad no es válida.' });
  }
  if (motivos.length > 0) throw new HttpError(422, { motivos });
}
