/** `npm run factor:reset -- correo`: removes the second factor of a user when no administrator can. */
import { inTransaction } from '../../platform/database/transactions.ts';
import { StartError } from '../../platform/errors/http-error.ts';
import { resetFactorOf } from '../../features/session/second-factor.ts';
import { lockUserByEmail } from '../../features/accounts/user.repository.ts';
import { runProgram } from '../../start.ts';
import { onlyArgument, onStorage, say } from './command.ts';

async function resetFactor(): Promise<void> {
  const email = onlyArgument('Uso: npm run factor:reset -- correo');
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

await runProgram(resetFactor);
