/** `npm run factor:reset -- correo`: removes the second factor of a user when no administrator can. */
import { inTransaction } from '../../platform/database/transactions.ts';
import { StartError } from '../../platform/errors/http-error.ts';
import { resetFactorOf } from '../../features/session/second-factor.ts';
import { lockUserByEmail } from '../../features/accounts/user.repository.ts';
import { onlyArgument, onStorage, runCommand, say } from './command.ts';

const usage = 'Uso: npm run factor:reset -- correo';

async function resetFactor(): Promise<void> {
  const email = onlyArgument(usage);
  await onStorage(({ db }) =>
    inTransaction(db, async (trx) => {
      const user = await lockUserByEmail(trx, email);
      if (!user) throw new StartError(`Nadie activo tiene el correo ${email}.`);
      if (!(await resetFactorOf(trx, user, { actor: null, now: Date.now() })))
        throw new StartError(`${user.email} no tiene segundo factor.`);
      say(`Se quitó el segundo factor de ${user.email}.`);
    }),
  );
}

await runCommand(usage, resetFactor);
