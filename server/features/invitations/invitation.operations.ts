import { changeRefusals, holderOf } from '#machines/domain/people/authority.ts';
import {
  INVITATION_LIFE,
  INVITATION_PAUSE,
  invitationMessages,
  invitationRefusals,
  invitingRefusals,
} from '#machines/domain/people/invitation.ts';
import { type ProfileId, isProfileId, profiles } from '#machines/domain/people/profiles.ts';
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
  findHolder,
  findInvitation,
  findUser,
  insertInvitation,
  insertUser,
  invitationMailKey,
  lockAllGoverned,
  lockGoverned,
  lockUser,
  openInvitations,
  requireNone,
  updateUser,
  useInvitation,
  usersWithoutPassword,
  withdrawInvitation,
} from '../accounts/user.repository.ts';
import { createdMail, invitationMail } from '../outbox/account-mails.ts';
import { queueMail } from '../outbox/outbox.repository.ts';
import { noticeRights } from '../outbox/rights-notice.ts';
import { nameOf } from '../reference/reference.repository.ts';
import { invitationsOf } from './invitation.repository.ts';

/**
 * Creates an invitation that replaces an earlier one. The calling code has checked the rights of the session
 * (`changeRefusals`) or just created the user, and has locked or just inserted the user's row.
 *
 * @returns its link, which is stored nowhere
 */
async function createInvitation(
  trx: Trx,
  context: Pick<SessionContext, 'session' | 'now' | 'config'>,
  idUsuario: number,
) {
  const by = authorOf(context);
  const secret = newSecret();
  const token_hash = hashOf(secret);
  const vence = by.now + INVITATION_LIFE;
  await withdrawInvitation(trx, idUsuario, by);
  await insertInvitation(
    trx,
    { id_usuario: idUsuario, token_hash, creada: by.now, vence, usada: null, retirada: null },
    by,
  );
  return { enlace: `${context.config.publicUrl}/#/invitacion/${secret}`, token_hash, vence };
}

/** Invites a user by a mail queued in this transaction, as `createInvitation` requires. */
async function inviteUser(
  trx: Trx,
  context: Pick<SessionContext, 'session' | 'now' | 'config'>,
  user: Pick<UserRow, 'id' | 'razon_social' | 'email'>,
): Promise<void> {
  const now = context.now();
  const invitation = await createInvitation(trx, context, user.id);
  const { enlace: address, vence } = invitation;
  const [, time = ''] = dateTimeInBogota(vence).split(' ');
  const until = `${shortDay(dateInBogota(vence), dateInBogota(now))} a las ${time}`;
  const mail = invitationMail(user, context.session.nombre, { address, until });
  await queueMail(trx, { ...mail, clave: invitationMailKey(invitation), vence }, now);
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

const inviteMessages = {
  leaves: 'La invitación sale por correo en un momento.',
  waits: 'Invitación por enviar: el servidor no tiene correo saliente. Entregue el enlace.',
} as const;

/** /invitarUsuario: voids the earlier link; sends nothing within `INVITATION_PAUSE` of the last invitation. */
const invite: Operation<'/invitarUsuario'> = ({ id_usuario }, context) =>
  context.write(async (trx) => {
    const { holder, user } = await lockGoverned(trx, context.session, id_usuario);
    requireNone(changeRefusals(holder, holderOf(user)));
    requireNone(invitingRefusals(user));
    const [open] = await openInvitations(trx, [user.id]);
    if (open === undefined || context.now() - open.creada >= INVITATION_PAUSE) {
      await renewRights(trx, context, user);
      await inviteUser(trx, context, user);
    }
    return done(context.config.smtpUrl === null ? inviteMessages.waits : inviteMessages.leaves);
  });

/** Who has the link can choose the password: the user moves no money for a day, and who moves money is notified. */
async function renewRights(trx: Trx, context: SessionContext, user: UserRow): Promise<void> {
  const derechos_desde = context.now();
  await updateUser(trx, user.id, { derechos_desde }, authorOf(context));
  await noticeRights(trx, context.session.nombre, user, ['invited'], derechos_desde);
}

/** Maximum number of listed users. */
const SHOWN = 500;

/** /invitacionesPendientes: the users whom the caller may invite, newest first. */
const pendingInvitations: Operation<'/invitacionesPendientes'> = (_input, context) =>
  context.read(async (trx) => {
    const holder = await findHolder(trx, context.session);
    const users = (await usersWithoutPassword(trx, SHOWN)).filter(
      (user) => changeRefusals(holder, holderOf(user)).length === 0,
    );
    const invitations = await invitationsOf(trx, users, context.now());
    return users.flatMap((user) => {
      const invitacion = invitations.get(user.id);
      return invitacion === undefined ? [] : [{ ...personOf(user), invitacion }];
    });
  });

const personOf = (user: UserRow) => ({
  id: user.id,
  nombre: user.razon_social,
  perfil: isProfileId(user.tipo) ? profiles[user.tipo].nombre : '',
  email: user.email,
  celular: user.celular,
});

/** /enlacesInvitacion: the links of all the users, or of none. */
const invitationLinks: Operation<'/enlacesInvitacion'> = ({ usuarios }, context) =>
  context.write(async (trx) => {
    const { holder, users } = await lockAllGoverned(trx, context.session, [...new Set(usuarios)]);
    for (const user of users) {
      requireNone(changeRefusals(holder, holderOf(user)));
      requireNone(invitingRefusals(user));
    }
    const links = [];
    for (const user of users) {
      await renewRights(trx, context, user);
      const { enlace, vence } = await createInvitation(trx, context, user.id);
      const until = dateTimeInBogota(vence);
      links.push({ ...personOf(user), enlace, vence: until });
    }
    return links;
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
  '/invitacionesPendientes': pendingInvitations,
  '/enlacesInvitacion': invitationLinks,
  '/invitacion': showInvitation,
  '/aceptarInvitacion': acceptInvitation,
};
