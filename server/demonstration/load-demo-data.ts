import type { Kysely } from 'kysely';
import type { SupportStore } from '../documents/support-store.ts';
import type { Database } from '../database/schema.ts';
import { inTransaction } from '../database/transactions.ts';
import { isInUse } from '../repositories/settings.repository.ts';
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
