/** `npm run factor:reset -- correo`: takes the second factor from somebody, when no administrator can. */
import { loadStorageConfig } from '../config/config.ts';
import { inTransaction } from '../database/transactions.ts';
import { resetFactorOf } from '../operations/session/second-factor-reset.ts';
import { lockUserByEmail } from '../repositories/user.repository.ts';
import { runProgram } from '../start.ts';
import { StartError } from '../errors/start-error.ts';
import { openStorage } from '../storage.ts';

async function resetFactor(): Promise<void> {
  const [email, ...more] = process.argv.slice(2);
  if (email === undefined || more.length > 0)
    throw new StartError('Uso: npm run factor:reset -- correo');
  const database = await openStorage(loadStorageConfig(process.env));
  try {
    await inTransaction(database.db, async (trx) => {
      const user = await lockUserByEmail(trx, email);
      if (!user) throw new StartError(`Nadie activo tiene el correo ${email}.`);
      if (!(await resetFactorOf(trx, user, { actor: null, now: Date.now() })))
        throw new StartError(`${user.email} no tiene segundo factor.`);
      process.stdout.write(`Se quitó el segundo factor de ${user.email}.\n`);
    });
  } finally {
    await database.close();
  }
}

await runProgram(resetFactor, () => loadStorageConfig(process.env));
