/**
 * Comparisons of an expense with others, to find its anomalies. The answers are yes or no, or one sum, or what the
 * session may see anyway: in which store another expense is, nobody learns from here.
 */
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { receiptNumberKey, supplierKeys } from '#machines/domain/values/document-keys.ts';
import { smallestCoin, toCentavos } from '#machines/domain/values/money.ts';
import { boxStates, isRejected } from '#machines/domain/box/states.ts';
import type { Database, Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import type { Session } from '../../platform/access/session.ts';
import { valuesOf } from '../../platform/database/queries.ts';
import { visibleExpenses } from '../cases/scope.repository.ts';
import { settingOf } from '../settings/settings.repository.ts';

/** An expense before it has an id, or as it is stored; `supplier` is its document. */
export type Compared = Pick<
  Row<'gastos'>,
  | 'id_caja'
  | 'id_proveedor'
  | 'recibo'
  | 'fecha_gasto'
  | 'valor'
  | 'soporte_sha256'
  | 'soporte_contenido'
> & {
  id: number | null;
  supplier: string;
  /** The rejected expense that it corrects or records again. */
  origen: number | null;
  /** Its stored code; null before it is recorded. Only a rejected one is recorded again. */
  estado: number | null;
};

type Expenses = ExpressionBuilder<Database, 'gastos'>;

const isNoneOf = (ids: readonly number[]) => (expression: Expenses) =>
  ids.length === 0 ? expression.and([]) : expression('gastos.id', 'not in', ids);

/** The expense that records another one again, and the one that this records again. */
const linkOf = (trx: Trx, column: 'id' | 'origen', id: number) =>
  trx.selectFrom('gastos').select(['id', 'origen']).where(column, '=', id).executeTakeFirst();

/** An expense itself, what was rejected before it was recorded, and what records it again: none repeats another. */
async function selvesOf(trx: Trx, { id, origen, estado }: Compared): Promise<number[]> {
  const selves = id === null ? [] : [id];
  for (let before = origen; before !== null; ) {
    selves.push(before);
    before = (await linkOf(trx, 'id', before))?.origen ?? null;
  }
  for (let after = estado !== null && isRejected(estado) ? id : null; after !== null; ) {
    after = (await linkOf(trx, 'origen', after))?.id ?? null;
    if (after !== null) selves.push(after);
  }
  return selves;
}

/** The supplier under any number that means the same one. */
export const isSupplier =
  ({ id_proveedor, supplier }: Pick<Compared, 'id_proveedor' | 'supplier'>) =>
  (either: ExpressionBuilder<Database, 'proveedores'>) =>
    either.or([
      either('proveedores.id', '=', id_proveedor),
      either('proveedores.documento', 'in', supplierKeys(supplier)),
    ]);

/** Expenses of the supplier. */
const isFrom = (compared: Compared) => (expression: Expenses) =>
  expression(
    'gastos.id_proveedor',
    'in',
    expression
      .selectFrom('proveedores')
      .select('proveedores.id')
      .where((either) => isSupplier(compared)(either)),
  );

/** Ways in which another expense, of any store, is the same one. */
const repetitions = {
  /** It has the supplier and the receipt number. */
  receiptNumber: (expense: Compared, of: Expenses) =>
    of.and([
      isFrom(expense)(of),
      of('gastos.recibo_normalizado', '=', receiptNumberKey(expense.recibo)),
    ]),
  /** It has the supplier, the date and, but for less than a coin, the value. */
  purchase: (expense: Compared, of: Expenses) =>
    of.and([
      isFrom(expense)(of),
      of('gastos.fecha_gasto', '=', expense.fecha_gasto),
      of('gastos.valor', '>', expense.valor - smallestCoin),
      of('gastos.valor', '<', expense.valor + smallestCoin),
    ]),
  /** It has the file, or one that shows the same. */
  receipt: (expense: Compared, of: Expenses) =>
    of.or([
      of('gastos.soporte_sha256', '=', expense.soporte_sha256),
      of('gastos.soporte_contenido', '=', expense.soporte_contenido),
    ]),
} as const satisfies Record<string, (expense: Compared, of: Expenses) => Expression<SqlBool>>;

export type Repetition = keyof typeof repetitions;

/** In a box that is sent, or in one that the asker sees. */
const isSentOrVisible = (trx: Trx, asker: Session | undefined) => (of: Expenses) =>
  of.or([
    of(
      'gastos.id_caja',
      'in',
      of.selectFrom('cajas').select('cajas.id').where('cajas.active', '!=', boxStates.open.codigo),
    ),
    ...(asker === undefined
      ? []
      : [of('gastos.id', 'in', visibleExpenses(trx, asker).clearSelect().select('gastos.id'))]),
  ]);

/**
 * The ways in which another expense, of any store, is the same.
 *
 * @param asker of a store, before the expense is recorded: by guessed values nobody learns what is in a box of others
 *   that is not sent
 */
export async function repetitionsOf(
  trx: Trx,
  expense: Compared,
  asker?: Session,
): Promise<Set<Repetition>> {
  const ways = Object.keys(repetitions) as Repetition[];
  const isAnother = isNoneOf(await selvesOf(trx, expense));
  const found = await trx
    .selectNoFrom((any) =>
      ways.map((way) =>
        any
          .exists(
            any
              .selectFrom('gastos')
              .select('gastos.id')
              .where((of) => repetitions[way](expense, of))
              .where(isAnother)
              .$if(asker !== undefined && way === 'purchase', (query) =>
                query.where(isSentOrVisible(trx, asker)),
              ),
          )
          .as(way),
      ),
    )
    .executeTakeFirstOrThrow();
  return new Set(ways.filter((way) => Boolean(found[way])));
}

/** Most expenses that one is shown beside. */
const FEW = 3;

/** The latest of the expenses that the session may see and that are the same in one of the ways. */
export async function repeatedInScope(
  trx: Trx,
  session: Session,
  expense: Compared,
): Promise<number[]> {
  const isAnother = isNoneOf(await selvesOf(trx, expense));
  const found = await Promise.all(
    // A query for each, since a search for any of them would read every expense.
    Object.values(repetitions).map((isRepeated) =>
      valuesOf(
        visibleExpenses(trx, session)
          .clearSelect()
          .select('gastos.id')
          .where('gastos.id', 'in', (any) =>
            any
              .selectFrom('gastos')
              .select('gastos.id')
              .where((of) => isRepeated(expense, of))
              .where(isAnother),
          )
          .orderBy('gastos.id', 'desc')
          .limit(FEW),
        'id',
      ),
    ),
  );
  return [...new Set(found.flat())].toSorted((one, other) => other - one).slice(0, FEW);
}

/** Those of the files that some expense has. */
export async function usedReceipts(trx: Trx, sha256s: readonly string[]): Promise<Set<string>> {
  const named = trx
    .selectFrom('gastos')
    .select('gastos.soporte_sha256')
    .distinct()
    .where('gastos.soporte_sha256', 'in', sha256s);
  return new Set((await valuesOf(named, 'soporte_sha256')).flatMap((sha256) => sha256 ?? []));
}

/** Sum of what else was bought from the supplier in the same box, in centavos. */
export async function boughtInBox(trx: Trx, expense: Compared): Promise<number> {
  const { total } = await trx
    .selectFrom('gastos')
    .select(({ fn }) => fn.sum<number | null>('gastos.valor').as('total'))
    .where('gastos.id_caja', '=', expense.id_caja)
    .where(isFrom(expense))
    .where(isNoneOf(expense.id === null ? [] : [expense.id]))
    .executeTakeFirstOrThrow();
  return total ?? 0;
}

/** Most that one box may buy from an occasional third party, in centavos; null when nobody set it. */
export async function maximumForOccasional(trx: Trx): Promise<number | null> {
  const pesos = await settingOf(trx, 'monto_maximo');
  return pesos === '' || !Number.isFinite(Number(pesos)) ? null : toCentavos(Number(pesos));
}
