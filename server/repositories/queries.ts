/** How many queries end. */
import type { RawBuilder } from 'kysely';
import type { NewRow, RowChanges } from '../database/schema.ts';
import type { Trx } from '../database/transactions.ts';
import { type Author, telling } from './administration-log.repository.ts';

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

type ToldTable = 'empresas' | 'tiendas' | 'usuarios';

/** A function that inserts a row, tells the log of administration, and answers the key of the row. */
export const inserting =
  <Table extends ToldTable>(table: Table) =>
  (trx: Trx, row: NewRow<Table>, by: Author): Promise<number> =>
    telling(trx, by, table, ['id', null], async () => {
      const inserted = trx.insertInto<ToldTable>(table).values(row).returning('id');
      return (await inserted.executeTakeFirstOrThrow()).id;
    });

/** A function that changes the row with a key and tells the log of administration. */
export const updating =
  <Table extends ToldTable>(table: Table) =>
  async (trx: Trx, id: number, changes: RowChanges<Table>, by: Author): Promise<void> => {
    await telling(trx, by, table, ['id', id], () =>
      trx.updateTable<ToldTable>(table).set(changes).where('id', '=', id).execute(),
    );
  };

/** A function that deletes the row with a key and tells the log of administration. */
export const deleting =
  (table: ToldTable) =>
  async (trx: Trx, id: number, by: Author): Promise<void> => {
    await telling(trx, by, table, ['id', id], () =>
      trx.deleteFrom(table).where('id', '=', id).execute(),
    );
  };
