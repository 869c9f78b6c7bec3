import { boxStates } from '#machines/domain/stages/states.ts';
import { fundOf } from '#machines/domain/fund/fund.ts';
import { isInForce } from '#machines/domain/people/delegation.ts';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import {
  type ProjectedAdministration,
  replayAdministration,
} from '../../features/cases/administration-replay.ts';
import {
  type RecountedRow,
  actingProfiles,
  boxIdsOfStore,
  delegatedEvents,
  everyDelegation,
  orphans,
  countQueries,
  storeRow,
  storedCounts,
  storedTexts,
  unloggedDebtors,
  orphanIndexRows,
  orphanTexts,
  recomputedTexts,
} from '../../features/cases/audit.repository.ts';
import {
  type AuditedBox,
  type Differences,
  columnDifferences,
  readAudited,
} from '../../features/cases/audit.ts';
import type { ReplayedBox } from '../../features/cases/project-rows.ts';
import { openingOf } from '../../features/cases/stored-movement.ts';
import {
  type Columns,
  type LoggedTable,
  type Rows,
  comparedColumns,
  everyRow,
  loggedTableNames,
  loggedTables,
} from '../../platform/database/administration-log.repository.ts';
import type { Row } from '../../platform/database/schema.ts';
import { searchedTableNames } from '../../platform/database/search-texts.ts';
import type { Trx } from '../../platform/database/transactions.ts';

/** Compares a store with the logs of its boxes: its fund, its box numbers and the order of its boxes. */

/** Compares the fund of the rows with the fund computed from the logs; amounts in centavos. */
const fundDifferences = (
  { id, base }: Row<'tiendas'>,
  boxes: readonly AuditedBox[],
  logged: readonly ReplayedBox[],
): string[] => {
  const stored = boxes.map(({ box }) => box);
  return columnDifferences(`tienda ${id}, fondo`, fundOf(base, stored), fundOf(base, logged));
};

const placeOfCount = ({ id_caja, active, paso_mantenimiento, estado }: RecountedRow): string =>
  [
    ...(id_caja === null ? [] : [`caja ${id_caja}`]),
    estado === 0 ? 'cajas' : `gastos en ${estado}`,
    `de cajas en ${active}${paso_mantenimiento === 1 ? ' que pasaron por mantenimiento' : ''}`,
  ].join(', ');

/** Compares stored counts or searched texts of a store, matched by `placeOf`, with those computed from its rows. */
function storedDifferences<Stored extends object>(
  what: string,
  placeOf: (row: Stored) => string,
  [storedRows, rightRows]: readonly [Stored[], Stored[]],
): string[] {
  const stored = new Map(storedRows.map((row) => [placeOf(row), row]));
  const right = new Map(rightRows.map((row) => [placeOf(row), row]));
  return [...new Set([...stored.keys(), ...right.keys()])].flatMap((place) => {
    const where = `${what} de ${place}`;
    const [row, counted] = [stored.get(place), right.get(place)];
    if (counted === undefined) return [`${where}: está y no hay qué contar`];
    if (row === undefined) return [`${where}: falta`];
    return columnDifferences(where, row, counted, 'las filas dicen');
  });
}

/** Compares the counts and searched texts of a store with its rows. */
async function derivedRowDifferences(trx: Trx, idTienda: number): Promise<string[]> {
  const counts = [await storedCounts(trx, idTienda), await countQueries(trx, idTienda)] as const;
  const texts = [await storedTexts(trx, idTienda), await recomputedTexts(trx, idTienda)] as const;
  return [
    ...storedDifferences(`tienda ${idTienda}, conteo`, placeOfCount, counts),
    ...storedDifferences(`tienda ${idTienda}, búsqueda`, ({ gasto }) => `gasto ${gasto}`, texts),
  ];
}

/** Each box but the first was opened when the previous one was sent, and follows it in the hash chain. */
function orderDifferences(boxes: readonly AuditedBox[]): string[] {
  return boxes.flatMap(({ box, events }, index) => {
    const before = boxes[index - 1];
    const sent = before?.events.find(({ evento }) => evento === 'BOX.SEND');
    const creada = before === undefined ? box.creada : (sent?.instante ?? null);
    const logged = { creada, fecha: creada === null ? null : dateInBogota(creada) };
    return [
      ...columnDifferences(`caja ${box.id}`, box, logged),
      ...((events[0]?.hash_previo ?? box.hash) === (sent?.hash ?? '')
        ? []
        : [`caja ${box.id}: no sigue a la caja que la tienda envió antes`]),
    ];
  });
}

function numberDifferences(
  { id, ultimo_consecutivo }: Row<'tiendas'>,
  logged: readonly ReplayedBox[],
  first: number,
): string[] {
  const given = logged.flatMap(({ consecutivo }) => consecutivo ?? []);
  const gaps = given.some((consecutivo, index) => consecutivo !== index + first);
  const open = logged.filter(({ active }) => active === boxStates.open.codigo).length;
  return [
    ...columnDifferences(
      `tienda ${id}`,
      { ultimo_consecutivo },
      { ultimo_consecutivo: given.length + first - 1 },
    ),
    ...(gaps ? [`tienda ${id}: sus consecutivos son ${given.join(', ')}`] : []),
    ...(open === 1 ? [] : [`tienda ${id}: tiene ${open} cajas abiertas`]),
  ];
}

/**
 * Differences of a store and its boxes, one sentence each. The store as a whole is compared only when every log of
 * its boxes could be replayed.
 *
 * @param trx one snapshot: boxes that change meanwhile would be reported as differences
 */
export async function auditStore(
  trx: Trx,
  idTienda: number,
): Promise<Differences & { boxes: number }> {
  const store = await storeRow(trx, idTienda);
  const boxes: AuditedBox[] = [];
  for (const id of await boxIdsOfStore(trx, idTienda)) boxes.push(await readAudited(trx, id));
  const differences = boxes.flatMap((box) => box.differences);
  const derived = boxes.flatMap((box) => box.derived);
  derived.push(...(await derivedRowDifferences(trx, idTienda)));
  const logged = boxes.flatMap((box) => box.projected ?? []);
  if (logged.length === boxes.length)
    differences.push(
      ...fundDifferences(store, boxes, logged),
      ...numberDifferences(store, logged, (await openingOf(trx, idTienda))?.siguiente ?? 1),
      ...orderDifferences(boxes),
    );
  return { boxes: boxes.length, differences, derived };
}

/** Compares people, stores, settings and catalogues with the administration log. */

function rowDifferences(
  table: LoggedTable,
  key: string,
  row: Columns,
  logged: Columns | undefined,
) {
  const what = `${table.name} ${key}`;
  return logged === undefined
    ? [`${what}: está en la base de datos y no en el registro`]
    : columnDifferences(what, comparedColumns(table, row, logged), logged);
}

/** Differences of one table, read in chunks. */
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
const unexpectedActors = async (
  trx: Trx,
  { profiles }: ProjectedAdministration,
): Promise<string[]> =>
  (await actingProfiles(trx))
    .filter(({ id_actor, perfil }) => profiles.get(String(id_actor))?.has(perfil) !== true)
    .map(
      ({ id_actor, perfil }) =>
        `usuario ${id_actor}: actuó con el perfil ${perfil}, que nunca tuvo`,
    );

/** Debtors of boxes whose send did not log them, and who were not in charge of the store then. */
const unexpectedDebtors = async (
  trx: Trx,
  { mainPeople }: ProjectedAdministration,
): Promise<string[]> =>
  (await unloggedDebtors(trx)).flatMap(({ id, id_tienda, id_responsable, instante }) => {
    const people = mainPeople.get(String(id_tienda)) ?? [];
    const logged = people.findLast(({ since }) => since <= instante) ?? people[0];
    return columnDifferences(
      `caja ${id}`,
      { id_responsable },
      { id_responsable: logged?.id ?? null },
    );
  });

/** Events on behalf of a person whose delegate their author was not at that time. */
async function unauthorizedDelegates(trx: Trx): Promise<string[]> {
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

/**
 * Search texts of names that differ from their row, and those of expenses that are not there: both are derived. The other
 * texts of expenses are compared store by store.
 */
export async function auditSearchTexts(trx: Trx): Promise<string[]> {
  const differences = await orphanTexts(trx);
  for (const table of searchedTableNames)
    for (const { id, stored, right } of await orphanIndexRows(trx, table)) {
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
 * Differences of administration, one sentence each; a broken log is reported where it breaks and not compared.
 *
 * @param trx one snapshot
 */
export async function auditAdministration(trx: Trx): Promise<string[]> {
  const differences = await orphans(trx);
  const logged = await replayAdministration(trx);
  if (logged.broken !== null) {
    const { secuencia, reason } = logged.broken;
    return [...differences, `administración: registro roto, evento ${secuencia}: ${reason}`];
  }
  for (const name of loggedTableNames)
    for await (const found of tableDifferences(trx, name, logged.tables.get(name) ?? new Map()))
      differences.push(...found);
  return [
    ...differences,
    ...(await unexpectedActors(trx, logged)),
    ...(await unexpectedDebtors(trx, logged)),
    ...(await unauthorizedDelegates(trx)),
  ];
}
