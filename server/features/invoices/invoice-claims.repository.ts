import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { invoiceNotFound } from '#contract/calls/expenses.calls.ts';
import { repetitionSentences } from '#contract/expense-fields.ts';
import { anomaliesIn } from '#machines/domain/values/texts.ts';
import { isRejected, rejectedCodes } from '#machines/domain/stages/states.ts';
import { documentNumber, supplierKeys } from '#machines/domain/values/document-keys.ts';
import type { Database, Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';

/** One invoice, one reimbursement: whether another expense of any store claims the electronic invoice of an expense. */

/** An expense, recorded or not, with what it says of its invoice; `supplier` is the document of its supplier. */
export type Claim = Pick<Row<'gastos'>, 'id_proveedor' | 'numero_factura' | 'enlace_factura'> & {
  id: number | null;
  supplier: string;
  /** The rejected expense that it corrects or records again. */
  origen: number | null;
  /** Stored code of its state; null before it is recorded. Only a rejected expense can be recorded again. */
  estado: number | null;
};

type Expenses = ExpressionBuilder<Database, 'gastos'>;

export const idNotIn = (ids: readonly number[]) => (expression: Expenses) =>
  ids.length === 0 ? expression.and([]) : expression('gastos.id', 'not in', ids);

/** The ids of an expense and of the one that it records again, found by either of them. */
const linkOf = (trx: Trx, column: 'id' | 'origen', id: number) =>
  trx.selectFrom('gastos').select(['id', 'origen']).where(column, '=', id).executeTakeFirst();

/** Ids of an expense, of those that it records again and of those that record it again: none is a repetition. */
export async function recordingChainIds(
  trx: Trx,
  { id, origen, estado }: Claim,
): Promise<number[]> {
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

/** Ids of a supplier under every equivalent form of its document, and of those with which it was merged. */
const supplierIds =
  ({ id_proveedor, supplier }: Pick<Claim, 'id_proveedor' | 'supplier'>) =>
  (any: Pick<ExpressionBuilder<Database, 'proveedores'>, 'selectFrom'>) =>
    any
      .selectFrom('proveedores as mismo')
      .select('mismo.id')
      .where((either) =>
        either.or([
          either('mismo.id', '=', id_proveedor),
          either('mismo.num_doc', '=', supplier),
          either('mismo.documento', 'in', supplierKeys(supplier)),
        ]),
      )
      .union(
        any
          .selectFrom('proveedores as elegido')
          .innerJoin('proveedores as unido', 'unido.documento', 'elegido.documento')
          .select('unido.id')
          .where('elegido.documento', '<>', '')
          .where((either) =>
            either.or([
              either('elegido.id', '=', id_proveedor),
              either('elegido.num_doc', '=', supplier),
            ]),
          ),
      );

/** Matches the supplier under every equivalent form of its document. */
export const isSupplier =
  (compared: Pick<Claim, 'id_proveedor' | 'supplier'>) =>
  (row: ExpressionBuilder<Database, 'proveedores'>) =>
    row('proveedores.id', 'in', supplierIds(compared)(row));

/** Expenses of the supplier. */
export const isFrom =
  (compared: Pick<Claim, 'id_proveedor' | 'supplier'>) => (expression: Expenses) =>
    expression('gastos.id_proveedor', 'in', supplierIds(compared)(expression));

/** Expenses of the supplier of exactly this number, and of those that were merged with it. */
export const isFromNumber = (nit: string) => (expression: Expenses) =>
  expression('gastos.id_proveedor', 'in', (any: Expenses) =>
    any
      .selectFrom('proveedores')
      .select('proveedores.id')
      .where('proveedores.num_doc', '=', nit)
      .union(
        any
          .selectFrom('proveedores')
          .innerJoin('proveedores as unido', 'unido.fusionado_en', 'proveedores.id')
          .select('unido.id')
          .where('proveedores.num_doc', '=', nit),
      ),
  );

const isLink = (enlace: string): boolean => enlace !== '' && enlace !== invoiceNotFound;

/** Matches expenses by facts of another one. */
export type IsRepeated = (of: Expenses) => Expression<SqlBool>;

/** True when one of the conditions is; null without any. */
export function anyOf(conditions: readonly (IsRepeated | null)[]): IsRepeated | null {
  const given = conditions.filter((condition) => condition !== null);
  return given.length === 0 ? null : (of) => of.or(given.map((condition) => condition(of)));
}

/**
 * True for an expense, not rejected, that has the same electronic invoice: by its link, or by supplier and number. Null
 * for a claim without invoice: with a null as parameter, PostgreSQL would plan the statement on each call.
 */
export function sharesInvoice(claim: Claim): IsRepeated | null {
  const { enlace_factura } = claim;
  const number = documentNumber(claim.numero_factura);
  // The literals are as in the conditions of the partial indexes: parameters would not match them.
  const isShared = anyOf([
    isLink(enlace_factura)
      ? (of) =>
          of.and([
            of('gastos.enlace_factura', '=', enlace_factura),
            of('gastos.enlace_factura', '<>', sql.lit('')),
          ])
      : null,
    number === ''
      ? null
      : (of) =>
          of.and([
            isFrom(claim)(of),
            of('gastos.factura_normalizada', '=', number),
            of('gastos.factura_normalizada', '<>', sql.lit('')),
          ]),
  ]);
  return isShared && ((of) => of.and([of('gastos.estado', 'not in', rejectedCodes), isShared(of)]));
}

/** Expenses compared in one statement. */
const TOGETHER = 50;

/** Ids of these expenses whose electronic invoice another expense has; a rejected expense claims none. */
async function withRepeatedInvoice(
  trx: Trx,
  expenses: readonly Row<'gastos'>[],
): Promise<Set<number>> {
  const claiming = expenses.filter(
    ({ estado, numero_factura }) => numero_factura !== '' && !isRejected(estado),
  );
  if (claiming.length === 0) return new Set();
  const suppliers = await trx
    .selectFrom('proveedores')
    .select(['id', 'num_doc'])
    .where(
      'id',
      'in',
      claiming.map(({ id_proveedor }) => id_proveedor),
    )
    .execute();
  const documents = new Map(suppliers.map(({ id, num_doc }) => [id, num_doc]));
  const repeated = new Set<number>();
  for (let from = 0; from < claiming.length; from += TOGETHER) {
    const some = await Promise.all(
      claiming.slice(from, from + TOGETHER).map(async (expense) => {
        const claim = { ...expense, supplier: documents.get(expense.id_proveedor) ?? '' };
        const isAnother = idNotIn(await recordingChainIds(trx, claim));
        return { id: expense.id, isShared: sharesInvoice(claim), isAnother };
      }),
    );
    const found: Record<string, unknown> = await trx
      .selectNoFrom((any) =>
        some.map(({ id, isShared, isAnother }) =>
          any
            .exists(
              any
                .selectFrom('gastos')
                .select('gastos.id')
                .where((of) => isShared?.(of) ?? of.or([]))
                .where(isAnother),
            )
            .as(String(id)),
        ),
      )
      .executeTakeFirstOrThrow();
    for (const { id } of some) if (found[String(id)]) repeated.add(id);
  }
  return repeated;
}

/**
 * Expenses with their anomalies as they are now: an invoice may be recorded elsewhere, deleted or rejected after the
 * report of an expense was written.
 */
export async function withCurrentAnomalies<Expense extends Row<'gastos'>>(
  trx: Trx,
  expenses: readonly Expense[],
): Promise<Expense[]> {
  const repeated = await withRepeatedInvoice(trx, expenses);
  const { repeatedInvoice } = repetitionSentences;
  return expenses.map((expense) => {
    if (isRejected(expense.estado)) return expense;
    const lines = anomaliesIn(expense.informe_novedad).filter((line) => line !== repeatedInvoice);
    const now = repeated.has(expense.id) ? [repeatedInvoice, ...lines] : lines;
    return { ...expense, informe_novedad: now.join('\n') };
  });
}
