/** Statements about the rows of one table that one column names; each repository gives them names of its own. */
import type { Database, NewRow, Row, RowChanges } from './schema.ts';
import type { Trx } from './transactions.ts';

type Table = keyof Database & string;
type Column<Name extends Table> = keyof Row<Name> & string;
/** Stands for any table: Kysely types none that is a parameter. */
type Any = 'cajas';

/** Makes the look at the row that has a value; undefined where there is none. */
export const finding =
  <Name extends Table, Of extends Column<Name>>(table: Name, column: Of) =>
  async (trx: Trx, value: Row<Name>[Of]): Promise<Row<Name> | undefined> =>
    (await trx
      .selectFrom(table as Any)
      .selectAll()
      .where(column as 'id', '=', value as number)
      .executeTakeFirst()) as Row<Name> | undefined;

/** Makes the insert of a table that no log tells of. */
export const adding =
  <Name extends Table>(table: Name) =>
  async (trx: Trx, row: NewRow<Name>): Promise<void> => {
    await trx
      .insertInto(table as Any)
      .values(row as NewRow<Any>)
      .execute();
  };

/** The same; it answers the key of the row. */
export const creating =
  <Name extends Table>(table: Name) =>
  async (trx: Trx, row: NewRow<Name>): Promise<number> => {
    const inserted = trx.insertInto(table as Any).values(row as NewRow<Any>);
    return (await inserted.returning('id').executeTakeFirstOrThrow()).id;
  };

/** Makes the update of a row by its key. */
export const changing =
  <Name extends Table>(table: Name) =>
  async (trx: Trx, id: number, changes: RowChanges<Name>): Promise<void> => {
    await trx
      .updateTable(table as Any)
      .set(changes as RowChanges<Any>)
      .where('id', '=', id)
      .execute();
  };

/** Makes the removal of the rows that have a value. */
export const removing =
  <Name extends Table, Of extends Column<Name>>(table: Name, column: Of) =>
  async (trx: Trx, value: Row<Name>[Of]): Promise<void> => {
    await trx
      .deleteFrom(table as Any)
      .where(column as 'id', '=', value as number)
      .execute();
  };

/** Removes the rows that an instant has passed. */
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
