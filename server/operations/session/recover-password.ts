import { setTimeout as wait } from 'node:timers/promises';
import { admitAttempt } from '../../policies/attempt.policy.ts';
import { hashPassword, temporaryPassword } from '../../policies/password.policy.ts';
import { type Mail, queueMail } from '../../repositories/outbox.repository.ts';
import { replaceTemporaryPassword } from '../../repositories/temporary-password.repository.ts';
import { lockUserByEmail, normalEmail, type UserRow } from '../../repositories/user.repository.ts';
import type { OpenContext, Operation } from '../operation.ts';

/** How long a temporary password may be used, minutes. */
const VALID_MINUTES = 30;

const answered = 'Si el correo está registrado, recibirá una contraseña temporal.';

const recoveryMail = (user: UserRow, password: string): Mail => ({
  para: user.email,
  asunto: 'Caja menor: contraseña temporal',
  texto: [
    `Hola, ${user.razon_social}:`,
    '',
    'Alguien pidió recuperar la contraseña de su cuenta de Caja menor.',
    `Su contraseña temporal es: ${password}`,
    '',
    `Sirve una sola vez y vence en ${VALID_MINUTES} minutos. Al entrar deberá elegir una contraseña nueva.`,
    'Si no la pidió usted, ignore este mensaje: su contraseña de siempre sigue siendo válida.',
    '',
  ].join('\n'),
});

/** @throws Refusal 429 */
async function recover(typed: string, context: OpenContext): Promise<void> {
  const email = normalEmail(typed);
  const now = context.now();
  await context.write((trx) => admitAttempt(trx, 'recuperacion', { email, ip: context.ip }, now));
  const password = temporaryPassword();
  const clave_hash = await hashPassword(password, context.config.passwordCost);
  await context.write(async (trx) => {
    const user = await lockUserByEmail(trx, email);
    if (!user) return;
    await replaceTemporaryPassword(trx, user.id, {
      clave_hash,
      vence: now + VALID_MINUTES * 60_000,
    });
    await queueMail(trx, recoveryMail(user, password), now);
  });
}

/** The same answer, after the same time, whether the address is somebody's or not. */
export const recoverPassword: Operation<'/recoverPassword'> = async (input, context) => {
  await Promise.all([recover(input.email, context), wait(context.config.recoveryTime)]);
  return [{ status: '200', msg: answered }];
};
