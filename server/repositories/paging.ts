/** What every list of the wire shares: pages, order and search. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { Refusal } from '../errors/refusal.ts';

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

const foldedText = (text: string): string =>
  text.toLowerCase().replace(/[áéíóúüñ]/g, (letter) => accents[letter as keyof typeof accents]);

/** True where a text has the searched one in it, whatever the case and the accents. */
export function contains(column: RawBuilder<string>, searched: string): RawBuilder<SqlBool> {
  const pattern = `%${foldedText(searched.normalize('NFC')).replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return sql<SqlBool>`${folded(column)} like ${pattern} escape '\\'`;
}
