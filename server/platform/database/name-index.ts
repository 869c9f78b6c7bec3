/**
 * The index of names of suppliers, users, stores and companies (`search-texts.ts`): it says which rows may have what
 * is searched, and the columns of those say whether they do. What is too short for it is asked of every row.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { KEYS, keysOf, searchedTableNames, type SearchedTable } from './search-texts.ts';
import { onPostgres, type Trx } from './transactions.ts';
import { anyContains, foldedText } from './paging.ts';

/** Signs of a trigram. */
const SHORTEST = 3;

/** True for the rows that may have the text in one of their names. @param as the name of the table in the query */
function mayContain(
  trx: Trx,
  table: SearchedTable,
  searched: string,
  as: string,
): RawBuilder<SqlBool> | null {
  const signs = foldedText(searched.normalize('NFC'));
  if ([...signs].length < SHORTEST) return null;
  const has = onPostgres(trx)
    ? sql`texto like ${`%${signs.replace(/[\\%_]/g, '\\$&')}%`}`
    : sql`busqueda_nombres match ${`"${signs.replaceAll('"', '""')}"`}`;
  const before = keysOf(table);
  return sql<SqlBool>`${sql.ref(`${as}.id`)} in (select rowid - ${sql.lit(before)} from busqueda_nombres
    where ${has} and rowid > ${sql.lit(before)} and rowid < ${sql.lit(before + KEYS)})`;
}

/**
 * Searches in some columns of a query over the table; all of them are in its texts.
 *
 * @param as the name of the table in the query
 */
export const namesContain =
  (trx: Trx, table: SearchedTable, columns: readonly string[], as: string = table) =>
  (searched: string): RawBuilder<SqlBool> => {
    const contain = anyContains(...columns)(searched);
    const may = mayContain(trx, table, searched, as);
    return may === null ? contain : sql<SqlBool>`(${may} and ${contain})`;
  };

/** The same for a list of any table: of one without such an index, every row is asked. */
export const listContains = (trx: Trx, table: string, columns: readonly string[]) => {
  const searched = searchedTableNames.find((name) => name === table);
  return searched === undefined ? anyContains(...columns) : namesContain(trx, searched, columns);
};
