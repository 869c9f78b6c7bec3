/**
 * `npm run db:audit`: replays the log of every box and compares it with the rows. Says what does not
 * agree and ends with 1; changes nothing.
 */
import { loadStorageConfig } from '../config.ts';
import { inTransaction } from '../database/transactions.ts';
import { boxIds } from '../repositories/box-list.repository.ts';
import { runProgram } from '../start.ts';
import { openStorage } from '../storage.ts';
import { auditBox } from '../workflow/audit.ts';

async function audit(): Promise<void> {
  const { db, close } = await openStorage(loadStorageConfig(process.env));
  try {
    const ids = await inTransaction(db, boxIds);
    let differences = 0;
    for (const id of ids) {
      const found = await inTransaction(db, (trx) => auditBox(trx, id));
      for (const difference of found) console.log(difference);
      differences += found.length;
    }
    console.log(`Cajas revisadas: ${ids.length}. Diferencias: ${differences}.`);
    if (differences > 0) process.exitCode = 1;
  } finally {
    await close();
  }
}

await runProgram(audit, () => loadStorageConfig(process.env));
