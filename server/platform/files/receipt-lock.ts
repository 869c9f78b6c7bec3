import type { Trx } from '../database/transactions.ts';
import { lockName } from '../database/row-lock.ts';

/**
 * Until the transaction ends, nobody else decides about the file: neither that a row names it nor
 * that none does and it can go.
 */
export const lockReceipt = (trx: Trx, ...sha256s: readonly string[]): Promise<void> =>
  lockName(trx, ...sha256s);
