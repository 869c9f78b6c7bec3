import type { Kysely } from 'kysely';
import type { SupportStore } from '../documents/support-store.ts';
import type { Database } from '../database/schema.ts';
import { inTransaction, type Trx } from '../database/transactions.ts';
import { demoCalendar } from './demo-calendar.ts';
import { demoCalls } from './demo-calls.ts';
import { demoStory } from './demo-story.ts';
import { deactivateStores, insertWorld } from './demo-world.ts';
import { seededRandom } from './seeded-random.ts';

interface DemoTarget {
  /** Migrated. */
  db: Kysely<Database>;
  supports: SupportStore;
  /** Epoch milliseconds: everything happened in the months before. */
  now: number;
}

const SEED = 20_261;

/** Anybody or anything of a business is in it: then the demonstration has no place there. */
async function isInUse(trx: Trx): Promise<boolean> {
  const user = await trx.selectFrom('usuarios').select('id').limit(1).executeTakeFirst();
  const store = await trx.selectFrom('tiendas').select('id').limit(1).executeTakeFirst();
  return user !== undefined || store !== undefined;
}

/**
 * Fills an empty database with people, stores, and boxes in every state, whole or not at all.
 *
 * @returns false when the database is in use: then nothing was changed
 */
export const loadDemoData = ({ db, supports, now }: DemoTarget): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    if (await isInUse(trx)) return false;
    const random = seededRandom(SEED);
    const calendar = demoCalendar(now);
    const world = await insertWorld(trx, calendar);
    const calls = demoCalls(trx, supports, world);
    for (const { run } of demoStory(calendar, random)) await run(calls);
    await deactivateStores(trx, world.stores, now);
    return true;
  });
