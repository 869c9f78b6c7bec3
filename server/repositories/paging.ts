/** What every list of the wire shares: pages, order and search. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { Refusal } from '../refusal.ts';

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

export const pageOf = ({
  pagina = 1,
  limite = wholeListLimit,
}: ListRequest): { limit: number; offset: number } => ({
  limit: limite,
  offset: (pagina - 1) * limite,
});

export interface Order {
  by: RawBuilder<unknown>;
  direction: 'asc' | 'desc';
}

/**
 * The order that was asked for, or the list's own.
 *
 * @param columns what a list can be ordered by, under the names of its fields on the wire
 * @throws Refusal 400 for any other name: no text of a request reaches SQL
 */
export function orderOf<Name extends string>(
  { orden, direccion }: ListRequest,
  columns: Record<Name, RawBuilder<unknown>>,
  own: { by: Name; direction: 'asc' | 'desc' },
): Order {
  if (orden === undefined || orden === '') return { ...own, by: columns[own.by] };
  if (!Object.hasOwn(columns, orden)) throw new Refusal(400);
  return { by: columns[orden as Name], direction: direccion === 'desc' ? 'desc' : 'asc' };
}

/** What was typed to search for, without the spaces around it; null when nothing was. */
export const searchOf = ({ buscar }: ListRequest): string | null => buscar?.trim() || null;

/**
 * True where a text has the searched one in it, upper or lower case. Both are compared because the
 * `lower` and `upper` of SQLite leave letters with accents alone.
 */
export function contains(column: RawBuilder<string>, searched: string): RawBuilder<SqlBool> {
  const pattern = (text: string) => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return sql<SqlBool>`(lower(${column}) like ${pattern(searched.toLowerCase())} escape '\\'
    or upper(${column}) like ${pattern(searched.toUpperCase())} escape '\\')`;
}
