import type { Trx } from '../../platform/database/transactions.ts';
import { changeRefusals, holderOf } from '#machines/domain/people/authority.ts';
import { forbidden, HttpError } from '../../platform/errors/http-error.ts';
import type { Author } from '../../platform/database/administration-log.repository.ts';
import { queueMail } from '../outbox/outbox.repository.ts';
import { deleteFactor } from '../accounts/second-factor.repository.ts';
import { deleteSessionsOf } from '../accounts/session.repository.ts';
import type { UserRow } from '../accounts/user.repository.ts';
import { factorResetMail } from '../outbox/account-mails.ts';
import { lockGoverned } from '../accounts/governed-user.ts';
import { authorOf, done, type Operation } from '../../platform/http/operation.ts';

/** Takes the factor away, ends the sessions and tells the person. @returns false when there was none */
export async function resetFactorOf(trx: Trx, user: UserRow, by: Author): Promise<boolean> {
  if (!(await deleteFactor(trx, user.id, by))) return false;
  await deleteSessionsOf(trx, user.id);
  await queueMail(trx, factorResetMail(user), by.now);
  return true;
}

/** /restablecerSegundoFactor: for somebody else who lost the device, and may no more than who resets it. */
export const resetSecondFactor: Operation<'/restablecerSegundoFactor'> = (
  { id_usuario },
  context,
) =>
  context.write(async (trx) => {
    const { session } = context;
    const { holder, user } = await lockGoverned(trx, session, id_usuario);
    if (user.id === session.idUsuario)
      throw new HttpError(409, { msg: 'Su propio segundo factor se cambia en su cuenta.' });
    if (changeRefusals(holder, holderOf(user)).length > 0)
      throw forbidden('No puede restablecer el segundo factor de quien tiene más permisos.');
    if (!(await resetFactorOf(trx, user, authorOf(context))))
      throw new HttpError(409, { msg: 'La persona no tiene segundo factor.' });
    context.log.warn({ usuario: user.id, por: session.idUsuario }, 'segundo factor restablecido');
    return done('Segundo factor restablecido');
  });
