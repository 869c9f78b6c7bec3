import type { Kysely } from 'kysely';
import type { ReceiptStore } from '../../platform/files/receipt-store.ts';
import type { Database } from '../../platform/database/schema.ts';
import { inTransaction } from '../../platform/database/transactions.ts';
import { isInUse } from '../../features/settings/settings.ts';
import { openNextBox } from '../../features/cases/box.repository.ts';
import { clock, demoCalendar } from './demo-calendar.ts';
import { demoCalls } from './demo-calls.ts';
import { demoStory } from './demo-story.ts';
import { deactivateStores, insertWorld } from './demo-world.ts';
import { seededRandom } from './seeded-random.ts';

export interface DemoTarget {
  /** Migrated. */
  db: Kysely<Database>;
  receipts: ReceiptStore;
  /** Epoch milliseconds: everything happened in the months before. */
  now: number;
}

/** Called with how far it is. */
type Report = (done: number, all: number) => void;

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
  report: Report = () => undefined,
): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    if (await isInUse(trx)) return false;
    const random = seededRandom(SEED);
    const calendar = demoCalendar(now);
    const beginning = calendar.instant(BEGINNING, clock(8));
    const world = await insertWorld(trx, beginning);
    for (const id of world.stores.values()) await openNextBox(trx, id, beginning);
    const calls = demoCalls(trx, receipts, world);
    const actions = demoStory(calendar, random);
    for (const [index, { run }] of actions.entries()) {
      await run(calls);
      report(index + 1, actions.length);
    }
    await deactivateStores(trx, world.stores, now);
    return true;
  });
