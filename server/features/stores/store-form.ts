import type { BodyOf } from '#contract/contract.ts';
import { type Reason, refusedIf } from '#contract/errors.ts';
import { isAble } from '#machines/domain/people/authority.ts';
import { toCentavos } from '#machines/domain/values/money.ts';
import type { ProfileId } from '#machines/domain/people/profiles.ts';
import { sameText } from '#machines/domain/values/texts.ts';
import type { NewRow } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { HttpError } from '../../platform/errors/http-error.ts';
import { lockAdministrationLog } from '../../platform/database/administration-log.repository.ts';
import { recordedInStore } from './charge.repository.ts';
import { storesByName } from './store.repository.ts';
import { isReference } from '../reference/reference.repository.ts';
import { type UserRow, lockUsers } from '../accounts/user.repository.ts';

export type StoreForm = Omit<BodyOf<'/editarTienda'>, 'id_tienda' | 'token'>;

/** Stored columns for the values of a store form. */
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

/** What no two stores have in common: name and cost centre, for comparison. */
export const storeKey = ({ nombre, centro_costo }: Pick<StoreForm, 'nombre' | 'centro_costo'>) =>
  JSON.stringify([sameText(nombre), sameText(centro_costo)]);

/** The main manager and the additional ones, without duplicates. */
export const managersOf = (form: StoreForm) => ({
  responsable: form.responsable,
  adicionales: [...new Set(form.responsables_adicionales ?? [])].filter(
    (id) => id !== form.responsable,
  ),
});

/** A post of a store, and the profile that its holder must have. */
interface PostAssignment {
  guardia: 'responsable' | 'responsables_adicionales' | 'supervisor' | 'gerente';
  id: number;
  profile: ProfileId;
  mensaje: string;
}

/** Current holders of the posts of a store, who may stay even if they can no longer do the work. */
export type PostHolders = Readonly<Record<PostAssignment['guardia'], readonly number[]>>;

const postsOf = (form: StoreForm): PostAssignment[] => [
  {
    guardia: 'responsable',
    id: form.responsable,
    profile: 2,
    mensaje: 'El responsable no es válido.',
  },
  ...(form.responsables_adicionales ?? []).map((id) => ({
    guardia: 'responsables_adicionales' as const,
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

const recordedHere =
  'Registró gastos de esta tienda que todavía se deciden: elija a otra persona como supervisor.';
const noManager = 'La tienda necesita al menos una persona responsable en uso.';

/**
 * Refuses people of a wrong profile or unable to do its work; the author of the form, who would see, record or decide
 * more than allowed; a new supervisor who recorded expenses that he or she would have to decide; and a store without
 * anyone who can send its boxes.
 *
 * @param edited the store with the current holders of its posts, who may stay; undefined for a new store
 */
async function postViolations(
  trx: Trx,
  form: StoreForm,
  author: number,
  people: readonly UserRow[],
  edited: EditedStore | undefined,
): Promise<Reason[]> {
  const places = postsOf(form);
  const works = (place: PostAssignment): boolean =>
    people.some(
      (person) => person.id === place.id && person.tipo === place.profile && isAble(person),
    );
  const stays = ({ guardia, id }: PostAssignment): boolean =>
    !!edited?.stored[guardia].includes(id);
  const recorded =
    edited !== undefined &&
    !edited.stored.supervisor.includes(form.supervisor) &&
    (await recordedInStore(trx, form.supervisor, edited.id));
  const sends = places.some((place) => place.profile === 2 && works(place));
  const broken = [
    ...places
      .filter((place) => !stays(place) && (!works(place) || place.id === author))
      .map((place) => ({
        guardia: place.guardia,
        mensaje: works(place) ? oneself : place.mensaje,
      })),
    ...(recorded ? [{ guardia: 'supervisor', mensaje: recordedHere }] : []),
  ];
  // Errors about a named person come before the missing manager.
  return broken.length > 0 || sends ? broken : [{ guardia: 'responsable', mensaje: noManager }];
}

interface EditedStore {
  id: number;
  stored: PostHolders;
}

const repeated = 'Ya hay una tienda con este nombre y este centro de costo.';

/**
 * Refuses the name and cost centre of another store, and a base with centavos; a stored one stays until it is changed.
 * The administration log must be locked, so that of two forms with one name the second finds the store of the first.
 */
async function ownReasons(
  trx: Trx,
  form: StoreForm,
  edited: EditedStore | undefined,
): Promise<Reason[]> {
  const key = storeKey(form);
  const stores = await storesByName(trx);
  const stored = stores.find(({ id }) => id === edited?.id);
  const isTaken =
    (stored === undefined || storeKey(stored) !== key) &&
    stores.some((one) => storeKey(one) === key);
  const isWhole = Number.isInteger(form.base) || toCentavos(form.base) === stored?.base;
  return [
    ...refusedIf(isTaken, 'nombre', repeated),
    ...refusedIf(!isWhole, 'base', 'Solo números'),
  ];
}

/**
 * Checks every rule that needs the database and returns all broken ones.
 *
 * @param author the person who fills in the form
 * @param people the users in the form, locked when the store is written
 * @param edited absent for a new store
 */
export async function storeReasons(
  trx: Trx,
  form: StoreForm,
  author: number,
  people: readonly UserRow[],
  edited?: EditedStore,
): Promise<Reason[]> {
  const motivos = await postViolations(trx, form, author, people, edited);
  const offered = await trx
    .selectFrom('formato_tienda')
    .select('id')
    .where('id', '=', form.formato_tienda)
    .where((of) =>
      of.or([
        of('active_', '=', 1),
        of.exists(
          of
            .selectFrom('tiendas')
            .select('tiendas.id')
            .whereRef('tiendas.id_formato', '=', 'formato_tienda.id')
            .where('tiendas.id', '=', edited?.id ?? 0),
        ),
      ]),
    )
    .executeTakeFirst();
  if (offered === undefined) {
    motivos.push({ guardia: 'formato_tienda', mensaje: 'Elija un formato en uso.' });
  }
  if (!(await isReference(trx, 'ciudades', form.ciudad))) {
    motivos.push({ guardia: 'ciudad', mensaje: 'La ciudad no es válida.' });
  }
  return motivos;
}

/** @throws HttpError 422 with the reasons */
export async function requireStoreForm(
  trx: Trx,
  form: StoreForm,
  author: number,
  edited?: EditedStore,
): Promise<void> {
  const people = await lockUsers(trx, [...new Set(postsOf(form).map(({ id }) => id))]);
  await lockAdministrationLog(trx);
  const motivos = [
    ...(await storeReasons(trx, form, author, people, edited)),
    ...(await ownReasons(trx, form, edited)),
  ];
  if (motivos.length > 0) throw new HttpError(422, { motivos });
}
