import { CompiledQuery, type Kysely, sql } from 'kysely';
import { exists, rowsOf } from './queries.ts';
import type { Database, NewRow, Row, RowChanges } from './schema.ts';
import { addsNames, addsTexts, searchedTableNames } from './search-texts.ts';
import { type Trx, onPostgres } from './transactions.ts';

/** Bulk inserts of rows, with explicit or generated keys, and bulk updates. */

/** Parameters per statement, below the limit of SQLite. */
const PARAMETERS = 8_000;
/** Rows per statement on PostgreSQL, sent as one JSON text. */
const TOGETHER = 1_000;

/**
 * Inserts many rows with the same columns, in the given order. The SQL is built by hand: for thousands of rows Kysely
 * takes longer to build the statement than the engine to run it.
 */
export class BulkInsert {
  readonly #trx: Trx;

  constructor(trx: Trx) {
    this.#trx = trx;
  }

  /** @param ending end of each statement, for example an `on conflict` clause */
  async insert<Table extends keyof Database & string>(
    table: Table,
    rows: readonly NewRow<Table>[],
    ending = '',
  ): Promise<void> {
    const columns = Object.keys(rows[0] ?? {}) as (keyof NewRow<Table> & string)[];
    const size = onPostgres(this.#trx)
      ? TOGETHER
      : Math.floor(PARAMETERS / Math.max(1, columns.length));
    for (let start = 0; start < rows.length; start += size)
      await this.#insertSome(table, columns, rows.slice(start, start + size), ending);
  }

  async #insertSome<Table extends keyof Database & string>(
    table: Table,
    columns: readonly (keyof NewRow<Table> & string)[],
    rows: readonly NewRow<Table>[],
    ending: string,
  ): Promise<void> {
    if (onPostgres(this.#trx)) {
      const names = sql.join(columns.map((column) => sql.ref(column)));
      await sql`insert into ${sql.table(table)} (${names}) select ${names}
        from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}) ${sql.raw(ending)}`.execute(
        this.#trx,
      );
      return;
    }
    const row = `(${columns.map(() => '?').join()})`;
    const text = `insert into ${table} (${columns.join()}) values ${rows.map(() => row).join()} ${ending}`;
    const parameters: unknown[] = [];
    for (const each of rows) for (const column of columns) parameters.push(each[column]);
    await this.#trx.executeQuery(CompiledQuery.raw(text, parameters));
  }
}

/**
 * Updates many rows, each with values of its own for the same columns, by one statement for `TOGETHER` rows.
 *
 * @param key the column that finds a row
 * @param among further condition on the rows of the table
 */
export async function updateRows<Table extends keyof Database & string>(
  trx: Trx,
  table: Table,
  key: keyof Row<Table> & string,
  rows: readonly RowChanges<Table>[],
  among = sql`true`,
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const sets = columns
    .filter((column) => column !== key)
    .map((column) => sql`${sql.ref(column)} = nuevo.${sql.ref(column)}`);
  for (let start = 0; start < rows.length; start += TOGETHER) {
    const given = JSON.stringify(rows.slice(start, start + TOGETHER));
    const values = onPostgres(trx)
      ? sql`json_populate_recordset(null::${sql.table(table)}, ${given})`
      : sql`(select ${sql.join(
          columns.map((column) => sql`value ->> ${sql.lit(column)} as ${sql.ref(column)}`),
        )} from json_each(${given}))`;
    await sql`update ${sql.table(table)} set ${sql.join(sets)} from ${values} as nuevo
      where ${sql.ref(`${table}.${key}`)} = nuevo.${sql.ref(key)} and ${among}`.execute(trx);
  }
}

export const rowsIn = async (trx: Trx, table: 'gastos'): Promise<number> =>
  (
    await trx
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
  ).rows;

/** The highest key of a table; 0 when it is empty. */
export const highestKey = async (
  trx: Trx,
  table: 'cajas' | 'gastos' | 'tiendas',
): Promise<number> =>
  (
    await trx
      .selectFrom(table)
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirst()
  )?.id ?? 0;

/** On PostgreSQL: advances the sequences past the inserted keys and updates the planner statistics. */
export async function endBulk(trx: Trx): Promise<void> {
  if (!onPostgres(trx)) return;
  for (const table of ['cajas', 'gastos'])
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'),
      (select max(id) from ${sql.table(table)}))`.execute(trx);
  await sql`analyze`.execute(trx);
}

/** Sets the number of the last box that a store sent. */
export const setLastNumber = async (trx: Trx, id: number, ultimo_consecutivo: number) => {
  await trx.updateTable('tiendas').set({ ultimo_consecutivo }).where('id', '=', id).execute();
};

/** Generic access to every table of the schema, to copy a database from one engine to the other. */

type Table = keyof Database & string;
type Columns = readonly string[];
export type WholeRow = Record<string, unknown>;

/** Rows fetched at a time from PostgreSQL. */
const CHUNK = 1_000;

const named = (names: Columns) => sql.join(names.map((name) => sql.ref(name)));

/** All tables by name, without those of Kysely and the shadow tables of SQLite's virtual tables. */
export const tableNames = async (trx: Trx): Promise<Table[]> =>
  (
    await rowsOf<{ name: Table }>(
      trx,
      onPostgres(trx)
        ? sql`select tablename as name from pg_tables where schemaname = current_schema()
            and tablename not like 'kysely%' order by name`
        : sql`select name from pragma_table_list where schema = 'main' and type in ('table', 'virtual')
            and name not like 'sqlite%' and name not like 'kysely%' order by name`,
    )
  ).map(({ name }) => name);

/** The columns of a PostgreSQL table, in their order. */
export const columnNames = async (trx: Trx, table: Table): Promise<string[]> =>
  (
    await rowsOf<{ name: string }>(
      trx,
      sql`select column_name as name from information_schema.columns
        where table_schema = current_schema() and table_name = ${table} order by ordinal_position`,
    )
  ).map(({ name }) => name);

/** Streams the rows of a table of the embedded database, unordered. */
export const rowsOfFile = (db: Kysely<Database>, table: Table, columns: Columns) =>
  // The cast is needed because the table is only known at run time.
  (db as unknown as Kysely<Record<string, WholeRow>>).selectFrom(table).select(columns).stream();

/** Yields the rows of a PostgreSQL table, unordered; fetches them in batches with a cursor. */
export async function* rowsByCursor(
  trx: Trx,
  table: Table,
  columns: Columns,
): AsyncGenerator<WholeRow> {
  await sql`declare filas no scroll cursor for
    select ${named(columns)} from ${sql.table(table)}`.execute(trx);
  for (;;) {
    const rows = await rowsOf<WholeRow>(trx, sql`fetch ${sql.lit(CHUNK)} from filas`);
    if (rows.length === 0) break;
    yield* rows;
  }
  await sql`close filas`.execute(trx);
}

export const hasRows = (trx: Trx, table: Table): Promise<boolean> =>
  exists(trx.selectFrom(table).select(sql<number>`1`.as('one')).limit(1));

export const emptyTable = async (trx: Trx, table: Table): Promise<void> => {
  await trx.deleteFrom(table).execute();
};

/** Inserts the search rows of every expense and name, computed by this engine. */
export const addEveryText = async (trx: Trx): Promise<void> => {
  const names = searchedTableNames.map((table) => addsNames(table, `${table}.id > 0`));
  for (const statement of [addsTexts('gastos.id > 0'), ...names])
    await sql.raw(statement).execute(trx);
};

/** The last generated key of each table of the embedded database, including keys of deleted rows. */
export const lastKeys = (trx: Trx): Promise<{ name: Table; seq: number }[]> =>
  rowsOf(trx, sql`select name, seq from sqlite_sequence where seq > 0`);

/** Advances the PostgreSQL sequence of a table to a key. */
export const setLastKey = async (trx: Trx, table: Table, key: number): Promise<void> => {
  await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${key})`.execute(trx);
};

/** Updates the planner statistics, which after a bulk insert still describe an empty table. */
export const analyzeTable = async (trx: Trx, table: Table): Promise<void> => {
  await sql`analyze ${sql.table(table)}`.execute(trx);
};
