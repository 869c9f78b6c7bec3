import { successes } from '#contract/errors.ts';
import { changeRefusals, holderOf } from '#machines/domain/authority.ts';
import { hashPassword } from '../../policies/password.policy.ts';
import { notFound } from '../../errors/http-error.ts';
import { queueMail } from '../../repositories/outbox.repository.ts';
import { hasFactor } from '../../repositories/second-factor.repository.ts';
import { deleteSessionsOf } from '../../repositories/session.repository.ts';
import { deleteTemporaryPasswordsOf } from '../../repositories/temporary-password.repository.ts';
import {
  findUser,
  insertUser,
  listUsers,
  profileName,
  updateUser,
} from '../../repositories/user.repository.ts';
import { createdMail, emailChangedMail, passwordSetMail } from '../account-mails.ts';
import { authorOf, type Operation } from '../operation.ts';
import { lockGoverned, lockHolder, requireNone } from './governed-user.ts';
import { columnsOf, permissionsColumn, refusalOfUniqueness, requireUserForm } from './user-form.ts';

export const users: Operation<'/obtenerUsuarios'> = async (input, context) => {
  const { rows, total } = await context.read((trx) => listUsers(trx, input));
  context.setTotal(total);
  return rows;
};

export const userById: Operation<'/obtenerUsuarioById'> = ({ id_usuario }, context) =>
  context.read(async (trx) => {
    const user = await findUser(trx, id_usuario);
    if (!user) throw notFound();
    const { id, razon_social, tipo, tipo_doc, num_doc, digito, email, celular, active_ } = user;
    return {
      ...{ id, razon_social, tipo, tipo_doc, num_doc, digito, email, celular, active_ },
      tipo_perfil: await profileName(trx, tipo),
      permisos: user.permisos,
      segundo_factor: (await hasFactor(trx, id)) ? (1 as const) : (0 as const),
    };
  });

/** The administrator who gives the first password knows it: it opens the first sign-in, and that only to choose another. */
export const createUser: Operation<'/registrarUsuario'> = async (input, context) => {
  const clave_hash = await hashPassword(input.password, context.config.passwordCost);
  try {
    return await context.write(async (trx) => {
      await requireUserForm(trx, input, await lockHolder(trx, context.session), null);
      const user = { ...columnsOf(input), permisos: permissionsColumn(input) ?? null };
      const creado = context.now();
      const id_usuario = await insertUser(
        trx,
        { ...user, clave_hash, cambiar_clave: 1, creado },
        authorOf(context),
      );
      await queueMail(trx, createdMail(user), creado);
      return [{ status: '200' as const, msg: successes.saved, id_usuario }];
    });
  } catch (error) {
    throw refusalOfUniqueness(error);
  }
};

/**
 * A new password ends the sessions of whoever had the old one, and has to be changed at the next sign-in.
 * The person reads of it, and of a new address at the old one: nobody acts as somebody else in silence.
 */
export const editUser: Operation<'/editarUsuario'> = async (input, context) => {
  const { session, config } = context;
  const clave_hash = input.password
    ? await hashPassword(input.password, config.passwordCost)
    : undefined;
  try {
    return await context.write(async (trx) => {
      const { holder, user } = await lockGoverned(trx, session, input.id_usuario);
      requireNone(changeRefusals(holder, holderOf(user)));
      await requireUserForm(trx, input, holder, user);
      const columns = columnsOf(input);
      const permisos = permissionsColumn(input);
      const changes = {
        ...columns,
        ...(permisos !== undefined && { permisos }),
        ...(clave_hash && { clave_hash, cambiar_clave: 1 as const }),
      };
      await updateUser(trx, user.id, changes, authorOf(context));
      if (columns.email !== user.email) {
        await deleteTemporaryPasswordsOf(trx, user.id);
        await queueMail(trx, emailChangedMail(user, session.nombre, columns.email), context.now());
      }
      if (clave_hash) {
        await deleteTemporaryPasswordsOf(trx, user.id);
        await deleteSessionsOf(trx, user.id);
        await queueMail(trx, passwordSetMail(columns, session.nombre), context.now());
      }
      return [{ status: '200' as const, msg: successes.saved }];
    });
  } catch (error) {
    throw refusalOfUniqueness(error);
  }
};
