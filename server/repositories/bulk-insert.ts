/** Rows by the thousand, under keys that are given by hand. */
import { CompiledQuery, PostgresAdapter, sql } from 'kysely';
import type { Database, NewRow } from '../database/schema.ts';
import type { Trx } from '../database/transactions.ts';

/** Parameters of one statement, below the limits of both engines. */
const PARAMETERS = 8_000;

/**
 * Inserts many rows that all have the same columns, in their order. A statement is compiled once, since for rows by the
 * thousand that takes longer than inserting them.
 */
export class BulkInsert {
  readonly #trx: Trx;
  readonly #texts = new Map<string, string>();

  constructor(trx: Trx) {
    this.#trx = trx;
  }

  async insert<Table extends keyof Database>(
    table: Table,
    rows: readonly NewRow<Table>[],
  ): Promise<void> {
    const columns = Object.keys(rows[0] ?? {}) as (keyof NewRow<Table>)[];
    const size = Math.floor(PARAMETERS / Math.max(1, columns.length));
    for (let start = 0; start < rows.length; start += size)
      await this.#insertSome(table, columns, rows.slice(start, start + size));
  }

  async #insertSome<Table extends keyof Database>(
    table: Table,
    columns: readonly (keyof NewRow<Table>)[],
    rows: readonly NewRow<Table>[],
  ): Promise<void> {
    const shape = `${table} ${rows.length} ${columns.join()}`;
    const text =
      this.#texts.get(shape) ??
      this.#trx
        .insertInto(table)
        .values(rows as never)
        .compile().sql;
    this.#texts.set(shape, text);
    const parameters = rows.flatMap((row) => columns.map((column) => row[column]));
    await this.#trx.executeQuery(CompiledQuery.raw(text, parameters));
  }
}

/** The highest key of a table; 0 while it is empty. */
export const highestKey = async (trx: Trx, table: 'cajas' | 'gastos'): Promise<number> =>
  (
    await trx
      .selectFrom(table)
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirst()
  )?.id ?? 0;

/** Lets the engine go on behind the keys that were given by hand. */
export async function raiseKeys(trx: Trx): Promise<void> {
  if (!(trx.getExecutor().adapter instanceof PostgresAdapter)) return;
  for (const table of ['cajas', 'gastos'])
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'),
      (select max(id) from ${sql.table(table)}))`.execute(trx);
}

/** The number of the last box that a store sent. */
export const setLastNumber = async (trx: Trx, id: number, ultimo_consecutivo: number) => {
  await trx.updateTable('tiendas').set({ ultimo_consecutivo }).where('id', '=', id).execute();
};
