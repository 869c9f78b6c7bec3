import { changeRefusals, holderOf } from '#machines/domain/people/authority.ts';
import {
  INVITATION_LIFE,
  INVITATION_PAUSE,
  invitationMessages,
  invitationRefusals,
  invitingRefusals,
} from '#machines/domain/people/invitation.ts';
import type { ProfileId } from '#machines/domain/people/profiles.ts';
import { dateInBogota, dateTimeInBogota, shortDay } from '#machines/domain/values/bogota-time.ts';
import { hashOf, newSecret } from '../../platform/access/digests.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { HttpError } from '../../platform/errors/http-error.ts';
import {
  type Operation,
  type SessionContext,
  authorOf,
  done,
} from '../../platform/http/operation.ts';
import {
  deleteTemporaryPasswordsOf,
  hashPassword,
  requireGoodChoice,
} from '../accounts/passwords.ts';
import { deleteSessionsOf } from '../accounts/session.repository.ts';
import { type UserForm, columnsOf, permissionsColumn } from '../accounts/user-form.ts';
import {
  type InvitationRow,
  type UserRow,
  findInvitation,
  findUser,
  insertInvitation,
  insertUser,
  lockGoverned,
  lockUser,
  openInvitations,
  requireNone,
  updateUser,
  useInvitation,
  withdrawInvitation,
} from '../accounts/user.repository.ts';
import { createdMail, invitationMail } from '../outbox/account-mails.ts';
import { queueMail } from '../outbox/outbox.repository.ts';
import { noticeRights } from '../outbox/rights-notice.ts';
import { nameOf } from '../reference/reference.repository.ts';

/**
 * Invites a user to choose a password, by a mail queued in this transaction; withdraws an earlier invitation. The
 * calling code has checked the rights of the session (`changeRefusals`) or just created the user, and has locked or
 * just inserted the user's row.
 */
async function inviteUser(
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
  /** Hash of the first password, or `hashOfNoPassword`. */
  clave_hash: string;
}

/** Creates a user that `userReasons` accepts; without a first password, the user is invited to choose one. */
export async function createPerson(
  trx: Trx,
  context: SessionContext,
  { form, clave_hash }: NewPerson,
): Promise<number> {
  const user = { ...columnsOf(form), permisos: permissionsColumn(form) ?? null };
  const creado = context.now();
  const id = await insertUser(
    trx,
    { ...user, clave_hash, cambiar_clave: 1, creado, derechos_desde: creado },
    authorOf(context),
  );
  if (form.password) await queueMail(trx, createdMail(user), creado);
  else await inviteUser(trx, context, { ...user, id });
  await noticeRights(trx, context.session.nombre, { ...user, id }, ['created'], creado);
  return id;
}

/** Invitations: a new user chooses the password by a link that works once. */

/** /invitarUsuario: voids the earlier link; sends nothing within `INVITATION_PAUSE` of the last invitation. */
const invite: Operation<'/invitarUsuario'> = ({ id_usuario }, context) =>
  context.write(async (trx) => {
    const { holder, user } = await lockGoverned(trx, context.session, id_usuario);
    requireNone(changeRefusals(holder, holderOf(user)));
    requireNone(invitingRefusals(user));
    const [open] = await openInvitations(trx, [user.id]);
    if (open === undefined || context.now() - open.creada >= INVITATION_PAUSE) {
      // Who has the link can choose the password.
      const derechos_desde = context.now();
      await updateUser(trx, user.id, { derechos_desde }, authorOf(context));
      await inviteUser(trx, context, user);
      await noticeRights(trx, context.session.nombre, user, ['invited'], derechos_desde);
    }
    return done('Invitación enviada');
  });

/** The same for an unknown link and for one of an inactive user, so that it reveals no users. */
const unknown = () => new HttpError(404, { msg: invitationMessages.unknown });

interface Invited {
  user: UserRow;
  invitation: InvitationRow;
}

/** @throws HttpError 404 for an unknown link or an inactive user, 409 with the reason for a link that is over */
async function invited(
  trx: Trx,
  secret: string,
  now: number,
  userOf: (trx: Trx, id: number) => Promise<UserRow | undefined>,
): Promise<Invited> {
  const found = await findInvitation(trx, hashOf(secret));
  const user = found && (await userOf(trx, found.id_usuario));
  // Read again after `userOf`, which may lock the user's row.
  const invitation = found && (await findInvitation(trx, found.token_hash));
  if (invitation === undefined || user?.active_ !== 1) throw unknown();
  requireNone(invitationRefusals(invitation, now));
  return { user, invitation };
}

const showInvitation: Operation<'/invitacion'> = ({ invitacion }, context) =>
  context.read(async (trx) => {
    const { user, invitation } = await invited(trx, invitacion, context.now(), findUser);
    return {
      nombre: user.razon_social,
      perfil: await nameOf(trx, 'tipo_usuario', user.tipo),
      email: user.email,
      vence: dateTimeInBogota(invitation.vence),
    };
  });

/** /aceptarInvitacion: signs nobody in, so that a second factor is asked for as at every sign-in. */
const acceptInvitation: Operation<'/aceptarInvitacion'> = async (
  { invitacion, password },
  context,
) => {
  const { user } = await context.read((trx) => invited(trx, invitacion, context.now(), findUser));
  requireGoodChoice(user, password);
  const clave_hash = await hashPassword(password, context.config.passwordCost);
  return context.write(async (trx) => {
    const now = context.now();
    // Checked again: the invitation may have been used or withdrawn during the hashing.
    const { user: person, invitation } = await invited(trx, invitacion, now, lockUser);
    const by = { actor: { id: person.id, profile: person.tipo as ProfileId }, now };
    await useInvitation(trx, invitation.id, by);
    await updateUser(trx, person.id, { clave_hash, cambiar_clave: 0 }, by);
    await deleteTemporaryPasswordsOf(trx, person.id);
    await deleteSessionsOf(trx, person.id);
    return done('Su contraseña quedó guardada', { email: person.email });
  });
};

export const invitationOperations = {
  '/invitarUsuario': invite,
  '/invitacion': showInvitation,
  '/aceptarInvitacion': acceptInvitation,
};
