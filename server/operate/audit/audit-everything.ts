import type { Kysely } from 'kysely';
import {
  type NamedFile,
  eventsOfRules,
  expenseFilesAfter,
  invoiceFilesAfter,
  lastEventId,
  storeIds,
} from '../../features/cases/audit.repository.ts';
import { namedAmong } from '../../features/expenses/receipts.ts';
import { sha256Of } from '../../platform/access/digests.ts';
import type { Database } from '../../platform/database/schema.ts';
import { type Trx, inSnapshot } from '../../platform/database/transactions.ts';
import { ifThere } from '../../platform/errors/http-error.ts';
import type { ReceiptStore } from '../../platform/files/receipt-store.ts';
import { auditAdministration, auditSearchTexts, auditStore } from './audit-rows.ts';
import { type StoredSignatures, auditSignatures } from './log-signatures.ts';
import { type LogHead, logHeadAt } from './signed-head.ts';

/** Audit of the files that rows name: each exists with its original content. */

/** Rows read at a time. */
const CHUNK = 500;

/** Every file named by a row, once per row. */
export async function* namedFiles(db: Kysely<Database>): AsyncGenerator<NamedFile> {
  for (const filesAfter of [expenseFilesAfter, invoiceFilesAfter])
    for (let id: number | null = 0; id !== null; ) {
      const after: number = id;
      const { files, last } = await inSnapshot(db, (trx) => filesAfter(trx, after, CHUNK));
      yield* files;
      id = last;
    }
}

/** Differences of the files: one sentence for each row whose file is missing or changed. */
async function auditFiles(
  db: Kysely<Database>,
  receipts: Pick<ReceiptStore, 'read'>,
): Promise<{ files: number; differences: string[] }> {
  const states = new Map<string, 'good' | 'missing' | 'changed'>();
  const differences: string[] = [];
  for await (const { of, sha256 } of namedFiles(db)) {
    const state = states.get(sha256) ?? (await stateOf(receipts, sha256));
    states.set(sha256, state);
    // The row may have been given another file since it was read.
    if (state !== 'good' && !(await inSnapshot(db, (trx) => isNamed(trx, sha256)))) continue;
    if (state === 'missing') differences.push(`${of}: falta su archivo ${sha256}`);
    if (state === 'changed') differences.push(`${of}: su archivo ${sha256} tiene otro contenido`);
  }
  return { files: states.size, differences };
}

const isNamed = async (trx: Trx, sha256: string): Promise<boolean> =>
  (await namedAmong(trx, [sha256])).has(sha256);

async function stateOf(receipts: Pick<ReceiptStore, 'read'>, sha256: string) {
  const bytes = await ifThere(receipts.read(sha256));
  if (bytes === null) return 'missing';
  return sha256Of(bytes) === sha256 ? 'good' : 'changed';
}

/**
 * One sentence for each version of the rules with an event after the first one of a later version: all servers stop for
 * an upgrade, so an event that claims the earlier rules by then was not written by the application.
 */
async function auditRules(db: Kysely<Database>): Promise<string[]> {
  const versions = (await inSnapshot(db, eventsOfRules)).sort(
    (one, other) => Number(one.version_maquina) - Number(other.version_maquina),
  );
  return versions.flatMap((earlier, at) => {
    const later = versions.slice(at + 1).find(({ first }) => first < earlier.last);
    return later === undefined
      ? []
      : [
          `registro: el evento ${earlier.last} dice la versión ${earlier.version_maquina} de las reglas, y el evento ${later.first}, anterior, la ${later.version_maquina}`,
        ];
  });
}

/** The whole audit: every store with its boxes, administration, every file, and the head of the log. */

export interface Audited {
  boxes: number;
  files: number;
  /** Differences of logs, rows and files. */
  differences: number;
  /** Differences of derived tables, which can be rebuilt. */
  derived: number;
  head: LogHead;
  /** Signed heads that were checked; null without keys to check them with. */
  signatures: number | null;
}

/** Copies outside the database that the audit compares with it. */
export interface StoredOutside {
  /** Head of an earlier audit, which the log must still match. */
  head?: LogHead | null;
  /** Null: signatures are not checked. */
  signatures?: StoredSignatures | null;
}

/**
 * Audits the whole database without changing it. A server may run meanwhile, since each store is read in one
 * snapshot.
 *
 * @param say called with a Spanish sentence for each difference; that of a derived table begins with `derivado: `
 */
export async function auditEverything(
  { db, receipts }: { db: Kysely<Database>; receipts: Pick<ReceiptStore, 'read'> },
  say: (difference: string) => void,
  { head: stored = null, signatures: signed = null }: StoredOutside = {},
): Promise<Audited> {
  const last = await inSnapshot(db, lastEventId);
  let [boxes, differences, derived] = [0, 0, 0];
  const found = (sentences: readonly string[]) => {
    for (const sentence of sentences) say(sentence);
    differences += sentences.length;
  };
  const foundDerived = (sentences: readonly string[]) => {
    for (const sentence of sentences) say(`derivado: ${sentence}`);
    derived += sentences.length;
  };
  for (const id of await inSnapshot(db, storeIds)) {
    const audited = await inSnapshot(db, (trx) => auditStore(trx, id));
    boxes += audited.boxes;
    found(audited.differences);
    foundDerived(audited.derived);
  }
  found(await auditRules(db));
  foundDerived(await inSnapshot(db, auditSearchTexts));
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
  return { boxes, files, differences, derived, head: await logHeadAt(db, last), signatures };
}
