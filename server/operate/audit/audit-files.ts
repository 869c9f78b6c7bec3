/** The files that rows name: there, and with the content that they had. */
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { inSnapshot, type Trx } from '../../platform/database/transactions.ts';
import type { ReceiptStore } from '../../platform/files/receipt-store.ts';
import { sha256Of } from '../../platform/files/sha256.ts';
import { ifThere } from '../../platform/errors/error-code.ts';
import { namedAmong } from '../../features/expenses/receipt-cleanup.ts';
import {
  expenseFilesAfter,
  invoiceFilesAfter,
  type NamedFile,
} from '../../features/cases/audit.repository.ts';

/** Rows read at a time. */
const CHUNK = 500;

/** Every file that a row names, once for each row. */
export async function* namedFiles(db: Kysely<Database>): AsyncGenerator<NamedFile> {
  for (const filesAfter of [expenseFilesAfter, invoiceFilesAfter])
    for (let id: number | null = 0; id !== null; ) {
      const after: number = id;
      const { files, last } = await inSnapshot(db, (trx) => filesAfter(trx, after, CHUNK));
      yield* files;
      id = last;
    }
}

/** Faults of the files, one sentence for each row that names a bad one. */
export async function auditFiles(
  db: Kysely<Database>,
  receipts: Pick<ReceiptStore, 'read'>,
): Promise<{ files: number; differences: string[] }> {
  const states = new Map<string, 'good' | 'missing' | 'changed'>();
  const differences: string[] = [];
  for await (const { of, sha256 } of namedFiles(db)) {
    const state = states.get(sha256) ?? (await stateOf(receipts, sha256));
    states.set(sha256, state);
    // Somebody may have put another file in its place since its row was read.
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
