import { es } from 'date-fns/locale/es';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { nitInOnePiece } from '#contract/typed-values.ts';
import type { Session } from '../../platform/access/session.ts';
import { foldedText, namesContain } from '../../platform/database/paging.ts';
import { valuesOf } from '../../platform/database/queries.ts';
import { KEYS } from '../../platform/database/search-texts.ts';
import { type Trx, onPostgres } from '../../platform/database/transactions.ts';
import { visibleStores, storeScopeOf } from './scope.repository.ts';

/** Terms parsed from the text of a search. */

export interface SearchTerms {
  words: readonly string[];
  /** Digits of an amount, a NIT, a receipt, an invoice or a box. */
  numbers: readonly string[];
  /** `-10` or `2026-10`; null for any. */
  month: string | null;
}

/** Two-digit months by name and by the first three letters of the name. */
const monthNames = new Map(
  ([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] as const).flatMap((index) => {
    const name = es.localize.month(index);
    return [name, name.slice(0, 3)].map((key) => [key, String(index + 1).padStart(2, '0')]);
  }),
);

/** `$ 12.500`, `12.500,00`, `900.412.857-8` and `9004128578` as digits: without cents and check digit. */
function digitsOf(piece: string): string | null {
  const [, digits] = /^\$?(\d{1,3}(?:\.\d{3})+|\d+)(?:,\d{0,2}|-\d?)?$/.exec(piece) ?? [];
  const number = digits?.replaceAll('.', '') ?? null;
  return number === null ? null : (nitInOnePiece(number)?.number ?? number);
}

/** Shorter words are ignored, since they match too much. */
const SHORTEST_WORD = 2;

export function searchTermsOf(text: string): SearchTerms {
  const pieces = foldedText(text.normalize('NFC'))
    .split(/\s+/)
    .filter((piece) => piece !== '');
  const month = pieces.find((piece) => monthNames.has(piece));
  const isYear = (piece: string) => month !== undefined && /^20\d\d$/.test(piece);
  const others = pieces.filter((piece) => piece !== month && !isYear(piece));
  return {
    words: others.filter((piece) => digitsOf(piece) === null && piece.length >= SHORTEST_WORD),
    numbers: others.flatMap((piece) => digitsOf(piece) ?? []),
    month:
      month === undefined ? null : `${pieces.find(isYear) ?? ''}-${monthNames.get(month) ?? ''}`,
  };
}

/**
 * The text index of expenses (`search-texts.ts`): FTS5 on the embedded database, pg_trgm on PostgreSQL. It finds any
 * three consecutive characters, and the first two of a word, since a blank precedes each word.
 */

/** A substring to find in a column of the index. */
export interface Needle {
  column: 'texto' | 'marcas';
  signs: string;
}

/** The ids of box and expense, which the keys of the index combine. */
const boxOfText = sql<number>`busqueda.rowid / ${sql.lit(KEYS)}`;
export const expenseOfText = sql<number>`busqueda.rowid % ${sql.lit(KEYS)}`;

const SHORTEST = 3;

export const needleOfWord = (word: string): Needle => ({
  column: 'texto',
  signs: word.length < SHORTEST ? ` ${word}` : word,
});

/** Finds the digits as a whole word, or also within a longer number. */
export const needleOfNumber = (digits: string, whole: boolean): Needle =>
  whole || digits.length === 1 ? { column: 'texto', signs: ` ${digits} ` } : needleOfWord(digits);

export const needleOfStore = (id: number): Needle => ({ column: 'marcas', signs: `~t${id}~` });

export const needleOfMonth = (month: string): Needle => ({ column: 'marcas', signs: `${month}~` });

/** True for a text that contains at least one needle of each list of alternatives. */
export function textMatches(trx: Trx, all: readonly (readonly Needle[])[]): RawBuilder<SqlBool> {
  if (all.length === 0) return sql<SqlBool>`1 = 1`;
  if (onPostgres(trx))
    return sql<SqlBool>`(${sql.join(
      all.map(
        (either) =>
          sql`(${sql.join(
            either.map(
              ({ column, signs }) =>
                sql`${sql.ref(`busqueda.${column}`)} like ${`%${signs.replace(/[\\%_]/g, '\\$&')}%`}`,
            ),
            sql` or `,
          )})`,
      ),
      sql` and `,
    )})`;
  const phrase = ({ column, signs }: Needle) => `${column}:"${signs.replaceAll('"', '""')}"`;
  return sql<SqlBool>`busqueda match ${all
    .map((either) => `(${either.map(phrase).join(' OR ')})`)
    .join(' AND ')}`;
}

/** Needles of the words, the numbers and the month of a search. */
const needlesOf = ({ words, numbers, month }: SearchTerms): Needle[][] => [
  ...words.map((word) => [needleOfWord(word)]),
  ...numbers.map((digits) => [needleOfNumber(digits, false)]),
  ...(month === null ? [] : [[needleOfMonth(month)]]),
];

/** Maximum stores that a query of the index lists; with more, reading their rows is faster. */
const FEW = 16;

/**
 * Ids of the stores of the session, or of those whose names contain `named`; null when they are more than `FEW` or all.
 * Maintenance has no stores and sees boxes of every store.
 */
export async function fewStores(
  trx: Trx,
  session: Session,
  named?: string,
): Promise<readonly number[] | null> {
  const scope = storeScopeOf(session);
  if (named === undefined && (scope === 'every' || scope === 'none')) return null;
  const ids = await valuesOf(
    trx
      .selectFrom('tiendas')
      .select('tiendas.id')
      .$if(scope !== 'none', (all) => all.where(visibleStores(session)))
      .$if(named !== undefined, (all) =>
        all.where(namesContain(trx, 'tiendas', ['tiendas.nombre'])(named ?? '')),
      )
      .limit(FEW + 1),
    'id',
  );
  return ids.length > FEW ? null : ids;
}

/** `textMatches` by reading each text: no index supports `strpos` or `instr`. */
function readMatches(trx: Trx, all: readonly (readonly Needle[])[]): RawBuilder<SqlBool> {
  const position = sql.raw(onPostgres(trx) ? 'strpos' : 'instr');
  const found = all.map((either) =>
    sql.join(
      either.map(
        ({ column, signs }) => sql`${position}(${sql.ref(`busqueda.${column}`)}, ${signs}) > 0`,
      ),
      sql` or `,
    ),
  );
  return sql<SqlBool>`(${sql.join(found, sql`) and (`)})`;
}

/** Boxes whose expense texts match a search. */
interface MatchingBoxes {
  /** Their ids, from the index. */
  keys: RawBuilder<number>;
  /**
   * Condition on a row of `cajas` that reads the texts of the box; null for text beyond ASCII, where the index of the
   * embedded database ignores case.
   */
  read: RawBuilder<SqlBool> | null;
}

/**
 * Boxes whose expense texts match the search, of the stores of the session and possibly of others; null when the search
 * is too short for the index, or the session has no stores.
 */
export async function matchingBoxes(
  trx: Trx,
  session: Session,
  searched: string,
): Promise<MatchingBoxes | null> {
  const terms = searchTermsOf(searched);
  if (![...terms.words, ...terms.numbers].some(({ length }) => length >= SHORTEST)) return null;
  const stores = await fewStores(trx, session);
  if (stores?.length === 0) return null;
  const needles = needlesOf(terms);
  const ofStores = stores === null ? [] : [stores.map(needleOfStore)];
  const isPlain = needles.flat().every(({ signs }) => /^[ -~]*$/.test(signs));
  const first = sql`cajas.id * ${sql.lit(KEYS)}`;
  return {
    keys: sql<number>`select ${boxOfText} from busqueda where ${textMatches(trx, [...needles, ...ofStores])}`,
    read: isPlain
      ? sql<SqlBool>`exists (select 1 from busqueda where busqueda.rowid > ${first}
          and busqueda.rowid < ${first} + ${sql.lit(KEYS)} and ${readMatches(trx, needles)})`
      : null,
  };
}
