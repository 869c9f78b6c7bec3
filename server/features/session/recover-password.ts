import { setTimeout as wait } from 'node:timers/promises';
import { temporaryDigest, temporaryPassword } from '../accounts/password.policy.ts';
import { queueMail } from '../outbox/outbox.repository.ts';
import {
  hasTemporaryPasswordUntil,
  insertTemporaryPassword,
} from '../accounts/temporary-password.repository.ts';
import { lockUserByEmail } from '../accounts/user.repository.ts';
import { recoveryMail } from '../outbox/account-mails.ts';
import { done, type OpenContext, type Operation } from '../../platform/http/operation.ts';

/** How long a temporary password may be used, minutes. */
const VALID_MINUTES = 30;
/** One mail per account in so many minutes, whoever asks: its password is still good when the next may come. */
const PAUSE_MINUTES = 5;
const MINUTE = 60_000;

const answered = 'Si el correo está registrado, recibirá una contraseña temporal.';

async function recover(email: string, context: OpenContext): Promise<void> {
  const now = context.now();
  await context.write(async (trx) => {
    const user = await lockUserByEmail(trx, email);
    if (!user) return;
    const vence = now + VALID_MINUTES * MINUTE;
    if (await hasTemporaryPasswordUntil(trx, user.id, vence - PAUSE_MINUTES * MINUTE)) return;
    const password = temporaryPassword();
    const clave_hash = temporaryDigest(user.id, password);
    const given = { id_usuario: user.id, clave_hash, vence, usada: null };
    await insertTemporaryPassword(trx, given);
    await queueMail(trx, recoveryMail(user, password, VALID_MINUTES), now);
  });
}

/** The same answer, after the same time, whether the address is somebody's or not, and a mail is sent or not. */
export const recoverPassword: Operation<'/recoverPassword'> = async (input, context) => {
  await Promise.all([recover(input.email, context), wait(context.config.recoveryTime)]);
  return done(answered);
};
