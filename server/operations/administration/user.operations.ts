import { successes } from '#contract/errors.ts';
import { hashPassword } from '../../policies/password.policy.ts';
import { notFound, Refusal } from '../../refusal.ts';
import { hasFactor } from '../../repositories/second-factor.repository.ts';
import { deleteSessionsOf } from '../../repositories/session.repository.ts';
import { deleteTemporaryPasswordsOf } from '../../repositories/temporary-password.repository.ts';
import {
  findUser,
  insertUser,
  listUsers,
  profileName,
  updateUser,
  lockUser,
} from '../../repositories/user.repository.ts';
import { authorOf, type Operation } from '../operation.ts';
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

export const createUser: Operation<'/registrarUsuario'> = async (input, context) => {
  const clave_hash = await hashPassword(input.password, context.config.passwordCost);
  try {
    return await context.write(async (trx) => {
      await requireUserForm(trx, input, null);
      const permisos = permissionsColumn(input) ?? null;
      const row = { ...columnsOf(input), clave_hash, permisos, creado: context.now() };
      const id_usuario = await insertUser(trx, row, authorOf(context));
      return [{ status: '200' as const, msg: successes.saved, id_usuario }];
    });
  } catch (error) {
    throw refusalOfUniqueness(error);
  }
};

/** Otherwise the last administrator could shut everybody out. */
function requireOwnProfileKept(isOneself: boolean, before: number, after: number): void {
  if (!isOneself || before === after) return;
  const mensaje = 'No puede cambiar su propio tipo de usuario';
  throw new Refusal(422, {
    bodyStatus: '401',
    errores: [mensaje],
    motivos: [{ guardia: 'tipo', mensaje }],
  });
}

/** A new password ends the sessions of whoever had the old one, but not that of the administrator who gives it. */
export const editUser: Operation<'/editarUsuario'> = async (input, context) => {
  const { session, config } = context;
  const clave_hash = input.password
    ? await hashPassword(input.password, config.passwordCost)
    : undefined;
  try {
    return await context.write(async (trx) => {
      const user = await lockUser(trx, input.id_usuario);
      if (!user) throw notFound();
      await requireUserForm(trx, input, user);
      requireOwnProfileKept(user.id === session.idUsuario, user.tipo, input.tipo);
      const permisos = permissionsColumn(input);
      const changes = {
        ...columnsOf(input),
        ...(permisos !== undefined && { permisos }),
        ...(clave_hash && { clave_hash }),
      };
      await updateUser(trx, user.id, changes, authorOf(context));
      if (clave_hash) {
        await deleteTemporaryPasswordsOf(trx, user.id);
        await deleteSessionsOf(trx, user.id, session.id);
      }
      return [{ status: '200' as const, msg: successes.saved }];
    });
  } catch (error) {
    throw refusalOfUniqueness(error);
  }
};
