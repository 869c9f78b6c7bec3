/**
 * Comparisons of an expense with others, to find its anomalies. The answers are yes or no, or one sum: in
 * which store the other expense is, nobody learns from here.
 */
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { receiptKey, supplierKeys } from '#machines/domain/document-keys.ts';
import { toCentavos } from '#machines/domain/money.ts';
import type { Database, Row } from '../database/schema.ts';
import type { Trx } from '../database/transactions.ts';
import { exists, valuesOf } from './queries.ts';
import { settingOf } from './settings.repository.ts';

/** An expense before it has an id, or as it is kept; `supplier` is its document. */
export type Compared = Pick<
  Row<'gastos'>,
  | 'id_caja'
  | 'id_proveedor'
  | 'recibo'
  | 'fecha_gasto'
  | 'valor'
  | 'soporte_sha256'
  | 'soporte_contenido'
> & { id: number | null; supplier: string };

type Expenses = ExpressionBuilder<Database, 'gastos'>;

const isAnother = (id: number | null) => (expression: Expenses) =>
  id === null ? expression.and([]) : expression('gastos.id', '!=', id);

/** Expenses of the supplier under any number that means the same one. */
const isFrom =
  ({ id_proveedor, supplier }: Compared) =>
  (expression: Expenses) =>
    expression(
      'gastos.id_proveedor',
      'in',
      expression
        .selectFrom('proveedores')
        .select('proveedores.id')
        .where((either) =>
          either.or([
            either('proveedores.id', '=', id_proveedor),
            either('proveedores.documento', 'in', supplierKeys(supplier)),
          ]),
        ),
    );

const someOther = (
  trx: Trx,
  { id }: Pick<Compared, 'id'>,
  isSame: (expression: Expenses) => Expression<SqlBool>,
): Promise<boolean> =>
  exists(trx.selectFrom('gastos').select('gastos.id').where(isSame).where(isAnother(id)).limit(1));

/** Another expense, of any store, has the supplier and the receipt number. */
export const receiptIsRepeated = (trx: Trx, expense: Compared): Promise<boolean> =>
  someOther(trx, expense, (expression) =>
    expression.and([
      isFrom(expense)(expression),
      expression('gastos.recibo_normalizado', '=', receiptKey(expense.recibo)),
    ]),
  );

/** Centavos: less than the smallest coin, $50, tells no two purchases apart. */
const SMALLEST_COIN = 50_00;

/** Another expense, of any store, has the supplier, the date and, but for less than a coin, the value. */
export const purchaseIsRepeated = (trx: Trx, expense: Compared): Promise<boolean> =>
  someOther(trx, expense, (expression) =>
    expression.and([
      isFrom(expense)(expression),
      expression('gastos.fecha_gasto', '=', expense.fecha_gasto),
      expression('gastos.valor', '>', expense.valor - SMALLEST_COIN),
      expression('gastos.valor', '<', expense.valor + SMALLEST_COIN),
    ]),
  );

/** Another expense, of any store, has the file, or one that shows the same. */
export const supportIsUsed = (trx: Trx, expense: Compared): Promise<boolean> =>
  someOther(trx, expense, (expression) =>
    expression.or([
      expression('gastos.soporte_sha256', '=', expense.soporte_sha256),
      expression('gastos.soporte_contenido', '=', expense.soporte_contenido),
    ]),
  );

/** Those of the files that some expense has. */
export async function usedSupports(trx: Trx, sha256s: readonly string[]): Promise<Set<string>> {
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
    .where(isAnother(expense.id))
    .executeTakeFirstOrThrow();
  return total ?? 0;
}

/** Most that one box may buy from an occasional third party, in centavos; null when nobody set it. */
export async function maximumForOccasional(trx: Trx): Promise<number | null> {
  const pesos = await settingOf(trx, 'monto_maximo');
  return pesos === '' || !Number.isFinite(Number(pesos)) ? null : toCentavos(Number(pesos));
}
