import { inTransaction, type Trx } from '../../platform/database/transactions.ts';
import { invoiceFilesAmong } from '../invoices/invoice.repository.ts';
import { usedReceipts } from './anomaly.repository.ts';
import { lockReceipt } from '../../platform/database/row-lock.ts';
import type { Context } from '../../platform/http/operation.ts';

type Access = Pick<Context, 'db' | 'receipts'>;

/** Those of the files that an expense or an electronic invoice names: often it is the same PDF. */
export const namedAmong = async (trx: Trx, sha256s: readonly string[]): Promise<Set<string>> =>
  new Set([...(await usedReceipts(trx, sha256s)), ...(await invoiceFilesAmong(trx, sha256s))]);

/**
 * Removes a file that nothing names any more. After the commit that took its last row away, never
 * before; under the lock with which an upload makes sure that its file is there. In no snapshot:
 * that would not show the row of an upload that the lock waited for.
 */
export const dropUnusedReceipt = ({ db, receipts }: Access, sha256: string): Promise<void> =>
  inTransaction(db, async (trx) => {
    await lockReceipt(trx, sha256);
    if (!(await namedAmong(trx, [sha256])).has(sha256)) await receipts.remove(sha256, trx);
  });

/** Milliseconds. An upload that takes longer than this has failed long ago. */
const UPLOAD_LIMIT = 60 * 60_000;
/** Removes the half-written files of this machine that no upload in progress is writing. */
export const sweepHalfWritten = ({ receipts }: Pick<Access, 'receipts'>, now: number) =>
  receipts.removeHalfWritten(now - UPLOAD_LIMIT);

/** Files of one query. */
const CHUNK = 500;

/**
 * Removes the files that nothing names and that are older than any upload in progress: what a process leaves behind
 * that ended between a file and its row. Any number of processes may do it, at any time.
 *
 * @param now epoch milliseconds of the clock of the files
 */
export async function sweepReceipts(access: Access, now: number): Promise<void> {
  const before = now - UPLOAD_LIMIT;
  let chunk: string[] = [];
  const sweepChunk = async () => {
    const wanted = chunk;
    chunk = [];
    if (wanted.length === 0) return;
    const used = await inTransaction(access.db, (trx) => namedAmong(trx, wanted));
    for (const sha256 of wanted) if (!used.has(sha256)) await dropUnusedReceipt(access, sha256);
  };
  for await (const sha256 of access.receipts.storedBefore(before))
    if (chunk.push(sha256) === CHUNK) await sweepChunk();
  await sweepChunk();
}
