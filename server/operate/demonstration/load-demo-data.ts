import type { Kysely } from 'kysely';
import type { ReceiptStore } from '../../platform/files/receipt-store.ts';
import type { Database } from '../../platform/database/schema.ts';
import { inTransaction } from '../../platform/database/transactions.ts';
import { isInUse } from '../../features/settings/settings.ts';
import { openNextBox } from '../../features/cases/box.repository.ts';
import { contextIn, daysBefore } from './demo-calls.ts';
import { demoStory } from './demo-story.ts';
import { demoStoreEntries } from './demo-data.ts';
import { idIn, insertWorld } from './demo-world.ts';
import { updateStore } from '../../features/stores/store.repository.ts';
import { seededRandom } from './seeded-random.ts';

export interface DemoTarget {
  /** Migrated. */
  db: Kysely<Database>;
  receipts: ReceiptStore;
  /** Epoch milliseconds: everything happened in the months before. */
  now: number;
}

const SEED = 20_261;
/** Days ago that the stores began to use the application. */
const BEGINNING = 150;

/**
 * Fills an empty database with people, stores, and boxes in every state, whole or not at all.
 *
 * @returns false when the database is in use: then nothing was changed
 */
export const loadDemoData = (
  { db, receipts, now }: DemoTarget,
  report?: (done: number, all: number) => void,
): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    if (await isInUse(trx)) return false;
    const days = daysBefore(now);
    const beginning = days.instant(BEGINNING, 8);
    const world = await insertWorld(trx, beginning);
    for (const id of world.stores.values()) await openNextBox(trx, id, beginning);
    const context = contextIn(trx, receipts, world);
    const actions = demoStory({ trx, world, random: seededRandom(SEED), ...days, context });
    for (const [index, { run }] of actions.entries()) {
      await run();
      report?.(index + 1, actions.length);
    }
    // At last, so that they could have a past.
    for (const [key, { inactive }] of demoStoreEntries)
      if (inactive)
        await updateStore(trx, idIn(world.stores, key), { active_: 0 }, { actor: null, now });
    return true;
  });
