import {
  type Expression,
  type RawBuilder,
  type SelectQueryBuilder,
  type Simplify,
  type SqlBool,
  sql,
} from 'kysely';
import { HttpError } from '../errors/http-error.ts';
import { KEYS, type SearchedTable, keysOf, searchedTableNames } from './search-texts.ts';
import { type Trx, onPostgres } from './transactions.ts';

/** Paging, ordering and searching, which every list of the wire shares. */

/** The list fields of a checked body. */
export interface ListRequest {
  pagina?: number | undefined;
  limite?: number | undefined;
  orden?: string | undefined;
  direccion?: string | undefined;
  buscar?: string | undefined;
}

/** Rows of a list for which no page was asked. */
export const wholeListLimit = 1_000;

export interface Order<Name extends string> {
  by: Name;
  direction: 'asc' | 'desc';
}

/** How a list is ordered and searched. */
interface ListRules<Name extends string> {
  /** Columns that the list can be ordered by, under the names of its fields on the wire. */
  columns: Readonly<Record<Name, RawBuilder<unknown>>>;
  /** The order when none was requested. */
  own: Order<NoInfer<Name>>;
  /** Orders rows that are equal otherwise. */
  key: RawBuilder<unknown>;
  /** True where the key turns with the direction of the order. */
  keyTurns?: boolean;
  matches: (searched: string) => Expression<SqlBool> | Promise<Expression<SqlBool>>;
  /** The number of rows without a search, where it is stored. */
  stored?: () => Promise<number>;
}

/**
 * The order of a request.
 *
 * @throws HttpError 400 for an order by any other name: no text of a request reaches SQL
 */
export function orderOf<Name extends string>(
  { orden, direccion }: ListRequest,
  { columns, own }: { columns: Readonly<Record<Name, unknown>>; own: Order<NoInfer<Name>> },
): Order<Name> {
  if (orden && !Object.hasOwn(columns, orden)) throw new HttpError(400);
  return orden ? { by: orden as Name, direction: direccion === 'desc' ? 'desc' : 'asc' } : own;
}

/** A page among so many rows, counted from the nearer end of the list: `direction` leads from there. */
export function pageSpan(
  { pagina = 1, limite = wholeListLimit }: ListRequest,
  total: number,
  direction: 'asc' | 'desc',
): { offset: number; limit: number; direction: 'asc' | 'desc' } {
  const before = (pagina - 1) * limite;
  const limit = Math.max(0, Math.min(limite, total - before));
  const after = total - before - limit;
  if (before <= after) return { offset: before, limit, direction };
  return { offset: after, limit, direction: direction === 'asc' ? 'desc' : 'asc' };
}

/**
 * One page of a list, and the number of rows of the whole list.
 *
 * @param query the whole list, with the columns of its rows
 * @throws HttpError 400 for an order by any other name: no text of a request reaches SQL
 */
export async function pageOf<DB, Tables extends keyof DB, Row, Name extends string>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  request: ListRequest,
  rules: ListRules<Name>,
): Promise<{ rows: Simplify<Row>[]; total: number }> {
  const { pagina = 1, limite = wholeListLimit, buscar } = request;
  const { columns, key, keyTurns = false, matches, stored } = rules;
  const order = orderOf(request, rules);
  const searched = buscar?.trim();
  const found = searched ? query.where(await matches(searched)) : query;
  const total = searched || stored === undefined ? await countOf(found) : await stored();
  const rows = await found
    .orderBy(columns[order.by], order.direction)
    .orderBy(key, keyTurns ? order.direction : 'asc')
    .limit(limite)
    .offset((pagina - 1) * limite)
    .execute();
  return { rows, total };
}

const countOf = async <DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
): Promise<number> =>
  (
    await query
      .clearSelect()
      .select(sql`count(*)`.as('total'))
      .$castTo<{ total: number }>()
      .executeTakeFirstOrThrow()
  ).total;

/** Letters of Spanish beside the plain ones, and what each is looked for and sorted as. */
const accents = { á: 'a', é: 'e', í: 'i', ó: 'o', ú: 'u', ü: 'u', ñ: 'n' } as const;

/**
 * A text without upper case and accents, the same on both engines: the `lower` of SQLite leaves letters
 * with accents alone.
 */
export const folded = (column: RawBuilder<string>): RawBuilder<string> =>
  Object.entries(accents).reduce(
    (text, [accented, plain]) =>
      sql<string>`replace(replace(${text}, ${sql.lit(accented)}, ${sql.lit(plain)}), ${sql.lit(accented.toUpperCase())}, ${sql.lit(plain)})`,
    sql<string>`lower(${column})`,
  );

/** The same of a text that is given. */
export const foldedText = (text: string): string =>
  text.toLowerCase().replace(/[áéíóúüñ]/g, (letter) => accents[letter as keyof typeof accents]);

/** True where a text has the searched one in it, whatever the case and the accents. */
export function contains(column: RawBuilder<string>, searched: string): RawBuilder<SqlBool> {
  const pattern = `%${foldedText(searched.normalize('NFC')).replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return sql<SqlBool>`${folded(column)} like ${pattern} escape '\\'`;
}

/** Searches in several text columns; without any, nothing is left out. */
export const anyContains =
  (...columns: string[]) =>
  (searched: string): RawBuilder<SqlBool> => {
    const found = columns.map((column) => contains(sql`${sql.ref(column)}`, searched));
    return columns.length === 0 ? sql`1 = 1` : sql`(${sql.join(found, sql` or `)})`;
  };

/**
 * The index of names of suppliers, users, stores and companies (`search-texts.ts`): it says which rows may have what
 * is searched, and the columns of those say whether they do. A text that is too short for it is compared with every row.
 */

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
