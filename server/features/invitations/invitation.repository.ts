import { type InvitationStatus, invitationRefusals } from '#machines/domain/people/invitation.ts';
import { dateTimeInBogota } from '#machines/domain/values/bogota-time.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import {
  type InvitationRow,
  type UserRow,
  invitationMailKey,
  openInvitations,
} from '../accounts/user.repository.ts';

/** State and time of the mails of some invitations, by key. */
async function mailsOf(trx: Trx, invitations: readonly InvitationRow[]) {
  const mails = await trx
    .selectFrom('correo')
    .select(['clave', 'estado', 'enviado'])
    .where('clave', 'in', ['', ...invitations.map(invitationMailKey)])
    .execute();
  return new Map(mails.map((mail) => [mail.clave, mail]));
}

/**
 * A mail counts as sent once the mail server has accepted it. Without a mail, an administrator made a link to
 * hand over.
 */
function statusOf(
  invitation: InvitationRow,
  mail: { estado: string; enviado: number | null } | undefined,
  now: number,
): InvitationStatus {
  const vence = dateTimeInBogota(invitation.vence);
  if (invitationRefusals(invitation, now).length > 0)
    return { estado: 'vencida', desde: '', vence };
  if (mail === undefined)
    return { estado: 'enlace', desde: dateTimeInBogota(invitation.creada), vence };
  return mail.enviado === null
    ? { estado: 'porEnviar', desde: '', vence }
    : { estado: 'enviada', desde: dateTimeInBogota(mail.enviado), vence };
}

/** The invitations of those users who have not chosen a password, by user. */
export async function invitationsOf(
  trx: Trx,
  users: readonly Pick<UserRow, 'id' | 'cambiar_clave'>[],
  now: number,
): Promise<Map<number, InvitationStatus>> {
  const waiting = users.filter(({ cambiar_clave }) => cambiar_clave === 1).map(({ id }) => id);
  const open = await openInvitations(trx, waiting);
  const mails = open.length === 0 ? new Map() : await mailsOf(trx, open);
  const none: InvitationStatus = { estado: 'ninguna', desde: '', vence: '' };
  return new Map([
    ...waiting.map((id) => [id, none] as const),
    ...open.map(
      (one) => [one.id_usuario, statusOf(one, mails.get(invitationMailKey(one)), now)] as const,
    ),
  ]);
}
