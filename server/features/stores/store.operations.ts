import type { NewPerson } from '#contract/calls/administration.calls.ts';
import type { BodyOf } from '#contract/contract.ts';
import { type Reason, successes } from '#contract/errors.ts';
import { fundOf } from '#machines/domain/fund/fund.ts';
import { toPesos } from '#machines/domain/values/money.ts';
import { type StorePlace, storePlaceNames, storePlaces } from '#machines/domain/people/profiles.ts';
import { currentVersion, requireSeen } from '../../platform/database/record-version.repository.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { HttpError } from '../../platform/errors/http-error.ts';
import { requirePermission } from '../../platform/access/call.policy.ts';
import { hashOfNoPassword } from '../accounts/passwords.ts';
import { fundParts, fundsOfStores } from '../cases/fund.repository.ts';
import { storeInScope } from '../cases/scope.repository.ts';
import { changeBase, openDecrease } from '../cases/stored-movement.ts';
import {
  insertStore,
  listStores,
  lockStore,
  managersOfStore,
  namesOfStore,
  peopleNamedBy,
  replaceManagers,
  type StoreRow,
  updateStore,
} from './store.repository.ts';
import { lockHolder, lockUsers } from '../accounts/user.repository.ts';
import { openNextBox } from '../cases/box.repository.ts';
import { createPerson } from '../invitations/invitation.operations.ts';
import {
  actorOf,
  authorOf,
  done,
  type Operation,
  type SessionContext,
} from '../../platform/http/operation.ts';
import {
  columnsOf,
  type PostHolders,
  managersOf,
  requireStoreForm,
  type StoreForm,
} from './store-form.ts';
import { refuseDuplicates, userReasons } from '../accounts/user-form.ts';

/** Available fund and amounts under way of each store, in pesos. */
async function fundsInPesos(
  trx: Trx,
  stores: readonly { id: number }[],
): Promise<(id: number) => ReturnType<typeof fundParts>> {
  const funds = await fundsOfStores(
    trx,
    stores.map(({ id }) => id),
  );
  return (id) => {
    return fundParts(funds.get(id) ?? fundOf(0, []));
  };
}

const stores: Operation<'/obtenerTiendas'> = (input, context) =>
  context.read(async (trx) => {
    const { rows, total } = await listStores(trx, context.session, input);
    context.setTotal(total);
    const fundOf = await fundsInPesos(trx, rows);
    return rows.map((row) => ({ ...row, base: toPesos(row.base), ...fundOf(row.id) }));
  });

const storeById: Operation<'/obtenerTiendaById'> = ({ id_tienda }, context) =>
  context.read(async (trx) => {
    const version = await currentVersion(trx);
    const store = await storeInScope(trx, context.session, id_tienda);
    const names = await namesOfStore(trx, store);
    const { responsable, adicionales } = await managersOfStore(trx, store.id);
    const fundOf = await fundsInPesos(trx, [store]);
    return {
      version,
      id: store.id,
      nombre: store.nombre,
      direccion: store.direccion,
      telefono: store.telefono,
      email: store.email,
      centro_costo: store.centro_costo,
      centro_beneficio: store.centro_beneficio,
      responsable,
      responsables_adicionales: adicionales,
      gerente: store.id_gerente,
      id_gerente: store.id_gerente,
      supervisor: store.id_supervisor,
      id_supervisor: store.id_supervisor,
      personas: await peopleNamedBy(
        trx,
        [store.id_gerente, store.id_supervisor, ...adicionales, responsable ?? []].flat(),
      ),
      formato_tienda: store.id_formato,
      id_formato: store.id_formato,
      tipo_formato: names.formato,
      base_formato: names.formato,
      base: toPesos(store.base),
      ciudad: store.id_ciudad,
      nombre_ciudad: names.ciudad,
      active_: store.active_,
      por_devolver: toPesos((await openDecrease(trx, store.id))?.valor ?? 0),
      ...fundOf(store.id),
    };
  });

/** Creates a store with its managers and an open box for its first expenses. */
export async function writeStore(
  trx: Trx,
  context: SessionContext,
  form: StoreForm,
): Promise<number> {
  const id_tienda = await insertStore(trx, columnsOf(form), authorOf(context));
  await replaceManagers(trx, id_tienda, managersOf(form), authorOf(context));
  await openNextBox(trx, id_tienda, context.now());
  return id_tienda;
}

type NewStore = BodyOf<'/agregarTienda'>;
type Newcomer = readonly [post: StorePlace, person: NewPerson];

const newcomersOf = (input: NewStore): Newcomer[] =>
  storePlaceNames.flatMap((post) => {
    const person = input[`${post}_nuevo`];
    return person ? [[post, person] as const] : [];
  });

/**
 * Creates the new people of a new store, who are invited to choose a password.
 *
 * @returns the id in each post
 * @throws HttpError 422 with the fields of all of them under `<post>_nuevo`
 */
async function createPeople(
  trx: Trx,
  context: SessionContext,
  newcomers: readonly Newcomer[],
  clave_hash: string,
): Promise<Partial<Record<StorePlace, number>>> {
  const holder = await lockHolder(trx, context.session);
  const ids: Partial<Record<StorePlace, number>> = {};
  const motivos: Reason[] = [];
  for (const [post, person] of newcomers) {
    const form = { ...person, tipo: storePlaces[post] };
    const reasons = await userReasons(trx, form, holder, null);
    motivos.push(
      ...reasons.map(({ guardia, mensaje }) => ({ guardia: `${post}_nuevo.${guardia}`, mensaje })),
    );
    if (motivos.length === 0) ids[post] = await createPerson(trx, context, { form, clave_hash });
  }
  if (motivos.length > 0) throw new HttpError(422, { motivos });
  return ids;
}

/** The people of the form and its author, to be locked in one fixed order, which prevents deadlocks. */
const peopleIn = ({ responsable, supervisor, gerente, responsables_adicionales = [] }: NewStore) =>
  [responsable, supervisor, gerente, ...responsables_adicionales].flatMap((id) => id ?? []);

const createStore: Operation<'/agregarTienda'> = async (input, context) => {
  const { responsable = 0, supervisor = 0, gerente = 0, ...others } = input;
  const { idUsuario } = context.session;
  const newcomers = newcomersOf(input);
  if (newcomers.length > 0) requirePermission(context.session, ['crearUsuario']);
  // It is slow by design: only new people need it.
  const clave_hash =
    newcomers.length === 0 ? null : await hashOfNoPassword(context.config.passwordCost);
  const written = context.write(async (trx) => {
    await lockUsers(trx, [idUsuario, ...peopleIn(input)]);
    const created =
      clave_hash === null ? {} : await createPeople(trx, context, newcomers, clave_hash);
    const form = { ...others, responsable, supervisor, gerente, ...created };
    await requireStoreForm(trx, form, idUsuario);
    return done(successes.saved, { id_tienda: await writeStore(trx, context, form) });
  });
  return refuseDuplicates(written);
};

/** The form of a stored store; its base is the one that the last edit wanted, in pesos. */
export async function formOfStore(trx: Trx, store: StoreRow): Promise<StoreForm> {
  const { responsable, adicionales } = await managersOfStore(trx, store.id);
  const asked = (await openDecrease(trx, store.id))?.valor ?? 0;
  return {
    nombre: store.nombre,
    direccion: store.direccion,
    telefono: store.telefono,
    email: store.email,
    centro_costo: store.centro_costo,
    centro_beneficio: store.centro_beneficio,
    responsable: responsable ?? 0,
    responsables_adicionales: adicionales,
    gerente: store.id_gerente,
    supervisor: store.id_supervisor,
    formato_tienda: store.id_formato,
    base: toPesos(store.base - asked),
    ciudad: store.id_ciudad,
  };
}

export function postHoldersOf(form: StoreForm): PostHolders {
  const managers = [...(form.responsables_adicionales ?? []), form.responsable];
  return {
    responsable: managers,
    responsables_adicionales: managers,
    supervisor: [form.supervisor],
    gerente: [form.gerente],
  };
}

interface StoreChange {
  id: number;
  form: StoreForm;
  /** Why the base changes. */
  motivo: string;
}

/** Changes a store by a form that `storeReasons` accepts. @returns what follows of a changed base, in words */
export async function changeStore(
  trx: Trx,
  context: SessionContext,
  { id, form, motivo }: StoreChange,
): Promise<string> {
  const by = { actor: actorOf(context.session), now: context.now() };
  // Read again: another change of the base may have ended meanwhile.
  const locked = await lockStore(trx, id);
  const { base, ...others } = columnsOf(form);
  const aviso = await changeBase(trx, by, locked, base, motivo);
  await updateStore(trx, id, others, authorOf(context));
  await replaceManagers(trx, id, managersOf(form), authorOf(context));
  return aviso;
}

const editStore: Operation<'/editarTienda'> = (input, context) =>
  context.write(async (trx) => {
    const { session } = context;
    const store = await storeInScope(trx, session, input.id_tienda);
    const stored = postHoldersOf(await formOfStore(trx, store));
    await requireStoreForm(trx, input, session.idUsuario, { id: store.id, stored });
    const columns = columnsOf(input);
    // After the form, which locks its people before the log.
    await requireSeen(
      trx,
      { ...session, version: input.version },
      {
        tiendas: (key, changed) =>
          key === String(store.id) && changed.some((name) => Object.hasOwn(columns, name)),
        responsable_tienda: (key) => key.startsWith(`${store.id}-`),
      },
    );
    const motivo = input.motivo_base?.trim() ?? '';
    const aviso = await changeStore(trx, context, { id: store.id, form: input, motivo });
    return done(successes.saved, { id_tienda: store.id, aviso });
  });

export const storeOperations = {
  '/obtenerTiendas': stores,
  '/obtenerTiendaById': storeById,
  '/agregarTienda': createStore,
  '/editarTienda': editStore,
};
