import { dateInBogota, dateTimeInBogota } from '#machines/domain/values/bogota-time.ts';
import { shortDay } from '#machines/domain/history/durations.ts';
import { INVITATION_LIFE } from '#machines/domain/people/invitation.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { hashOf, newSecret } from '../../platform/access/digests.ts';
import { insertInvitation, withdrawInvitation } from '../accounts/invitation.repository.ts';
import { queueMail } from '../outbox/outbox.repository.ts';
import { insertUser, type UserRow } from '../accounts/user.repository.ts';
import { createdMail, invitationMail } from '../outbox/account-mails.ts';
import { columnsOf, permissionsColumn, type UserForm } from '../accounts/user-form.ts';
import { authorOf, type SessionContext } from '../../platform/http/operation.ts';

/**
 * Invites a person to choose the password, by a mail of this transaction; an invitation from before is taken back. Whoever
 * calls it has seen that the session may (`changeRefusals`, or that it has just created the person), and holds the lock of
 * the person's row or has just inserted it.
 */
export async function inviteUser(
  trx: Trx,
  context: Pick<SessionContext, 'session' | 'now' | 'config'>,
  user: Pick<UserRow, 'id' | 'razon_social' | 'email'>,
): Promise<void> {
  const by = authorOf(context);
  const secret = newSecret();
  const vence = by.now + INVITATION_LIFE;
  await withdrawInvitation(trx, user.id, by);
  await insertInvitation(
    trx,
    {
      id_usuario: user.id,
      token_hash: hashOf(secret),
      creada: by.now,
      vence,
      usada: null,
      retirada: null,
    },
    by,
  );
  const [, time = ''] = dateTimeInBogota(vence).split(' ');
  const until = `${shortDay(dateInBogota(vence), dateInBogota(by.now))} a las ${time}`;
  const address = `${context.config.publicUrl}/#/invitacion/${secret}`;
  const mail = invitationMail(user, context.session.nombre, { address, until });
  await queueMail(trx, { ...mail, vence }, by.now);
}

interface NewPerson {
  form: UserForm;
  /** Hash of the first password, or of none. */
  clave_hash: string;
}

/** Writes somebody about whom `userReasons` has nothing to say. Without a first password he or she is invited to choose one. */
export async function createPerson(
  trx: Trx,
  context: SessionContext,
  { form, clave_hash }: NewPerson,
): Promise<number> {
  const user = { ...columnsOf(form), permisos: permissionsColumn(form) ?? null };
  const creado = context.now();
  const id = await insertUser(
    trx,
    { ...user, clave_hash, cambiar_clave: 1, creado },
    authorOf(context),
  );
  if (form.password) await queueMail(trx, createdMail(user), creado);
  else await inviteUser(trx, context, { ...user, id });
  return id;
}
