import { successes } from '#contract/errors.ts';
import {
  type Charge,
  type Holder,
  changeRefusals,
  chargeSentence,
  gainsMoney,
  holderOf,
  lastOneRefusals,
  leavesWork,
  leavingRefusals,
  noCharge,
  successorRefusals,
} from '#machines/domain/people/authority.ts';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import {
  type Author,
  lockAdministrationLog,
} from '../../platform/database/administration-log.repository.ts';
import { currentVersion, requireSeen } from '../../platform/database/record-version.repository.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { forbidden, found } from '../../platform/errors/http-error.ts';
import {
  type Operation,
  type SessionContext,
  authorOf,
  done,
} from '../../platform/http/operation.ts';
import { delegationsOf, endDelegation } from '../absence/absence.operations.ts';
import {
  deleteTemporaryPasswordsOf,
  hashOfNoPassword,
  hashPassword,
} from '../accounts/passwords.ts';
import { hasFactor } from '../accounts/second-factor.repository.ts';
import { deleteSessionsOf } from '../accounts/session.repository.ts';
import {
  type UserForm,
  columnsOf,
  permissionsColumn,
  requireUserForm,
  refuseDuplicates,
} from '../accounts/user-form.ts';
import {
  type UserRow,
  findUser,
  listUsers,
  lockGoverned,
  lockHolder,
  requireNone,
  updateUser,
  withdrawInvitation,
} from '../accounts/user.repository.ts';
import { createPerson } from '../invitations/invitation.operations.ts';
import { invitationsOf } from '../invitations/invitation.repository.ts';
import { emailChangedMail, passwordSetMail } from '../outbox/account-mails.ts';
import { queueMail } from '../outbox/outbox.repository.ts';
import { noticeRights } from '../outbox/rights-notice.ts';
import { nameOf } from '../reference/reference.repository.ts';
import {
  chargeOf,
  chargesOf,
  passPosts,
  recordedForSupervisor,
} from '../stores/charge.repository.ts';

/** A user leaves a profile or the company: the charge passes to a successor in the same transaction. */

interface Leaving {
  holder: Holder;
  user: UserRow;
  /** Locked row of the successor; undefined when none was named or the user does not exist. */
  successor: UserRow | undefined;
  /** Requested key of the successor. */
  pasar_a: number | null | undefined;
}

/**
 * Expects the rows of the users to be locked. Locks the log before it counts, so that concurrent changes of the same
 * stores are either visible or wait.
 *
 * @throws HttpError 409 when something would be left without a person, 403 for a caller who may not change stores
 */
export async function handOverAndLeave(
  trx: Trx,
  { holder, user, successor, pasar_a }: Leaving,
  by: Author,
): Promise<void> {
  await lockAdministrationLog(trx);
  const charge = await chargeOf(trx, user);
  if (pasar_a === null || pasar_a === undefined) requireNone(leavingRefusals(user.tipo, charge));
  else {
    if (!holder.permisos.includes('editarTienda')) throw forbidden();
    const recorded = await recordedForSupervisor(trx, pasar_a, user.id);
    requireNone(successorRefusals(user, successor, { by: holder.id, recorded }));
    requireNone(lastOneRefusals(user.tipo, charge));
    await passPosts(trx, user.id, pasar_a, by);
  }
  for (const { id } of await delegationsOf(trx, [user.id], dateInBogota(by.now)))
    await endDelegation(trx, id, by);
}

const chargeTexts = (profile: number, charge: Charge = noCharge) => ({
  a_cargo: chargeSentence(charge),
  indispensable: lastOneRefusals(profile, charge)[0]?.mensaje ?? '',
});

const users: Operation<'/obtenerUsuarios'> = async (input, context) => {
  const { rows, total, charges, invitations } = await context.read(async (trx) => {
    const page = await listUsers(trx, input);
    return {
      ...page,
      charges: await chargesOf(trx, page.rows),
      invitations: await invitationsOf(trx, page.rows, context.now()),
    };
  });
  context.setTotal(total);
  return rows.map(({ cambiar_clave: _, ...row }) => ({
    ...row,
    ...chargeTexts(row.tipo, charges.get(row.id)),
    invitacion: invitations.get(row.id) ?? null,
  }));
};

const userById: Operation<'/obtenerUsuarioById'> = ({ id_usuario }, context) =>
  context.read(async (trx) => {
    const version = await currentVersion(trx);
    const user = found(await findUser(trx, id_usuario));
    const invitations = await invitationsOf(trx, [user], context.now());
    return {
      version,
      id: user.id,
      razon_social: user.razon_social,
      tipo: user.tipo,
      tipo_doc: user.tipo_doc,
      num_doc: user.num_doc,
      digito: user.digito,
      email: user.email,
      celular: user.celular,
      active_: user.active_,
      tipo_perfil: await nameOf(trx, 'tipo_usuario', user.tipo),
      permisos: user.permisos,
      ...chargeTexts(user.tipo, await chargeOf(trx, user)),
      segundo_factor: (await hasFactor(trx, user.id)) ? (1 as const) : (0 as const),
      invitacion: invitations.get(user.id) ?? null,
    };
  });

/**
 * A first password is known to the administrator who sets it, so it only allows choosing another one. Without a first
 * password the user is invited to choose one.
 */
const createUser: Operation<'/registrarUsuario'> = async (input, context) => {
  const { passwordCost } = context.config;
  const clave_hash = input.password
    ? await hashPassword(input.password, passwordCost)
    : await hashOfNoPassword(passwordCost);
  const written = context.write(async (trx) => {
    await requireUserForm(trx, input, await lockHolder(trx, context.session), null);
    const id_usuario = await createPerson(trx, context, { form: input, clave_hash });
    return done(successes.saved, { id_usuario });
  });
  return refuseDuplicates(written);
};

interface UserChange {
  form: UserForm;
  holder: Holder;
  /** The user before; the row is locked. */
  user: UserRow;
  /** Who takes over the charge; absent: nobody. */
  successor?: UserRow | undefined;
  pasar_a?: number | null | undefined;
  /** Absent: the password stays. */
  clave_hash?: string | undefined;
}

/**
 * Changes a user by a form that `userReasons` accepts. A new password ends the sessions of the user, and has to be
 * changed at the next sign-in. The user is notified of it, and of a new address at the old one, so that no account is
 * taken over unnoticed.
 */
export async function changeUser(
  trx: Trx,
  context: SessionContext,
  { form, holder, user, successor, pasar_a, clave_hash }: UserChange,
): Promise<void> {
  const { session } = context;
  const columns = columnsOf(form);
  const permisos = permissionsColumn(form);
  const rights = {
    tipo: columns.tipo,
    permisos: permisos === undefined ? user.permisos : permisos,
  };
  if (leavesWork(user, rights))
    await handOverAndLeave(trx, { holder, user, successor, pasar_a }, authorOf(context));
  const fresh = [
    ...(gainsMoney(user, rights) ? (['granted'] as const) : []),
    ...(clave_hash ? (['password'] as const) : []),
    ...(columns.email === user.email ? [] : (['email'] as const)),
  ];
  const changes = {
    ...columns,
    ...(fresh.length > 0 && { derechos_desde: context.now() }),
    ...(permisos !== undefined && { permisos }),
    ...(clave_hash && { clave_hash, cambiar_clave: 1 as const }),
  };
  await updateUser(trx, user.id, changes, authorOf(context));
  const after = { ...rights, id: user.id, razon_social: columns.razon_social };
  await noticeRights(trx, session.nombre, after, fresh, context.now());
  if (columns.email !== user.email) {
    await deleteTemporaryPasswordsOf(trx, user.id);
    await withdrawInvitation(trx, user.id, authorOf(context));
    await queueMail(trx, emailChangedMail(user, session.nombre, columns.email), context.now());
  }
  if (clave_hash) {
    await deleteTemporaryPasswordsOf(trx, user.id);
    await deleteSessionsOf(trx, user.id);
    await withdrawInvitation(trx, user.id, authorOf(context));
    await queueMail(trx, passwordSetMail(columns, session.nombre), context.now());
  }
}

const editUser: Operation<'/editarUsuario'> = async (input, context) => {
  const { session, config } = context;
  const clave_hash = input.password
    ? await hashPassword(input.password, config.passwordCost)
    : undefined;
  const written = context.write(async (trx) => {
    const { id_usuario, pasar_a } = input;
    const governed = await lockGoverned(trx, session, id_usuario, pasar_a);
    const { holder, user, other: successor } = governed;
    requireNone(changeRefusals(holder, holderOf(user)));
    const shown: readonly string[] = [...Object.keys(columnsOf(input)), 'permisos'];
    await requireSeen(
      trx,
      { ...session, version: input.version },
      {
        usuarios: (key, changed) =>
          key === String(user.id) && changed.some((name) => shown.includes(name)),
      },
    );
    await requireUserForm(trx, input, holder, user);
    await changeUser(trx, context, { form: input, holder, user, successor, pasar_a, clave_hash });
    return done(successes.saved);
  });
  return refuseDuplicates(written);
};

export const userOperations = {
  '/obtenerUsuarios': users,
  '/obtenerUsuarioById': userById,
  '/registrarUsuario': createUser,
  '/editarUsuario': editUser,
};
