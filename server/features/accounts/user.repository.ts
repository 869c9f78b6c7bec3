import { sql } from 'kysely';
import type { Reason } from '#contract/errors.ts';
import { wireStages } from '#contract/wire-stages.ts';
import { type Holder, holderOf, holdsMoney } from '#machines/domain/people/authority.ts';
import { profileIds } from '#machines/domain/people/profiles.ts';
import type { Session } from '../../platform/access/session.ts';
import type { Author } from '../../platform/database/administration-log.repository.ts';
import { type ListRequest, folded, namesContain, pageOf } from '../../platform/database/paging.ts';
import {
  deleting,
  finding,
  inserting,
  removing,
  updating,
  valuesOf,
} from '../../platform/database/queries.ts';
import { locked } from '../../platform/database/row-lock.ts';
import type { Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { HttpError, forbidden, found } from '../../platform/errors/http-error.ts';
import { deleteFactor } from './second-factor.repository.ts';

export type InvitationRow = Row<'invitacion'>;

export const insertInvitation = inserting('invitacion');
const updateInvitation = updating('invitacion');
const deleteInvitation = deleting('invitacion');

export const findInvitation = finding('invitacion', 'token_hash');

/** The open invitations of some users: not used or withdrawn, expired or not. At most one for each user. */
export const openInvitations = (trx: Trx, ids: readonly number[]): Promise<InvitationRow[]> =>
  trx
    .selectFrom('invitacion')
    .selectAll()
    .where('id_usuario', 'in', [0, ...ids])
    .where('usada', 'is', null)
    .where('retirada', 'is', null)
    .execute();

/** The user's row must be locked: of two concurrent uses of a link, the second finds it used. */
export const useInvitation = (trx: Trx, id: number, by: Author): Promise<void> =>
  updateInvitation(trx, id, { usada: by.now }, by);

/** Key of the mail of an invitation in the outbox; one without such a mail is a link to hand over. */
export const invitationMailKey = ({ token_hash }: Pick<InvitationRow, 'token_hash'>): string =>
  `invitacion-${token_hash}`;

/**
 * Withdraws the open invitation of a user, and deletes its mail unless it was sent: its link would not work. The user's
 * row must be locked.
 */
export async function withdrawInvitation(trx: Trx, idUsuario: number, by: Author): Promise<void> {
  for (const invitation of await openInvitations(trx, [idUsuario])) {
    await updateInvitation(trx, invitation.id, { retirada: by.now }, by);
    await trx
      .deleteFrom('correo')
      .where('clave', '=', invitationMailKey(invitation))
      .where('estado', '!=', 'enviado')
      .execute();
  }
}

async function deleteInvitations(trx: Trx, idUsuario: number, by: Author): Promise<void> {
  const own = trx.selectFrom('invitacion').select('id').where('id_usuario', '=', idUsuario);
  for (const id of await valuesOf(own, 'id')) await deleteInvitation(trx, id, by);
}

export type UserRow = Row<'usuarios'>;

/** E-mail as it is stored and compared. */
export const normalEmail = (email: string): string => email.trim().toLowerCase();

const users = (trx: Trx) => trx.selectFrom('usuarios').selectAll().where('eliminado', '=', 0);

const moneyProfiles = profileIds.filter((tipo) => holdsMoney({ tipo, permisos: null }));

/** The active administrators, and the active users who prepare or authorise payments, by id. */
export async function peopleOfMoney(trx: Trx) {
  const people = await users(trx)
    .where('active_', '=', 1)
    .where(({ or, eb }) => or([eb('tipo', 'in', moneyProfiles), eb('permisos', 'like', '%iros%')]))
    .orderBy('id')
    .execute();
  return people.filter(holdsMoney);
}

const userByEmail = (trx: Trx, email: string) =>
  users(trx).where('email', '=', normalEmail(email)).where('active_', '=', 1);

/** Finds the active user with an e-mail. */
export const findUserByEmail = (trx: Trx, email: string): Promise<UserRow | undefined> =>
  userByEmail(trx, email).executeTakeFirst();

/** Finds and locks the active user with an e-mail, so that sign-ins to one account run one after another. */
export const lockUserByEmail = (trx: Trx, email: string): Promise<UserRow | undefined> =>
  userByEmail(trx, email).$call(locked(trx)).executeTakeFirst();

/** Users with these e-mails, active or not. */
export const usersByEmail = (trx: Trx, emails: readonly string[]): Promise<UserRow[]> =>
  users(trx)
    .where('email', 'in', [...new Set(emails.map(normalEmail))])
    .execute();

/** Finds a user who was not deleted. */
export const findUser = (trx: Trx, id: number): Promise<UserRow | undefined> =>
  users(trx).where('id', '=', id).executeTakeFirst();

/** The name of a user, also of one who was deleted. */
export const nameOfUser = async (trx: Trx, id: number): Promise<string> =>
  (
    await trx
      .selectFrom('usuarios')
      .select('razon_social')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).razon_social;

/** Finds and locks a user until the transaction ends: the second of two concurrent deletions finds none. */
export const lockUser = (trx: Trx, id: number): Promise<UserRow | undefined> =>
  users(trx).where('id', '=', id).$call(locked(trx)).executeTakeFirst();

/** Finds and locks several users, in the order of their ids to avoid deadlocks. */
export const lockUsers = (trx: Trx, ids: readonly number[]): Promise<UserRow[]> =>
  users(trx)
    .where('id', 'in', [0, ...ids])
    .orderBy('id')
    .$call(locked(trx))
    .execute();

/** Users by id, without a lock. */
export const usersWithIds = (trx: Trx, ids: readonly number[]): Promise<UserRow[]> =>
  users(trx)
    .where('id', 'in', [0, ...ids])
    .execute();

/** The newest active users who have not chosen a password. */
export const usersWithoutPassword = (trx: Trx, limit: number) =>
  users(trx)
    .where('active_', '=', 1)
    .where('cambiar_clave', '=', 1)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Active users of a profile, ordered by id. */
export const usersOfProfile = (trx: Trx, tipo: number): Promise<UserRow[]> =>
  users(trx).where('tipo', '=', tipo).where('active_', '=', 1).orderBy('id').execute();

export const insertUser = inserting('usuarios');
export const updateUser = updating('usuarios');

const orderColumns = {
  id: sql`usuarios.id`,
  razon_social: folded(sql`usuarios.razon_social`),
  tipo_perfil: folded(sql`tipo_usuario.nombre`),
  email: sql`usuarios.email`,
  active_: sql`usuarios.active_`,
};

export const listUsers = (trx: Trx, request: ListRequest) =>
  pageOf(
    trx
      .selectFrom('usuarios')
      .innerJoin('tipo_usuario', 'tipo_usuario.id', 'usuarios.tipo')
      .where('usuarios.eliminado', '=', 0)
      .select([
        'usuarios.id',
        'usuarios.razon_social',
        'usuarios.tipo',
        'tipo_usuario.nombre as tipo_perfil',
        'usuarios.email',
        'usuarios.active_',
        sql<0 | 1>`case when exists (select 1 from segundo_factor
          where segundo_factor.id_usuario = usuarios.id and segundo_factor.activo = 1)
          then 1 else 0 end`.as('segundo_factor'),
        'usuarios.permisos',
        'usuarios.cambiar_clave',
      ]),
    request,
    {
      columns: orderColumns,
      own: { by: 'razon_social', direction: 'asc' },
      key: sql`usuarios.id`,
      matches: namesContain(trx, 'usuarios', ['usuarios.razon_social', 'usuarios.email']),
    },
  );

/** Tells whether another user has the e-mail, and whether another user has the document. */
export async function takenByAnother(
  trx: Trx,
  person: { email: string; tipo_doc: number; num_doc: string },
  exceptId: number,
): Promise<{ email: boolean; document: boolean }> {
  const others = await trx
    .selectFrom('usuarios')
    .select(['email', 'tipo_doc', 'num_doc'])
    .where('eliminado', '=', 0)
    .where('id', '!=', exceptId)
    .where(({ or, and, eb }) =>
      or([
        eb('email', '=', person.email),
        and([eb('tipo_doc', '=', person.tipo_doc), eb('num_doc', '=', person.num_doc)]),
      ]),
    )
    .execute();
  return {
    email: others.some(({ email }) => email === person.email),
    document: others.some(
      ({ tipo_doc, num_doc }) => tipo_doc === person.tipo_doc && num_doc === person.num_doc,
    ),
  };
}

/** Columns that refer to a user in rows that must remain: logs, expenses, stores, absences and imported invoices. */
const userReferences = [
  ['evento', 'id_actor'],
  ['gastos', 'id_usuario'],
  ...Object.values(wireStages).map(({ sufijo }) => ['gastos', `id_usuario_${sufijo}`] as const),
  ['tiendas', 'id_gerente'],
  ['tiendas', 'id_supervisor'],
  ['responsable_tienda', 'id_usuario'],
  ['delegacion', 'id_usuario'],
  ['delegacion', 'id_delegado'],
  ['factura_electronica', 'id_usuario'],
  ['evento_administracion', 'id_actor'],
  ['cajas', 'id_responsable'],
] as const;

export async function userHasHistory(trx: Trx, id: number): Promise<boolean> {
  const found = sql.join(
    userReferences.map(
      ([table, column]) =>
        sql`exists (select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${id})`,
    ),
    sql` or `,
  );
  const { rows } = await sql<{ found: number }>`select 1 as found where ${found}`.execute(trx);
  return rows.length > 0;
}

const deleteRow = deleting('usuarios');
const deleteNotices = removing('aviso_derechos', 'id_usuario');

export async function deleteUser(trx: Trx, id: number, by: Author): Promise<void> {
  await deleteFactor(trx, id, by);
  await deleteInvitations(trx, id, by);
  await deleteNotices(trx, id);
  await deleteRow(trx, id, by);
}

/** Soft-deletes a user with history: hidden from every list; e-mail and document may be used again. */
export const hideUser = (trx: Trx, id: number, by: Author): Promise<void> =>
  updateUser(trx, id, { eliminado: 1, active_: 0 }, by);

/**
 * Locks the caller and reads the current rights: of two administrators who deactivate each other, one is refused.
 * @throws HttpError 401 when the caller is no longer active
 */
export async function lockHolder(trx: Trx, session: Session): Promise<Holder> {
  return holderIn(await lockUsers(trx, [session.idUsuario]), session);
}

/** The same without a lock, for reads. @throws HttpError 401 when the caller is no longer active */
export const findHolder = async (trx: Trx, session: Session): Promise<Holder> =>
  holderIn([(await findUser(trx, session.idUsuario)) ?? []].flat(), session);

function holderIn(rows: readonly UserRow[], session: Session): Holder {
  const row = rows.find(({ id, active_ }) => id === session.idUsuario && active_ === 1);
  if (row === undefined) throw new HttpError(401);
  return holderOf(row);
}

/**
 * Locks the caller, the user that the call is about and, if given, another user that it names.
 *
 * @throws HttpError 401 when the caller is no longer active, 404 when there is no such user
 */
export async function lockGoverned(
  trx: Trx,
  session: Session,
  id: number,
  otherId?: number | null,
): Promise<{ holder: Holder; user: UserRow; other: UserRow | undefined }> {
  const ids = [session.idUsuario, id, ...(otherId ? [otherId] : [])];
  const rows = await lockUsers(trx, ids);
  const holder = holderIn(rows, session);
  const user = found(rows.find((row) => row.id === id));
  return { holder, user, other: rows.find((row) => row.id === otherId) };
}

/** The same for several users, in the order of `ids`. */
export async function lockAllGoverned(
  trx: Trx,
  session: Session,
  ids: readonly number[],
): Promise<{ holder: Holder; users: UserRow[] }> {
  const rows = await lockUsers(trx, [session.idUsuario, ...ids]);
  const holder = holderIn(rows, session);
  return { holder, users: ids.map((id) => found(rows.find((row) => row.id === id))) };
}

/** @throws HttpError 403 when the target has more rights than the caller, 409 for any other reason */
export function requireNone([reason]: readonly Reason[]): void {
  if (reason === undefined) return;
  throw reason.guardia === 'hasNoMoreRights'
    ? forbidden(reason.mensaje)
    : new HttpError(409, { motivos: [reason] });
}
