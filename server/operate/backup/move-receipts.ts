/** Moves the receipt files of an installation from one place to the other, while a server works. */
import type { Kysely } from 'kysely';
import { namedFiles } from '../audit/audit-files.ts';
import type { Database } from '../../platform/database/schema.ts';
import { inTransaction, type Trx } from '../../platform/database/transactions.ts';
import { measured, type ReceiptStore } from '../../platform/files/receipt-store.ts';
import { sha256Of } from '../../platform/files/sha256.ts';
import { namedAmong } from '../../features/expenses/receipt-cleanup.ts';
import { lockReceipt } from '../../platform/files/receipt-lock.ts';

export interface MovedReceipts {
  moved: number;
  /** SHA-256 of files that rows name and that are nowhere, or have another content. They stay as they are. */
  bad: string[];
}

type Copy = 'unnamed' | 'there' | 'copied' | 'bad';

/** Under the lock with which an upload or a removal decides about the file. */
async function copyOne(
  trx: Trx,
  sha256: string,
  from: ReceiptStore,
  to: ReceiptStore,
): Promise<Copy> {
  await lockReceipt(trx, sha256);
  if (!(await namedAmong(trx, [sha256])).has(sha256)) return 'unnamed';
  if (!(await from.exists(sha256))) return (await to.exists(sha256)) ? 'there' : 'bad';
  if (await to.exists(sha256)) return 'copied';
  return from.withFile(sha256, async (file) => {
    if ((await measured(file)).sha256 !== sha256) return 'bad';
    await to.saveFile(file, sha256, trx);
    return 'copied';
  });
}

const isWhole = async (store: ReceiptStore, sha256: string): Promise<boolean> =>
  sha256Of(await store.read(sha256)) === sha256;

/**
 * Copies every file that a row names, reads it back, and removes the first ones once all are copied: whoever began to
 * read one has ended by then. May be interrupted at any moment and started again.
 */
export async function moveReceipts(
  db: Kysely<Database>,
  from: ReceiptStore,
  to: ReceiptStore,
): Promise<MovedReceipts> {
  const copies = new Map<string, Copy>();
  for await (const { sha256 } of namedFiles(db)) {
    if (copies.has(sha256)) continue;
    const copy = await inTransaction(db, (trx) => copyOne(trx, sha256, from, to));
    copies.set(sha256, copy === 'copied' && !(await isWhole(to, sha256)) ? 'bad' : copy);
  }
  const all = [...copies];
  const named = (wanted: Copy) => all.flatMap(([sha256, copy]) => (copy === wanted ? sha256 : []));
  const moved = named('copied');
  for (const sha256 of moved)
    await inTransaction(db, async (trx) => {
      await lockReceipt(trx, sha256);
      await from.remove(sha256, trx);
    });
  return { moved: moved.length, bad: named('bad') };
}
