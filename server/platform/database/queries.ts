/** Endings that the queries of many repositories share. */
import { type RawBuilder, sql } from 'kysely';
import { jsonArrayFrom as postgresArray } from 'kysely/helpers/postgres';
import { jsonArrayFrom as sqliteArray } from 'kysely/helpers/sqlite';
import type { NewRow, RowChanges } from './schema.ts';
import { onPostgres, type Trx } from './transactions.ts';
import { type Author, logChanges } from './administration-log.repository.ts';

interface Query<Row> {
  execute(): Promise<Row[]>;
  executeTakeFirst(): Promise<Row | undefined>;
}

export const exists = async (query: Query<unknown>): Promise<boolean> =>
  (await query.executeTakeFirst()) !== undefined;

/** The values of one column. */
export const valuesOf = async <Name extends string, Value>(
  query: Query<Record<Name, Value>>,
  name: Name,
): Promise<Value[]> => (await query.execute()).map((row) => row[name]);

export const rowsOf = async <Row>(trx: Trx, query: RawBuilder<Row>): Promise<Row[]> =>
  (await query.execute(trx)).rows;

declare const rowsInside: unique symbol;

/** Rows as JSON, in one column of another row. */
type JsonRows<Row> = string & { readonly [rowsInside]?: Row };

/**
 * The rows of a query as a column of another one, so that both are asked in one statement; its columns are named one by
 * one. Whoever needs an order sorts them.
 */
export const asJson = <Row extends object>(
  trx: Trx,
  query: Parameters<typeof sqliteArray<Row>>[0],
): RawBuilder<JsonRows<Row>> =>
  onPostgres(trx) ? sql`cast(${postgresArray(query)} as text)` : sql`${sqliteArray(query)}`;

export const fromJson = <Row>(rows: JsonRows<Row>): Row[] => JSON.parse(rows) as Row[];

/** On PostgreSQL: whether another connection of the program is there. */
export const othersAreConnected = async (trx: Trx): Promise<boolean> =>
  (
    await rowsOf(
      trx,
      sql`select 1 from pg_stat_activity where datname = current_database()
        and application_name = current_setting('application_name') and pid <> pg_backend_pid()`,
    )
  ).length > 0;

type LoggedTable =
  | 'archivo_banco'
  | 'arqueo'
  | 'cuenta_tienda'
  | 'delegacion' | 'empresas' | 'invitacion' | 'tiendas' | 'usuarios';

/** Makes the insert of a table: it logs the row and returns its key. */
export const inserting =
  <Table extends LoggedTable>(table: Table) =>
  (trx: Trx, row: NewRow<Table>, by: Author): Promise<number> =>
    logChanges(trx, by, table, ['id', null], async () => {
      const inserted = trx.insertInto<LoggedTable>(table).values(row).returning('id');
      return (await inserted.executeTakeFirstOrThrow()).id;
    });

/** Makes the update of a table by key: it logs the change. */
export const updating =
  <Table extends LoggedTable>(table: Table) =>
  async (trx: Trx, id: number, changes: RowChanges<Table>, by: Author): Promise<void> => {
    await logChanges(trx, by, table, ['id', id], () =>
      trx.updateTable<LoggedTable>(table).set(changes).where('id', '=', id).execute(),
    );
  };

/** Makes the delete of a table by key: it logs the deletion. */
export const deleting =
  (table: LoggedTable) =>
  async (trx: Trx, id: number, by: Author): Promise<void> => {
    await logChanges(trx, by, table, ['id', id], () =>
      trx.deleteFrom(table).where('id', '=', id).execute(),
    );
  };
