import type { Trx } from '../../database/transactions.ts';
import { hasSomePermission, permissionsOf } from '../../policies/call.policy.ts';
import { forbidden, notFound, Refusal } from '../../refusal.ts';
import type { Author } from '../../repositories/administration-log.repository.ts';
import { type Mail, queueMail } from '../../repositories/outbox.repository.ts';
import { deleteFactor } from '../../repositories/second-factor.repository.ts';
import { deleteSessionsOf } from '../../repositories/session.repository.ts';
import { lockUser, type UserRow } from '../../repositories/user.repository.ts';
import { adminProfile } from '../administration/user-form.ts';
import { authorOf, type Operation, type Session } from '../operation.ts';

const resetMail = (user: UserRow): Mail => ({
  para: user.email,
  asunto: 'Caja menor: segundo factor restablecido',
  texto: [
    `Hola, ${user.razon_social}:`,
    '',
    'Un administrador quitó el segundo factor de su cuenta de Caja menor y cerró sus sesiones.',
    'Entre con su contraseña y actívelo de nuevo.',
    'Si usted no lo pidió, avise al administrador y cambie su contraseña.',
    '',
  ].join('\n'),
});

/** Takes the factor away, ends the sessions and tells the person. @returns false when there was none */
export async function resetFactorOf(trx: Trx, user: UserRow, by: Author): Promise<boolean> {
  if (!(await deleteFactor(trx, user.id, by))) return false;
  await deleteSessionsOf(trx, user.id);
  await queueMail(trx, resetMail(user), by.now);
  return true;
}

const mayDoMore = (user: UserRow, session: Session): boolean =>
  session.profile !== adminProfile &&
  permissionsOf(user).some((permission) => !hasSomePermission(session, [permission]));

/** /restablecerSegundoFactor: for somebody else who lost the device, and may no more than who resets it. */
export const resetSecondFactor: Operation<'/restablecerSegundoFactor'> = (
  { id_usuario },
  context,
) =>
  context.write(async (trx) => {
    const { session } = context;
    const user = await lockUser(trx, id_usuario);
    if (!user) throw notFound();
    if (user.id === session.idUsuario)
      throw new Refusal(409, { msg: 'Su propio segundo factor se cambia en su cuenta.' });
    if (mayDoMore(user, session))
      throw forbidden('No puede restablecer el segundo factor de quien tiene más permisos.');
    if (!(await resetFactorOf(trx, user, authorOf(context))))
      throw new Refusal(409, { msg: 'La persona no tiene segundo factor.' });
    context.log.warn({ usuario: user.id, por: session.idUsuario }, 'segundo factor restablecido');
    return [{ status: '200' as const, msg: 'Segundo factor restablecido' }];
  });
