/** Which user a person of the company's accounts is, and the rights that the groups of the person give. */
import {
  administrator,
  gainsMoney,
  holderOf,
  leavesWork,
  posts,
} from '#machines/domain/people/authority.ts';
import {
  type CompanyRefusalName,
  type GivenRights,
  everyStore,
  rightsOfGroups,
} from '#machines/domain/people/company-sign-in.ts';
import type { ProfileId } from '#machines/domain/people/profiles.ts';
import { sha256Of } from '../../platform/access/digests.ts';
import { type Author, logChanges } from '../../platform/database/administration-log.repository.ts';
import { exists, inserting } from '../../platform/database/queries.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { HttpError } from '../../platform/errors/http-error.ts';
import {
  type UserRow,
  insertUser,
  lockUser,
  normalEmail,
  updateUser,
  usersByEmail,
} from '../accounts/user.repository.ts';
import { noticeRights } from '../outbox/rights-notice.ts';
import type { CompanySignIn } from '../settings/settings.ts';
import { recordedInStore, storeHasPeople } from '../stores/charge.repository.ts';
import {
  type StoreRow,
  managersOfStore,
  replaceManagers,
  storesByName,
  storesWithIds,
  updateStore,
} from '../stores/store.repository.ts';
import { handOverAndLeave } from '../users/user.operations.ts';
import type { CompanyAccount } from './provider.ts';

/** Refuses a sign-in with the account of the company. */
export class CompanyRefusal extends Error {
  override readonly name = 'CompanyRefusal';

  constructor(
    readonly motivo: CompanyRefusalName,
    /** The user who loses the open sessions by it. */
    readonly idUsuario: number | null = null,
  ) {
    super(motivo);
  }
}

/** Who gives rights by groups: nobody in person. */
const byGroups = (now: number): Author => ({ actor: null, now });
const author = 'El ingreso de la compañía';

const own = ({ id, tipo }: Pick<UserRow, 'id' | 'tipo'>, now: number): Author => ({
  actor: { id, profile: tipo as ProfileId, ingreso: 'compania' },
  now,
});

const insertIdentity = inserting('identidad');

export const identityOf = (
  trx: Trx,
  { emisor, sujeto }: Pick<CompanyAccount, 'emisor' | 'sujeto'>,
) =>
  trx
    .selectFrom('identidad')
    .selectAll()
    .where('emisor', '=', emisor)
    .where('sujeto', '=', sujeto)
    .executeTakeFirst();

export const hasIdentity = (trx: Trx, idUsuario: number, emisor: string): Promise<boolean> =>
  exists(
    trx
      .selectFrom('identidad')
      .select('id')
      .where('id_usuario', '=', idUsuario)
      .where('emisor', '=', emisor),
  );

async function addIdentity(
  trx: Trx,
  user: Pick<UserRow, 'id' | 'tipo'>,
  { emisor, sujeto }: CompanyAccount,
  now: number,
): Promise<number> {
  const row = { id_usuario: user.id, emisor, sujeto, creada: now, ultima: 0 };
  return insertIdentity(trx, row, own(user, now));
}

/** Signs in the user of an account, with the rights of today's groups. @throws CompanyRefusal */
export async function admit(
  trx: Trx,
  account: CompanyAccount,
  settings: CompanySignIn,
  { now, clave_hash }: { now: number; clave_hash: string },
): Promise<number> {
  const rights = rightsOfGroups(account.grupos, settings.grupos);
  const known = await identityOf(trx, account);
  const user =
    known === undefined
      ? await create(trx, account, { settings, rights, now, clave_hash })
      : await lockUser(trx, known.id_usuario);
  if (user?.active_ !== 1) throw new CompanyRefusal('inactivo');
  const tipo = user.tipo === administrator ? administrator : rights?.tipo;
  if (tipo === undefined) throw new CompanyRefusal('grupo', user.id);
  if (rights !== null && tipo !== administrator) await applyRights(trx, user, rights, now);
  const id = known?.id ?? (await addIdentity(trx, user, account, now));
  const grupos = (rights?.grupos ?? []).join(',');
  await logChanges(
    trx,
    own({ id: user.id, tipo }, now),
    'identidad',
    ['id', id],
    () => trx.updateTable('identidad').set({ ultima: now, grupos }).where('id', '=', id).execute(),
    'SIGN_IN',
  );
  return user.id;
}

interface Newcomer {
  settings: CompanySignIn;
  rights: GivenRights | null;
  now: number;
  clave_hash: string;
}

/** `num_doc` of a person whose document the company's accounts do not name; an administrator completes it. */
const documentOf = ({ emisor, sujeto }: CompanyAccount): string =>
  `CIA${sha256Of(emisor, ' ', sujeto).slice(0, 12).toUpperCase()}`;

const LONGEST_NAME = 100;

/** Creates the user of a new person. A user with the same e-mail is never taken over. @throws CompanyRefusal */
async function create(
  trx: Trx,
  account: CompanyAccount,
  { settings, rights, now, clave_hash }: Newcomer,
): Promise<UserRow | undefined> {
  if (account.email === null) throw new CompanyRefusal('correo');
  const email = normalEmail(account.email);
  const [same] = await usersByEmail(trx, [email]);
  if (same) throw new CompanyRefusal(same.active_ === 1 ? 'unir' : 'inactivo');
  if (settings.nuevos === 'rechazar') throw new CompanyRefusal('nuevo');
  if (rights === null) throw new CompanyRefusal('grupo');
  const user = {
    razon_social: (account.nombre.trim() || email).slice(0, LONGEST_NAME),
    tipo: rights.tipo,
    tipo_doc: 1,
    num_doc: documentOf(account),
    email,
    permisos: null,
    clave_hash,
    creado: now,
    derechos_desde: now,
  };
  const id = await insertUser(trx, user, byGroups(now));
  await noticeRights(trx, author, { ...user, id }, ['created'], now);
  return lockUser(trx, id);
}

/** Gives profile and stores of the groups and takes those of other groups. @throws CompanyRefusal */
async function applyRights(trx: Trx, user: UserRow, given: GivenRights, now: number) {
  const by = byGroups(now);
  const { tipo } = given;
  const stores = given.tiendas === null ? [] : await storesByName(trx);
  const wanted = stores.filter(
    ({ centro_costo }) => given.tiendas === everyStore || given.tiendas?.includes(centro_costo),
  );
  // Before the log is locked, as everywhere.
  const locked = await storesWithIds(
    trx,
    wanted.map(({ id }) => id),
    true,
  );
  const permisos = tipo === user.tipo ? user.permisos : null;
  const after = { ...user, tipo, permisos };
  if (tipo !== user.tipo) {
    if (leavesWork(user, after)) await leave(trx, user, by);
    const fresh = gainsMoney(user, after);
    const changes = { tipo, permisos, ...(fresh && { derechos_desde: now }) };
    await updateUser(trx, user.id, changes, by);
    await noticeRights(trx, author, after, fresh ? ['granted'] : [], now);
  }
  if (given.tiendas === null) return;
  if (tipo === posts.responsable.profile) await manage(trx, user.id, locked, by);
  if (tipo === posts.supervisor.profile) await hold(trx, after, 'id_supervisor', locked, by);
  if (tipo === posts.gerente.profile) await hold(trx, after, 'id_gerente', locked, by);
}

/** @throws CompanyRefusal while stores or boxes depend on the person */
async function leave(trx: Trx, user: UserRow, by: Author): Promise<void> {
  const leaving = { holder: holderOf(user), user, successor: undefined, pasar_a: null };
  try {
    await handOverAndLeave(trx, leaving, by);
  } catch (error) {
    throw error instanceof HttpError ? new CompanyRefusal('cargo', user.id) : error;
  }
}

/** Makes the person an additional one in charge of exactly these stores; a main one is changed by administrators only. */
async function manage(trx: Trx, idUsuario: number, wanted: readonly StoreRow[], by: Author) {
  const held = await trx
    .selectFrom('responsable_tienda')
    .select(['id_tienda', 'tipo'])
    .where('id_usuario', '=', idUsuario)
    .execute();
  for (const { id } of wanted) {
    if (held.some(({ id_tienda }) => id_tienda === id)) continue;
    const { responsable, adicionales } = await managersOfStore(trx, id);
    const managers = {
      responsable: responsable ?? idUsuario,
      adicionales: responsable === null ? adicionales : [...adicionales, idUsuario],
    };
    await replaceManagers(trx, id, managers, by);
  }
  for (const { id_tienda, tipo } of held) {
    if (wanted.some(({ id }) => id === id_tienda)) continue;
    const { responsable, adicionales } = await managersOfStore(trx, id_tienda);
    if (tipo === 1 || responsable === null) throw new CompanyRefusal('cargo', idUsuario);
    const others = adicionales.filter((id) => id !== idUsuario);
    await replaceManagers(trx, id_tienda, { responsable, adicionales: others }, by);
    if (!(await storeHasPeople(trx, id_tienda))) throw new CompanyRefusal('cargo', idUsuario);
  }
}

/** True for an active user of the profile who signs in with the account of the company: the post stays. */
const holdsByGroups = (trx: Trx, idUsuario: number, tipo: number): Promise<boolean> =>
  exists(
    trx
      .selectFrom('usuarios')
      .innerJoin('identidad', 'identidad.id_usuario', 'usuarios.id')
      .select('usuarios.id')
      .where('usuarios.id', '=', idUsuario)
      .where('usuarios.active_', '=', 1)
      .where('usuarios.tipo', '=', tipo),
  );

/** Gives the post of these stores to the person, unless somebody has it by the same groups. */
async function hold(
  trx: Trx,
  user: Pick<UserRow, 'id' | 'tipo'>,
  column: 'id_supervisor' | 'id_gerente',
  wanted: readonly StoreRow[],
  by: Author,
): Promise<void> {
  const beyond = trx
    .selectFrom('tiendas')
    .select('id')
    .where(column, '=', user.id)
    .where('id', 'not in', [0, ...wanted.map(({ id }) => id)]);
  if (await exists(beyond)) throw new CompanyRefusal('cargo', user.id);
  for (const store of wanted) {
    if (store[column] === user.id || (await holdsByGroups(trx, store[column], user.tipo))) continue;
    if (column === 'id_supervisor' && (await recordedInStore(trx, user.id, store.id)))
      throw new CompanyRefusal('cargo', user.id);
    await updateStore(trx, store.id, { [column]: user.id }, by);
  }
}

/** Joins the account to a user who is signed in: both have the same e-mail, which is verified. @throws CompanyRefusal */
export async function join(
  trx: Trx,
  account: CompanyAccount,
  idUsuario: number,
  now: number,
): Promise<void> {
  const user = await lockUser(trx, idUsuario);
  if (user?.active_ !== 1) throw new CompanyRefusal('inactivo');
  if (account.email === null) throw new CompanyRefusal('correo');
  const isTaken =
    (await identityOf(trx, account)) !== undefined ||
    (await hasIdentity(trx, user.id, account.emisor));
  if (isTaken || normalEmail(account.email) !== user.email) throw new CompanyRefusal('otro');
  await addIdentity(trx, user, account, now);
}
