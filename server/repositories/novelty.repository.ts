/**
 * What an expense is compared with to find its novelties. The answers are yes or no, or one sum: in
 * which store the other expense is, nobody learns from here.
 */
import type { ExpressionBuilder } from 'kysely';
import { toCentavos } from '#machines/domain/money.ts';
import type { Database, Row } from '../database/schema.ts';
import type { Trx } from '../database/transactions.ts';

/** An expense before it has an id, or as it is kept. */
export type Compared = Pick<
  Row<'gastos'>,
  'id_caja' | 'id_proveedor' | 'recibo' | 'fecha_gasto' | 'valor'
> & { id: number | null };

const isAnother = (id: number | null) => (expression: ExpressionBuilder<Database, 'gastos'>) =>
  id === null ? expression.and([]) : expression('gastos.id', '!=', id);

/** Another expense, of any store, has the supplier and the receipt number; upper and lower case are the same. */
export async function receiptIsRepeated(trx: Trx, expense: Compared): Promise<boolean> {
  const other = await trx
    .selectFrom('gastos')
    .select('gastos.id')
    .where('gastos.id_proveedor', '=', expense.id_proveedor)
    .where((column) =>
      column(column.fn('upper', ['gastos.recibo']), '=', expense.recibo.toUpperCase()),
    )
    .where(isAnother(expense.id))
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Another expense, of any store, has the supplier, the date and the value. */
export async function purchaseIsRepeated(trx: Trx, expense: Compared): Promise<boolean> {
  const other = await trx
    .selectFrom('gastos')
    .select('gastos.id')
    .where('gastos.id_proveedor', '=', expense.id_proveedor)
    .where('gastos.fecha_gasto', '=', expense.fecha_gasto)
    .where('gastos.valor', '=', expense.valor)
    .where(isAnother(expense.id))
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** An expense other than this one, of any store, has the file; null asks for any expense at all. */
export async function supportIsUsed(
  trx: Trx,
  sha256: string,
  byOtherThan: number | null,
): Promise<boolean> {
  const other = await trx
    .selectFrom('gastos')
    .select('gastos.id')
    .where('gastos.soporte_sha256', '=', sha256)
    .where(isAnother(byOtherThan))
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Those of the files that some expense has. */
export async function usedSupports(trx: Trx, sha256s: readonly string[]): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('gastos')
    .select('gastos.soporte_sha256')
    .distinct()
    .where('gastos.soporte_sha256', 'in', sha256s)
    .execute();
  return new Set(rows.flatMap(({ soporte_sha256 }) => soporte_sha256 ?? []));
}

/** What else was bought from the supplier in the same box, in centavos. */
export async function boughtInBox(trx: Trx, expense: Compared): Promise<number> {
  const { total } = await trx
    .selectFrom('gastos')
    .select(({ fn }) => fn.sum<number | null>('gastos.valor').as('total'))
    .where('gastos.id_caja', '=', expense.id_caja)
    .where('gastos.id_proveedor', '=', expense.id_proveedor)
    .where(isAnother(expense.id))
    .executeTakeFirstOrThrow();
  return total ?? 0;
}

/** Most that one box may buy from an occasional third party, in centavos; null when nobody set it. */
export async function maximumForOccasional(trx: Trx): Promise<number | null> {
  const row = await trx
    .selectFrom('config')
    .select('field_content')
    .where('field_name', '=', 'monto_maximo')
    .executeTakeFirst();
  const pesos = Number(row?.field_content ?? '');
  return row === undefined || row.field_content.trim() === '' || !Number.isFinite(pesos)
    ? null
    : toCentavos(pesos);
}
