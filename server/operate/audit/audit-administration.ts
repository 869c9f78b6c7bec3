/** Compares people, stores, settings and catalogues with what the log of administration tells of them. */
import { searchedTableNames } from '../../platform/database/search-texts.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import {
  type Columns,
  everyRow,
  type Rows,
} from '../../platform/database/administration-log.repository.ts';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { isInForce } from '#machines/domain/people/delegation.ts';
import {
  actingProfiles,
  delegatedEvents,
  everyDelegation,
  orphans,
  strayNames,
} from '../../features/cases/audit.repository.ts';
import {
  type LoggedTable,
  loggedTableNames,
  loggedTables,
} from '../../platform/database/logged-tables.ts';
import {
  replayAdministration,
  type ProjectedAdministration,
} from '../../features/cases/administration-replay.ts';
import { columnDifferences } from '../../features/cases/audit.ts';

/** Differences between one row and its log. */
function rowDifferences(
  table: LoggedTable,
  key: string,
  row: Columns,
  logged: Columns | undefined,
) {
  const what = `${table.name} ${key}`;
  return logged === undefined
    ? [`${what}: está en la base de datos y no en el registro`]
    : columnDifferences(what, row, logged);
}

/** One table, so many rows at a time. */
async function* tableDifferences(
  trx: Trx,
  name: (typeof loggedTableNames)[number],
  logged: Rows,
): AsyncGenerator<string[]> {
  const table: LoggedTable = loggedTables[name];
  const missing = new Set(logged.keys());
  for await (const rows of everyRow(trx, name))
    for (const [key, row] of rows) {
      missing.delete(key);
      yield rowDifferences(table, key, row, logged.get(key));
    }
  for (const key of missing)
    yield [`${table.name} ${key}: está en el registro y no en la base de datos`];
}

/** Accounts that acted on a box with a profile that they never had. */
const strangeActors = async (trx: Trx, { profiles }: ProjectedAdministration): Promise<string[]> =>
  (await actingProfiles(trx))
    .filter(({ id_actor, perfil }) => profiles.get(String(id_actor))?.has(perfil) !== true)
    .map(
      ({ id_actor, perfil }) =>
        `usuario ${id_actor}: actuó con el perfil ${perfil}, que nunca tuvo`,
    );

/** Events in the name of somebody for whom their author did not decide then. */
async function strangeDelegates(trx: Trx): Promise<string[]> {
  const delegations = await everyDelegation(trx);
  return (await delegatedEvents(trx)).flatMap(
    ({ id_caja, secuencia, id_actor, instante, payload }) => {
      const { enNombreDe } = JSON.parse(payload) as { enNombreDe?: number };
      const agreed = delegations.some(
        (one) =>
          one.id_usuario === enNombreDe &&
          one.id_delegado === id_actor &&
          isInForce(one, dateInBogota(instante)) &&
          one.creada <= instante &&
          (one.terminada ?? instante) >= instante,
      );
      return enNombreDe === undefined || agreed
        ? []
        : [
            `caja ${id_caja}, evento ${secuencia}: el usuario ${id_actor} no reemplazaba al ${enNombreDe}`,
          ];
    },
  );
}

/** Names by which somebody is found that are not those of the row. */
async function strangeNames(trx: Trx): Promise<string[]> {
  const differences: string[] = [];
  for (const table of searchedTableNames)
    for (const { id, stored, right } of await strayNames(trx, table)) {
      const where = `búsqueda de ${table} ${id}`;
      if (stored === null) differences.push(`${where}: falta`);
      else if (right === null) differences.push(`${where}: está y no hay qué buscar`);
      else
        differences.push(
          ...columnDifferences(where, { texto: stored }, { texto: right }, 'las filas dicen'),
        );
    }
  return differences;
}

/**
 * Faults of administration, one sentence for each difference; with a broken log only where it breaks.
 *
 * @param trx one snapshot
 */
export async function auditAdministration(trx: Trx): Promise<string[]> {
  const differences = [...(await orphans(trx)), ...(await strangeNames(trx))];
  const logged = await replayAdministration(trx);
  if (logged.broken !== null) {
    const { secuencia, reason } = logged.broken;
    return [...differences, `administración: registro roto, evento ${secuencia}: ${reason}`];
  }
  for (const name of loggedTableNames)
    for await (const found of tableDifferences(trx, name, logged.tables.get(name) ?? new Map()))
      differences.push(...found);
  return [...differences, ...(await strangeActors(trx, logged)), ...(await strangeDelegates(trx))];
}
