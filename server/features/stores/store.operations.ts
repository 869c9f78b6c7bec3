import type { NewManager } from '#contract/calls/administration.calls.ts';
import type { BodyOf } from '#contract/contract.ts';
import { successes } from '#contract/errors.ts';
import { fundOf } from '#machines/domain/fund/fund.ts';
import { toPesos } from '#machines/domain/values/money.ts';
import { storePlaces } from '#machines/domain/people/profiles.ts';
import { currentVersion, requireSeen } from '../../platform/database/record-version.repository.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { HttpError } from '../../platform/errors/http-error.ts';
import { requirePermission } from '../../platform/access/call.policy.ts';
import { hashOfNoPassword } from '../accounts/passwords.ts';
import type { Session } from '../../platform/access/session.ts';
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

/**
 * Creates the manager of a new store, who is invited to choose a password.
 *
 * @throws HttpError 403 without the permission to create people, 422 with the fields under `responsable_nuevo`
 */
async function createManager(
  trx: Trx,
  context: SessionContext,
  person: NewManager,
  clave_hash: string,
): Promise<number> {
  const form = { ...person, tipo: storePlaces.responsable };
  const motivos = await userReasons(trx, form, await lockHolder(trx, context.session), null);
  if (motivos.length > 0)
    throw new HttpError(422, {
      motivos: motivos.map(({ guardia, mensaje }) => ({
        guardia: `responsable_nuevo.${guardia}`,
        mensaje,
      })),
    });
  return createPerson(trx, context, { form, clave_hash });
}

/** Locks the people of the form and its author in one fixed order, which prevents deadlocks. */
const lockPeople = (
  trx: Trx,
  { idUsuario }: Session,
  { supervisor, gerente, responsables_adicionales = [] }: BodyOf<'/agregarTienda'>,
) => lockUsers(trx, [idUsuario, supervisor, gerente, ...responsables_adicionales]);

async function createStoreAndManager(
  form: BodyOf<'/agregarTienda'>,
  person: NewManager,
  context: SessionContext,
) {
  requirePermission(context.session, ['crearUsuario']);
  const clave_hash = await hashOfNoPassword(context.config.passwordCost);
  const written = context.write(async (trx) => {
    await lockPeople(trx, context.session, form);
    const responsable = await createManager(trx, context, person, clave_hash);
    await requireStoreForm(trx, { ...form, responsable }, context.session.idUsuario);
    const id_tienda = await writeStore(trx, context, { ...form, responsable });
    return done(successes.saved, { id_tienda });
  });
  return refuseDuplicates(written);
}

const createStore: Operation<'/agregarTienda'> = (
  { responsable = 0, responsable_nuevo, ...input },
  context,
) => {
  if (responsable_nuevo) return createStoreAndManager(input, responsable_nuevo, context);
  const form = { ...input, responsable };
  return context.write(async (trx) => {
    await requireStoreForm(trx, form, context.session.idUsuario);
    const id_tienda = await writeStore(trx, context, form);
    return done(successes.saved, { id_tienda });
  });
};

async function postHoldersOf(trx: Trx, store: StoreRow): Promise<PostHolders> {
  const { responsable, adicionales } = await managersOfStore(trx, store.id);
  const managers = [...adicionales, responsable ?? []].flat();
  return {
    responsable: managers,
    responsables_adicionales: managers,
    supervisor: [store.id_supervisor],
    gerente: [store.id_gerente],
  };
}

const editStore: Operation<'/editarTienda'> = (input, context) =>
  context.write(async (trx) => {
    const { session } = context;
    const store = await storeInScope(trx, session, input.id_tienda);
    const stored = await postHoldersOf(trx, store);
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
    const by = { actor: actorOf(session), now: context.now() };
    // Read again: another change of the base may have ended meanwhile.
    const locked = await lockStore(trx, store.id);
    const { base, ...others } = columns;
    const aviso = await changeBase(trx, by, locked, base, input.motivo_base?.trim() ?? '');
    await updateStore(trx, store.id, others, authorOf(context));
    await replaceManagers(trx, store.id, managersOf(input), authorOf(context));
    return done(successes.saved, { id_tienda: store.id, aviso });
  });

export const storeOperations = {
  '/obtenerTiendas': stores,
  '/obtenerTiendaById': storeById,
  '/agregarTienda': createStore,
  '/editarTienda': editStore,
};
