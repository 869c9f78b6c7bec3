/** Any number of expenses in an installation that is there: new stores, each with years of boxes. */
import { randomBytes } from 'node:crypto';
import { inTransaction, onPostgres } from '../../platform/database/transactions.ts';
import { StartError } from '../../platform/errors/system-error.ts';
import { highestKey, learnTable, rowsIn } from '../../platform/database/bulk-rows.ts';
import { addPast, BOXES_A_YEAR, companyCast } from './demo-company.ts';
import { insertCast } from './demo-world.ts';
import type { DemoTarget } from './load-demo-data.ts';
import type { PastBoxes } from './past-boxes.ts';
import { seededRandom } from './seeded-random.ts';

interface Growth {
  /** Expenses that there are to be, or a few more: a box comes whole. */
  expenses: number;
  /** True: every new expense gets a file of its own; false: they share a few. */
  ownFiles: boolean;
  report?: PastBoxes['report'];
}

const YEARS = 2;
/** A little less than on average, so that one round is mostly enough. */
const EXPENSES_OF_A_BOX = 2.36;
/** More stores than a chain has make no list longer; from here on each has more boxes. */
const MOST_STORES = 400;

const grownTables = [
  'cajas',
  'gastos',
  'gasto_categoria',
  'evento',
  'conteo_caja',
  'busqueda',
] as const;

/**
 * Adds whole stores until there are enough expenses, all of it or nothing. Nobody knows the password of their people,
 * whom an administrator can give one.
 *
 * @throws StartError when there are more expenses already
 */
export const growCompany = (
  { db, receipts, now }: DemoTarget,
  { expenses, ownFiles, report }: Growth,
): Promise<{ before: number; after: number; stores: number }> =>
  inTransaction(db, async (trx) => {
    const before = await rowsIn(trx, 'gastos');
    if (before > expenses)
      throw new StartError(
        `Ya hay ${before.toLocaleString('es-CO')} gastos: pida un número mayor, o empiece en otra carpeta con DATA_DIR.`,
      );
    const by = { actor: null, now };
    const password = randomBytes(18).toString('base64');
    let [after, added] = [before, 0];
    while (after < expenses) {
      const boxes = Math.ceil((expenses - after) / EXPENSES_OF_A_BOX);
      const stores = Math.min(MOST_STORES, Math.ceil(boxes / (BOXES_A_YEAR * YEARS)));
      const first = (await highestKey(trx, 'tiendas')) + 1;
      const cast = companyCast(first, first + stores - 1, seededRandom(first));
      const world = await insertCast(trx, by, cast, password);
      const past = { boxes: Math.ceil(boxes / stores), days: YEARS * 365, now, ownFiles, report };
      after += (await addPast(trx, receipts, cast, world, past)).expenses;
      added += stores;
    }
    // What comes next asks these tables; the embedded database plans without figures.
    if (onPostgres(trx)) for (const table of grownTables) await learnTable(trx, table);
    return { before, after, stores: added };
  });
