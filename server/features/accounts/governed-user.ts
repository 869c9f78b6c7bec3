import type { Reason } from '#contract/errors.ts';
import { type Holder, holderOf } from '#machines/domain/people/authority.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { forbidden, found, HttpError } from '../../platform/errors/http-error.ts';
import type { Session } from '../../platform/access/session.ts';
import { findUser, lockUsers, type UserRow } from './user.repository.ts';

/**
 * Reads the person who asks, with the rights of this moment. Locked: of two administrators who switch one another off,
 * the second one is no longer in, so that one always stays.
 */
export async function lockHolder(trx: Trx, session: Session): Promise<Holder> {
  return holderIn(await lockUsers(trx, [session.idUsuario]), session);
}

/** The same without a lock, for a look alone. */
export const findHolder = async (trx: Trx, session: Session): Promise<Holder> =>
  holderIn([(await findUser(trx, session.idUsuario)) ?? []].flat(), session);

function holderIn(rows: readonly UserRow[], session: Session): Holder {
  const row = rows.find(({ id, active_ }) => id === session.idUsuario && active_ === 1);
  if (row === undefined) throw new HttpError(401);
  return holderOf(row);
}

/**
 * Reads the person who asks, the user whom it is about, and another one who is named with it.
 *
 * @throws HttpError 404 when there is no such user
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

/** 403 for somebody who has more; 409 for what another person could do, or could be done later. */
export function requireNone([reason]: readonly Reason[]): void {
  if (reason === undefined) return;
  throw reason.guardia === 'hasNoMoreRights'
    ? forbidden(reason.mensaje)
    : new HttpError(409, { motivos: [reason] });
}
