import type { DateText } from '#machines/domain/values/dates.ts';
import { adding, changing, removing } from '../../platform/database/queries.ts';
import type { Trx } from '../../platform/database/transactions.ts';

/** Duration of a session. */

/** Milliseconds without a request after which a session is over. */
export const IDLE_LIMIT = 30 * 60_000;
/** Milliseconds after which it is over whatever happens. */
export const ABSOLUTE_LIMIT = 12 * 60 * 60_000;
/** Milliseconds after a sign-in in which its password is not asked for once more. */
export const RECENT_SIGN_IN = 5 * 60_000;

/** Sessions that a person may have open: one more ends the oldest. */
export const MOST_SESSIONS = 10;

/** A session with the person behind it, a row for each absent person for whom he or she decides on the day, else one. */
const sessionRows = (trx: Trx, tokenHash: string, today: DateText) =>
  trx
    .selectFrom('sesion')
    .innerJoin('usuarios', 'usuarios.id', 'sesion.id_usuario')
    .leftJoin('delegacion', (join) =>
      join
        .onRef('delegacion.id_delegado', '=', 'usuarios.id')
        .on('delegacion.terminada', 'is', null)
        .on('delegacion.desde', '<=', today)
        .on('delegacion.hasta', '>=', today),
    )
    .select([
      'sesion.id',
      'sesion.xsrf_hash',
      'sesion.vista',
      'sesion.vence',
      'sesion.id_usuario',
      'sesion.metodo',
      'sesion.debe_inscribir',
      'usuarios.razon_social',
      'usuarios.email',
      'usuarios.tipo',
      'usuarios.cambiar_clave',
      'usuarios.permisos',
      'delegacion.id_usuario as representa',
    ])
    .where('sesion.token_hash', '=', tokenHash)
    .where('usuarios.active_', '=', 1)
    .where('usuarios.eliminado', '=', 0)
    .execute();

/** Undefined when it is unknown or the person was deactivated or deleted; one statement. */
export async function findSession(trx: Trx, tokenHash: string, today: DateText) {
  const rows = await sessionRows(trx, tokenHash, today);
  return rows[0] && { ...rows[0], representa: rows.flatMap((row) => row.representa ?? []) };
}

export type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>;

/** When somebody signed in; undefined once the session has ended. */
export const sessionStart = async (trx: Trx, id: number): Promise<number | undefined> =>
  (await trx.selectFrom('sesion').select('creada').where('id', '=', id).executeTakeFirst())?.creada;

export const insertSession = adding('sesion');
export const updateSession = changing('sesion');
export const deleteSession = removing('sesion', 'id');
export const deleteSessionByToken = removing('sesion', 'token_hash');

/** Ends the sessions of a person that were opened before the latest ones, so that there are at most so many. */
export async function deleteSessionsBeyond(
  trx: Trx,
  idUsuario: number,
  most: number,
): Promise<void> {
  const latest = trx
    .selectFrom('sesion')
    .select('id')
    .where('id_usuario', '=', idUsuario)
    .orderBy('creada', 'desc')
    .orderBy('id', 'desc')
    .limit(most);
  await trx
    .deleteFrom('sesion')
    .where('id_usuario', '=', idUsuario)
    .where('id', 'not in', latest)
    .execute();
}

/**
 * Ends every session of a person, but perhaps the one that asks for it, and every sign-in that waits for a code.
 *
 * @returns how many sessions there were
 */
export async function deleteSessionsOf(trx: Trx, idUsuario: number, except = 0): Promise<number> {
  await trx.deleteFrom('ingreso_pendiente').where('id_usuario', '=', idUsuario).execute();
  const { numDeletedRows } = await trx
    .deleteFrom('sesion')
    .where('id_usuario', '=', idUsuario)
    .where('id', '!=', except)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/**
 * The sessions of a person that still open something: the current one, then the last used.
 *
 * @param seenBefore those whose last request was before this instant are over
 */
export const openSessionsOf = (
  trx: Trx,
  { id, idUsuario }: { id: number; idUsuario: number },
  { now, seenBefore, limit }: { now: number; seenBefore: number; limit: number },
) =>
  trx
    .selectFrom('sesion')
    .select(['id', 'agente', 'ip', 'creada', 'vista'])
    .where('id_usuario', '=', idUsuario)
    .where('vence', '>', now)
    .where('vista', '>', seenBefore)
    .orderBy((expression) => expression('id', '=', id), 'desc')
    .orderBy('vista', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** @param seenBefore sessions whose last request was before this instant are over too */
export async function deleteExpiredSessions(
  trx: Trx,
  now: number,
  seenBefore: number,
): Promise<void> {
  await trx
    .deleteFrom('sesion')
    .where((expression) =>
      expression.or([expression('vence', '<=', now), expression('vista', '<=', seenBefore)]),
    )
    .execute();
}
