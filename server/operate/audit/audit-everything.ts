/** The whole audit: every store with its boxes, administration, every file, and the head of the log. */
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { inSnapshot } from '../../platform/database/transactions.ts';
import type { ReceiptStore } from '../../platform/files/receipt-store.ts';
import { lastEventId, storeIds } from '../../features/cases/audit.repository.ts';
import { auditAdministration } from './audit-administration.ts';
import { auditFiles } from './audit-files.ts';
import { auditHistory } from './audit-history.ts';
import { auditSignatures, type StoredSignatures } from './audit-signatures.ts';
import { auditStore } from './audit-store.ts';
import { type LogHead, logHeadAt } from './log-head.ts';

export interface Audited {
  boxes: number;
  files: number;
  differences: number;
  head: LogHead;
  /** Signed heads that were checked; null without keys to check them with. */
  signatures: number | null;
}

/** Copies outside the database that the audit compares with it. */
export interface StoredOutside {
  /** A head of an earlier audit, which the log must still have. */
  head?: LogHead | null;
  /** Null: signatures are not asked for. */
  signatures?: StoredSignatures | null;
}

/**
 * Reads everything and changes nothing; a server may work meanwhile, since each store is read in one
 * snapshot.
 *
 * @param say gets a Spanish sentence for each difference
 */
export async function auditEverything(
  { db, receipts }: { db: Kysely<Database>; receipts: Pick<ReceiptStore, 'read'> },
  say: (difference: string) => void,
  { head: stored = null, signatures: signed = null }: StoredOutside = {},
): Promise<Audited> {
  const last = await inSnapshot(db, lastEventId);
  let boxes = 0;
  let differences = 0;
  const found = (sentences: readonly string[]) => {
    for (const sentence of sentences) say(sentence);
    differences += sentences.length;
  };
  for (const id of await inSnapshot(db, storeIds)) {
    const audited = await inSnapshot(db, (trx) => auditStore(trx, id));
    boxes += audited.boxes;
    found(audited.differences);
  }
  found(await auditHistory(db));
  found(await inSnapshot(db, auditAdministration));
  const { files, differences: damaged } = await auditFiles(db, receipts);
  found(damaged);
  if (stored !== null && (await logHeadAt(db, stored.event)).sha256 !== stored.sha256)
    found([
      `registro: hasta el evento ${stored.event} no es el de la cabeza dada, algo se cambió o se borró`,
    ]);
  const ofSignatures = signed && (await auditSignatures(db, signed));
  found(ofSignatures?.differences ?? []);
  const signatures = ofSignatures?.signatures ?? null;
  return { boxes, files, differences, head: await logHeadAt(db, last), signatures };
}
