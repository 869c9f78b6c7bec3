import { hashPassword } from '../../policies/password.policy.ts';
import { forbidden, Refusal } from '../../refusal.ts';
import { deleteSessionsOf, sessionExists } from '../../repositories/session.repository.ts';
import { deleteTemporaryPasswordsOf } from '../../repositories/temporary-password.repository.ts';
import { normalEmail, updateUser } from '../../repositories/user.repository.ts';
import { authorOf, type Operation } from '../operation.ts';

/**
 * Ends every other session of the person, and gives this one a new cookie. Whoever was put out while the
 * new password was being hashed no longer has a say in it.
 */
export const changePassword: Operation<'/changePwd'> = async (input, context) => {
  const { idUsuario, email, metodo } = context.session;
  if (normalEmail(input.email) !== email) {
    throw forbidden('Solo puede cambiar la contraseña de su propia cuenta.');
  }
  const clave_hash = await hashPassword(input.password, context.config.passwordCost);
  await context.startSession({ idUsuario, metodo }, async (trx) => {
    await updateUser(trx, idUsuario, { clave_hash, cambiar_clave: 0 }, authorOf(context));
    if (!(await sessionExists(trx, context.session.id))) throw new Refusal(401);
    await deleteTemporaryPasswordsOf(trx, idUsuario);
    await deleteSessionsOf(trx, idUsuario);
  });
  return [{ status: '200', msg: 'Contraseña actualizada' }];
};
