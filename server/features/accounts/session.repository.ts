import type { DateText } from '#machines/domain/values/dates.ts';
import { adding, changing, removing } from '../../platform/database/queries.ts';
import type { Trx } from '../../platform/database/transactions.ts';

/** Limits of a session. */

/** Milliseconds without a request after which a session is over. */
export const IDLE_LIMIT = 30 * 60_000;
/** Milliseconds after the sign-in at which a session ends regardless of activity. */
export const ABSOLUTE_LIMIT = 12 * 60 * 60_000;
/** Milliseconds after a sign-in during which the password is not asked for again. */
export const RECENT_SIGN_IN = 5 * 60_000;

/** Maximum open sessions of a user; one more ends the oldest. */
export const MOST_SESSIONS = 10;

/** A session with its user: one row for each absent user whom the user represents on the day, else one row. */
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
      'sesion.sid_compania',
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

/** Finds a session in one statement; undefined when it is unknown or its user is inactive or deleted. */
export async function findSession(trx: Trx, tokenHash: string, today: DateText) {
  const rows = await sessionRows(trx, tokenHash, today);
  return rows[0] && { ...rows[0], representa: rows.flatMap((row) => row.representa ?? []) };
}

export type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>;

/** Instant of the sign-in; undefined once the session has ended. */
export const sessionStart = async (trx: Trx, id: number): Promise<number | undefined> =>
  (await trx.selectFrom('sesion').select('creada').where('id', '=', id).executeTakeFirst())?.creada;

export const insertSession = adding('sesion');
export const updateSession = changing('sesion');
export const deleteSession = removing('sesion', 'id');
export const deleteSessionByToken = removing('sesion', 'token_hash');

/** Ends all sessions of a user except the `most` latest ones. */
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
 * Ends every session of a user except `except`, and every sign-in that waits for a code.
 *
 * @returns the number of sessions ended
 */
export async function deleteSessionsOf(trx: Trx, idUsuario: number, except = 0): Promise<number> {
  await trx.deleteFrom('ingreso_pendiente').where('id_usuario', '=', idUsuario).execute();
  const ended = await trx
    .deleteFrom('sesion')
    .where('id_usuario', '=', idUsuario)
    .where('id', '!=', except)
    .returning('id')
    .execute();
  return ended.length;
}

/**
 * The open sessions of a user: the current one first, then by last use.
 *
 * @param seenBefore sessions whose last request was before this instant are over
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
