import type { Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import type { Author } from '../../platform/database/administration-log.repository.ts';
import {
  deleting,
  finding,
  inserting,
  updating,
  valuesOf,
} from '../../platform/database/queries.ts';

export type InvitationRow = Row<'invitacion'>;

export const insertInvitation = inserting('invitacion');
const updateInvitation = updating('invitacion');
const deleteInvitation = deleting('invitacion');

export const findInvitation = finding('invitacion', 'token_hash');

/** The open invitations of some people: neither used nor taken back, in time or not. One of each person at most. */
export const openInvitations = (trx: Trx, ids: readonly number[]): Promise<InvitationRow[]> =>
  trx
    .selectFrom('invitacion')
    .selectAll()
    .where('id_usuario', 'in', [0, ...ids])
    .where('usada', 'is', null)
    .where('retirada', 'is', null)
    .execute();

/** The person must be locked: of two who use the same link, one finds it used. */
export const useInvitation = (trx: Trx, id: number, by: Author): Promise<void> =>
  updateInvitation(trx, id, { usada: by.now }, by);

/** The link that a person has opens nothing any more. The person must be locked. */
export async function withdrawInvitation(trx: Trx, idUsuario: number, by: Author): Promise<void> {
  for (const { id } of await openInvitations(trx, [idUsuario]))
    await updateInvitation(trx, id, { retirada: by.now }, by);
}

/** With the person. */
export async function deleteInvitations(trx: Trx, idUsuario: number, by: Author): Promise<void> {
  const own = trx.selectFrom('invitacion').select('id').where('id_usuario', '=', idUsuario);
  for (const id of await valuesOf(own, 'id')) await deleteInvitation(trx, id, by);
}
