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

/** Paging, ordering and searching for all lists of the wire. */

/** The list fields of a validated body. */
export interface ListRequest {
  pagina?: number | undefined;
  limite?: number | undefined;
  orden?: string | undefined;
  direccion?: string | undefined;
  buscar?: string | undefined;
}

/** Maximum number of rows of a list requested without a page. */
export const wholeListLimit = 1_000;

export interface Order<Name extends string> {
  by: Name;
  direction: 'asc' | 'desc';
}

/** How a list is ordered and searched. */
interface ListRules<Name extends string> {
  /** Sortable columns, by the names of their fields on the wire. */
  columns: Readonly<Record<Name, RawBuilder<unknown>>>;
  /** The default order. */
  own: Order<NoInfer<Name>>;
  /** Tiebreaker for rows that are otherwise equal. */
  key: RawBuilder<unknown>;
  /** True when the tiebreaker follows the direction of the order. */
  keyTurns?: boolean;
  matches: (searched: string) => Expression<SqlBool> | Promise<Expression<SqlBool>>;
  /** Reads a stored row count, used when there is no search. */
  stored?: () => Promise<number>;
}

/**
 * The order of a request.
 *
 * @throws HttpError 400 for an unknown sort column, so that no text of a request reaches SQL
 */
export function orderOf<Name extends string>(
  { orden, direccion }: ListRequest,
  { columns, own }: { columns: Readonly<Record<Name, unknown>>; own: Order<NoInfer<Name>> },
): Order<Name> {
  if (orden && !Object.hasOwn(columns, orden)) throw new HttpError(400);
  return orden ? { by: orden as Name, direction: direccion === 'desc' ? 'desc' : 'asc' } : own;
}

/** Offset and limit of a page, counted from the nearer end of the list: `direction` is the order to read in. */
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
 * Reads one page of a list and the number of rows of the whole list.
 *
 * @param query the whole list, with the selected columns
 * @throws HttpError 400 for an unknown sort column, so that no text of a request reaches SQL
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

/** Accented letters of Spanish, and the letters as which they are searched and sorted. */
const accents = { á: 'a', é: 'e', í: 'i', ó: 'o', ú: 'u', ü: 'u', ñ: 'n' } as const;

/**
 * SQL for a text in lower case without accents, the same on both engines: `lower` of SQLite does not convert
 * accented letters.
 */
export const folded = (column: RawBuilder<string>): RawBuilder<string> =>
  Object.entries(accents).reduce(
    (text, [accented, plain]) =>
      sql<string>`replace(replace(${text}, ${sql.lit(accented)}, ${sql.lit(plain)}), ${sql.lit(accented.toUpperCase())}, ${sql.lit(plain)})`,
    sql<string>`lower(${column})`,
  );

/** `folded` for a JavaScript string. */
export const foldedText = (text: string): string =>
  text.toLowerCase().replace(/[áéíóúüñ]/g, (letter) => accents[letter as keyof typeof accents]);

/** True where a column contains the searched text, ignoring case and accents. */
export function contains(column: RawBuilder<string>, searched: string): RawBuilder<SqlBool> {
  const pattern = `%${foldedText(searched.normalize('NFC')).replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return sql<SqlBool>`${folded(column)} like ${pattern} escape '\\'`;
}

/** Searches several text columns; without columns every row matches. */
export const anyContains =
  (...columns: string[]) =>
  (searched: string): RawBuilder<SqlBool> => {
    const found = columns.map((column) => contains(sql`${sql.ref(column)}`, searched));
    return columns.length === 0 ? sql`1 = 1` : sql`(${sql.join(found, sql` or `)})`;
  };

/**
 * The index of names of suppliers, users, stores and companies (`search-texts.ts`) yields candidate rows, whose columns
 * are then compared. A text that is too short for the index is compared with every row.
 */

/** Characters of a trigram. */
const SHORTEST = 3;

/** Condition for candidate rows; null for a text too short for the index. @param as alias of the table in the query */
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
 * Searches columns of a query over the table; the index must cover all of them.
 *
 * @param as alias of the table in the query
 */
export const namesContain =
  (trx: Trx, table: SearchedTable, columns: readonly string[], as: string = table) =>
  (searched: string): RawBuilder<SqlBool> => {
    const contain = anyContains(...columns)(searched);
    const may = mayContain(trx, table, searched, as);
    return may === null ? contain : sql<SqlBool>`(${may} and ${contain})`;
  };

/** `namesContain` for a list of any table; for a table without an index, every row is compared. */
export const listContains = (trx: Trx, table: string, columns: readonly string[]) => {
  const searched = searchedTableNames.find((name) => name === table);
  return searched === undefined ? anyContains(...columns) : namesContain(trx, searched, columns);
};
