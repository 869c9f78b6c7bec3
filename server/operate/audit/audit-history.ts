/** Compares the counts of what happened with the log, as far as it is counted. */
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { inSnapshot } from '../../platform/database/transactions.ts';
import { countedPiece, nameOf } from '../../features/workflow/history-counts.ts';
import {
  countedUpTo,
  countedYears,
  unevenPeriods,
} from '../../features/workflow/stored-history.repository.ts';

/** Events that are counted together. */
const SLICE = 20_000;

/**
 * One sentence for each period that is not what the log says. What is counted meanwhile is left to the next audit:
 * years, months and days are read in one snapshot.
 */
export async function auditHistory(db: Kysely<Database>): Promise<string[]> {
  const { end, stored, uneven } = await inSnapshot(db, async (trx) => ({
    end: await countedUpTo(trx),
    stored: await countedYears(trx),
    uneven: await unevenPeriods(trx),
  }));
  const left = new Map(stored.map((row) => [nameOf(row), row]));
  for (let after = 0; after < end; ) {
    const { upTo, rows } = await inSnapshot(db, (trx) => countedPiece(trx, after, end, SLICE));
    for (const row of rows) {
      if (row.periodo.length > 4) continue;
      const name = nameOf(row);
      const { veces, suma } = left.get(name) ?? { veces: 0, suma: 0 };
      left.set(name, { ...row, veces: veces - row.veces, suma: suma - row.suma });
    }
    after = upTo;
  }
  const wrong = [...left.values()].filter(({ veces, suma }) => veces !== 0 || suma !== 0);
  return [
    ...[...new Set(wrong.map(({ periodo }) => periodo))]
      .sort()
      .map((periodo) => `historia de ${periodo}: no es lo que dice el registro`),
    ...uneven.map((periodo) => `historia de ${periodo}: no es la suma de sus partes`),
  ];
}
