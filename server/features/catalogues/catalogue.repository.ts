/** The lists that an administrator keeps. */
import { sql } from 'kysely';
import type { CatalogueTable } from '#contract/calls/catalogues.calls.ts';
import type { Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { type Author, logChanges } from '../../platform/database/administration-log.repository.ts';
import { folded, foldedText } from '../../platform/database/paging.ts';
import { rowsOf } from '../../platform/database/queries.ts';

export type CatalogueRow = Pick<Row<CatalogueTable>, 'id' | 'nombre' | 'active_'> &
  Partial<
    Pick<Row<'categoria_gasto'>, 'cuenta' | 'id_formato' | 'mantenimiento'> &
      Pick<Row<'impuestos'>, 'porcentaje'> &
      Pick<Row<'indicadores'>, 'codigo'>
  >;

/** The columns that a form fills. */
export type CatalogueColumns = Omit<CatalogueRow, 'id' | 'active_'>;

/** Columns of which no two rows have the same value; the categories of each format are a list of their own. */
export type CatalogueName = 'nombre' | 'codigo';

export const findCatalogueRow = async (
  trx: Trx,
  table: CatalogueTable,
  id: number,
): Promise<CatalogueRow | undefined> =>
  (await rowsOf(trx, sql<CatalogueRow>`select * from ${sql.table(table)} where id = ${id}`))[0];

/** Where a row is chosen: among all of its list, or among the categories of its format. */
const besides = (id: number, id_formato: number | undefined) =>
  id_formato === undefined ? sql`id <> ${id}` : sql`id <> ${id} and id_formato = ${id_formato}`;

/** Tells whether another row has this name, whatever the case and the accents. */
export const catalogueHasName = async (
  trx: Trx,
  table: CatalogueTable,
  [column, text]: readonly [CatalogueName, string],
  { id, id_formato }: { id: number; id_formato?: number | undefined },
): Promise<boolean> =>
  (
    await rowsOf(
      trx,
      sql`select 1 from ${sql.table(table)} where ${besides(id, id_formato)}
        and ${folded(sql.ref(column))} = ${foldedText(text)}`,
    )
  ).length > 0;

export const countOthersInUse = async (
  trx: Trx,
  table: CatalogueTable,
  { id, id_formato }: CatalogueRow,
): Promise<number> =>
  (
    await rowsOf(
      trx,
      sql`select id from ${sql.table(table)} where ${besides(id, id_formato)} and active_ = 1`,
    )
  ).length;

export const insertCatalogueRow = (
  trx: Trx,
  table: CatalogueTable,
  row: CatalogueColumns,
  by: Author,
): Promise<number> =>
  logChanges(trx, by, table, ['id', null], async () => {
    const [inserted] = await rowsOf(
      trx,
      sql<{ id: number }>`insert into ${sql.table(table)}
        (${sql.join(Object.keys(row).map((column) => sql.ref(column)))})
        values (${sql.join(Object.values(row))}) returning id`,
    );
    return inserted?.id ?? 0;
  });

export async function updateCatalogueRow(
  trx: Trx,
  table: CatalogueTable,
  id: number,
  changes: Partial<Omit<CatalogueRow, 'id'>>,
  by: Author,
): Promise<void> {
  const sets = Object.entries(changes).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await logChanges(trx, by, table, ['id', id], () =>
    sql`update ${sql.table(table)} set ${sql.join(sets)} where id = ${id}`.execute(trx),
  );
}
