/** Rows by the thousand, under keys that are given by hand. */
import { CompiledQuery, sql } from 'kysely';
import type { Database, NewRow } from './schema.ts';
import { onPostgres, type Trx } from './transactions.ts';

/** Parameters of one statement, below the limit of SQLite. */
const PARAMETERS = 8_000;
/** Rows that PostgreSQL gets as one text. */
const TOGETHER = 1_000;

/**
 * Inserts many rows that all have the same columns, in their order. The statement is written here: for rows by the
 * thousand Kysely takes longer over it than the engine over the rows.
 */
export class BulkInsert {
  readonly #trx: Trx;

  constructor(trx: Trx) {
    this.#trx = trx;
  }

  /** @param ending of each statement: what becomes of a row that is there */
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

export const rowsIn = async (trx: Trx, table: 'gastos'): Promise<number> =>
  (
    await trx
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
  ).rows;

/** The highest key of a table; 0 while it is empty. */
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

/** Lets the engine go on behind the keys that were given by hand. */
export async function raiseKeys(trx: Trx): Promise<void> {
  if (!onPostgres(trx)) return;
  for (const table of ['cajas', 'gastos'])
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'),
      (select max(id) from ${sql.table(table)}))`.execute(trx);
}

/** The number of the last box that a store sent. */
export const setLastNumber = async (trx: Trx, id: number, ultimo_consecutivo: number) => {
  await trx.updateTable('tiendas').set({ ultimo_consecutivo }).where('id', '=', id).execute();
};
