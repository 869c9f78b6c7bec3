import { type RawBuilder, sql } from 'kysely';
import { jsonArrayFrom as postgresArray } from 'kysely/helpers/postgres';
import { jsonArrayFrom as sqliteArray } from 'kysely/helpers/sqlite';
import { newSecret } from '../access/digests.ts';
import { type Author, logChanges, loggedTables } from './administration-log.repository.ts';
import type { Database, NewRow, Row, RowChanges } from './schema.ts';
import { type Trx, onPostgres } from './transactions.ts';

/** Factories for simple statements on one table; each repository names the functions it creates. */

type Table = keyof Database & string;
type Column<Name extends Table> = keyof Row<Name> & string;
/** Stands for any table in casts, since Kysely cannot type a table passed as a parameter. */
type Any = 'cajas';

/** Creates a query for the row whose column has a value; undefined when there is none. */
export const finding =
  <Name extends Table, Of extends Column<Name>>(table: Name, column: Of) =>
  async (trx: Trx, value: Row<Name>[Of]): Promise<Row<Name> | undefined> =>
    (await trx
      .selectFrom(table as Any)
      .selectAll()
      .where(column as 'id', '=', value as number)
      .executeTakeFirst()) as Row<Name> | undefined;

/** Creates the insert of a table that is not logged. */
export const adding =
  <Name extends Table>(table: Name) =>
  async (trx: Trx, row: NewRow<Name>): Promise<void> => {
    await trx
      .insertInto(table as Any)
      .values(row as NewRow<Any>)
      .execute();
  };

/** Like `adding`, but returns the key of the row. */
export const creating =
  <Name extends Table>(table: Name) =>
  async (trx: Trx, row: NewRow<Name>): Promise<number> => {
    const inserted = trx.insertInto(table as Any).values(row as NewRow<Any>);
    return (await inserted.returning('id').executeTakeFirstOrThrow()).id;
  };

/** Creates the update of a row by key. */
export const changing =
  <Name extends Table>(table: Name) =>
  async (trx: Trx, id: number, changes: RowChanges<Name>): Promise<void> => {
    await trx
      .updateTable(table as Any)
      .set(changes as RowChanges<Any>)
      .where('id', '=', id)
      .execute();
  };

/** Creates the delete of the rows whose column has a value. */
export const removing =
  <Name extends Table, Of extends Column<Name>>(table: Name, column: Of) =>
  async (trx: Trx, value: Row<Name>[Of]): Promise<void> => {
    await trx
      .deleteFrom(table as Any)
      .where(column as 'id', '=', value as number)
      .execute();
  };

/** Deletes the rows whose instant in a column is at or before the given one. */
export async function removeUpTo<Name extends Table>(
  trx: Trx,
  table: Name,
  column: Column<Name>,
  instant: number,
): Promise<void> {
  await trx
    .deleteFrom(table as Any)
    .where(column as 'id', '<=', instant)
    .execute();
}

/** Shared ways to execute a query. */

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

type Columns<Row extends object> = { [Name in keyof Row]: RawBuilder<unknown> };

/** Aggregates rows into one JSON value, since reading many columns through the embedded driver is slow. */
export const listOf = <Row extends object>(
  trx: Trx,
  columns: Columns<Row>,
  order = sql``,
): RawBuilder<string> => {
  const values = sql.join(Object.values(columns));
  return onPostgres(trx)
    ? sql`cast(json_agg(json_build_array(${values}) ${order}) as text)`
    : sql`json_group_array(json_array(${values}) ${order})`;
};

/** Parses a value of `listOf`; on PostgreSQL it is null when there are no rows. */
export const rowsInList = <Row extends object>(
  columns: Columns<Row>,
  list: string | null | undefined,
): Row[] => {
  const names = Object.keys(columns);
  return (JSON.parse(list ?? '[]') as unknown[][]).map((values) => {
    const row: Record<string, unknown> = {};
    let at = 0;
    for (const name of names) row[name] = values[at++];
    return row as Row;
  });
};

declare const rowsInside: unique symbol;

/** Rows as JSON, in one column of another row. */
type JsonRows<Row> = string & { readonly [rowsInside]?: Row };

/**
 * Embeds the rows of a query as a JSON column of another one, to fetch both in one statement. The query must select its
 * columns by name; the rows are unordered.
 */
export const asJson = <Row extends object>(
  trx: Trx,
  query: Parameters<typeof sqliteArray<Row>>[0],
): RawBuilder<JsonRows<Row>> =>
  onPostgres(trx) ? sql`cast(${postgresArray(query)} as text)` : sql`${sqliteArray(query)}`;

export const fromJson = <Row>(rows: JsonRows<Row>): Row[] => JSON.parse(rows) as Row[];

/** On PostgreSQL: whether another connection of this program is open. */
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
  | 'delegacion'
  | 'documento_soporte'
  | 'empresas'
  | 'exportacion_contable'
  | 'formato_banco'
  | 'identidad'
  | 'invitacion'
  | 'llave'
  | 'lote_giro'
  | 'movimiento_fondo'
  | 'palabra_banco'
  | 'proveedores'
  | 'reversa_contable'
  | 'tiendas'
  | 'tope_categoria'
  | 'usuarios'
  | 'vale';

/** With what the personal columns of a new row are logged. */
const saltOf = (table: LoggedTable): { sal?: string } =>
  'personal' in loggedTables[table] ? { sal: newSecret() } : {};

/** Creates the insert of a table: it logs the row and returns its key. */
export const inserting =
  <Table extends LoggedTable>(table: Table) =>
  (trx: Trx, row: NewRow<Table>, by: Author): Promise<number> =>
    logChanges(trx, by, table, ['id', null], async () => {
      const inserted = trx
        .insertInto<LoggedTable>(table)
        .values(Object.assign({}, row, saltOf(table)))
        .returning('id');
      return (await inserted.executeTakeFirstOrThrow()).id;
    });

/** Creates the update of a row by key: it logs the change. */
export const updating =
  <Table extends LoggedTable>(table: Table) =>
  async (trx: Trx, id: number, changes: RowChanges<Table>, by: Author): Promise<void> => {
    await logChanges(trx, by, table, ['id', id], () =>
      trx.updateTable<LoggedTable>(table).set(changes).where('id', '=', id).execute(),
    );
  };

/** Creates the delete of a row by key: it logs the deletion. */
export const deleting =
  (table: LoggedTable) =>
  async (trx: Trx, id: number, by: Author): Promise<void> => {
    await logChanges(trx, by, table, ['id', id], () =>
      trx.deleteFrom(table).where('id', '=', id).execute(),
    );
  };

/** Some columns of a row. */
export const picked = <Whole extends object, Column extends keyof Whole>(
  row: Whole,
  ...columns: Column[]
) => Object.fromEntries(columns.map((column) => [column, row[column]])) as Pick<Whole, Column>;
