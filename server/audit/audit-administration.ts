/** Compares people, stores, settings and catalogues with what the log of administration tells of them. */
import type { Trx } from '../database/transactions.ts';
import {
  type Columns,
  everyRow,
  type Rows,
} from '../repositories/administration-log.repository.ts';
import { actingProfiles, orphans } from '../repositories/audit.repository.ts';
import { type ToldTable, toldTableNames, toldTables } from '../repositories/told-tables.ts';
import {
  replayAdministration,
  type ToldAdministration,
} from '../workflow/administration-replay.ts';
import { columnDifferences } from '../workflow/audit.ts';

/** What one row has that the log tells otherwise. */
function rowDifferences(table: ToldTable, key: string, row: Columns, told: Columns | undefined) {
  const what = `${table.name} ${key}`;
  if (told !== undefined) return columnDifferences(what, row, told);
  return table.grows ? [] : [`${what}: está en la base de datos y no en el registro`];
}

/** One table, so many rows at a time. */
async function* tableDifferences(
  trx: Trx,
  name: (typeof toldTableNames)[number],
  told: Rows,
): AsyncGenerator<string[]> {
  const table: ToldTable = toldTables[name];
  const missing = new Set(told.keys());
  for await (const rows of everyRow(trx, name))
    for (const [key, row] of rows) {
      missing.delete(key);
      yield rowDifferences(table, key, row, told.get(key));
    }
  for (const key of missing)
    yield [`${table.name} ${key}: está en el registro y no en la base de datos`];
}

/** Who acted on a box with a profile that the account never had. */
const strangeActors = async (trx: Trx, { profiles }: ToldAdministration): Promise<string[]> =>
  (await actingProfiles(trx))
    .filter(({ id_actor, perfil }) => profiles.get(String(id_actor))?.has(perfil) !== true)
    .map(
      ({ id_actor, perfil }) =>
        `usuario ${id_actor}: actuó con el perfil ${perfil}, que nunca tuvo`,
    );

/**
 * What is wrong with administration, one sentence for each difference; with a broken log only where it breaks.
 *
 * @param trx one snapshot
 */
export async function auditAdministration(trx: Trx): Promise<string[]> {
  const differences = await orphans(trx);
  const told = await replayAdministration(trx);
  if (told.broken !== null) {
    const { secuencia, reason } = told.broken;
    return [...differences, `administración: registro roto, evento ${secuencia}: ${reason}`];
  }
  for (const name of toldTableNames)
    for await (const found of tableDifferences(trx, name, told.tables.get(name) ?? new Map()))
      differences.push(...found);
  return [...differences, ...(await strangeActors(trx, told))];
}
