import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { repetitionSentences } from '#contract/expense-fields.ts';
import { boxStates, isRejected } from '#machines/domain/box/states.ts';
import {
  receiptNumberKey,
  supplierKeys,
  buyerNumber,
} from '#machines/domain/values/document-keys.ts';
import { smallestCoin } from '#machines/domain/values/money.ts';
import type { Session } from '../../platform/access/session.ts';
import { exists, valuesOf } from '../../platform/database/queries.ts';
import type { Database, Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { found } from '../../platform/errors/http-error.ts';
import { visibleExpenses } from '../cases/scope.repository.ts';
import { type InvoiceRow, invoicesOf } from '../invoices/invoice.repository.ts';
import { companyTaxNumber, maximumForOccasional } from '../settings/settings.ts';
import { type SupplierRow, findSupplier } from '../suppliers/supplier.repository.ts';

/**
 * Comparisons of an expense with others, to find its anomalies. They return booleans, one sum, or expenses that the
 * session sees anyway, so they never reveal the store of another expense.
 */

/** An expense to compare, recorded or not; `supplier` is the document of its supplier. */
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
  /** Stored code of its state; null before it is recorded. Only a rejected expense can be recorded again. */
  estado: number | null;
};

type Expenses = ExpressionBuilder<Database, 'gastos'>;

const idNotIn = (ids: readonly number[]) => (expression: Expenses) =>
  ids.length === 0 ? expression.and([]) : expression('gastos.id', 'not in', ids);

/** The ids of an expense and of the one that it records again, found by either of them. */
const linkOf = (trx: Trx, column: 'id' | 'origen', id: number) =>
  trx.selectFrom('gastos').select(['id', 'origen']).where(column, '=', id).executeTakeFirst();

/** Ids of an expense, of those that it records again and of those that record it again: none is a repetition. */
async function recordingChainIds(trx: Trx, { id, origen, estado }: Compared): Promise<number[]> {
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

/** Matches the supplier under every equivalent form of its document. */
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

/** Ways in which another expense, of any store, repeats this one. */
const repetitions = {
  /** The same supplier and receipt number. */
  receiptNumber: (expense: Compared, of: Expenses) =>
    of.and([
      isFrom(expense)(of),
      of('gastos.recibo_normalizado', '=', receiptNumberKey(expense.recibo)),
    ]),
  /** The same supplier and date, and a value that differs by less than the smallest coin. */
  purchase: (expense: Compared, of: Expenses) =>
    of.and([
      isFrom(expense)(of),
      of('gastos.fecha_gasto', '=', expense.fecha_gasto),
      of('gastos.valor', '>', expense.valor - smallestCoin),
      of('gastos.valor', '<', expense.valor + smallestCoin),
    ]),
  /** The same file, or one with the same content when drawn. */
  receipt: (expense: Compared, of: Expenses) =>
    of.or([
      of('gastos.soporte_sha256', '=', expense.soporte_sha256),
      of('gastos.soporte_contenido', '=', expense.soporte_contenido),
    ]),
} as const satisfies Record<string, (expense: Compared, of: Expenses) => Expression<SqlBool>>;

export type Repetition = keyof typeof repetitions;

/** True for an expense of a sent box, or of a box that `asker` sees. */
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
 * The ways in which another expense, of any store, repeats this one.
 *
 * @param asker session of a store, before the expense is recorded: `purchase` then ignores unsent boxes that it does
 *   not see, so that guessed values reveal nothing about them
 */
export async function repetitionsOf(
  trx: Trx,
  expense: Compared,
  asker?: Session,
): Promise<Set<Repetition>> {
  const ways = Object.keys(repetitions) as Repetition[];
  const isAnother = idNotIn(await recordingChainIds(trx, expense));
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

/** Maximum repeated expenses that are shown. */
const FEW = 3;

/** Ids of the latest visible expenses that repeat this one in any way. */
export async function repeatedInScope(
  trx: Trx,
  session: Session,
  expense: Compared,
): Promise<number[]> {
  const isAnother = idNotIn(await recordingChainIds(trx, expense));
  const found = await Promise.all(
    // One query for each way: a single query for any of them would read every expense.
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

/** The files among these that an expense refers to. */
export async function usedReceipts(trx: Trx, sha256s: readonly string[]): Promise<Set<string>> {
  const named = trx
    .selectFrom('gastos')
    .select('gastos.soporte_sha256')
    .distinct()
    .where('gastos.soporte_sha256', 'in', sha256s);
  return new Set((await valuesOf(named, 'soporte_sha256')).flatMap((sha256) => sha256 ?? []));
}

/** Sum of the other expenses of the supplier in the same box, in centavos. */
async function boughtInBox(trx: Trx, expense: Compared): Promise<number> {
  const { total } = await trx
    .selectFrom('gastos')
    .select(({ fn }) => fn.sum<number | null>('gastos.valor').as('total'))
    .where('gastos.id_caja', '=', expense.id_caja)
    .where(isFrom(expense))
    .where(idNotIn(expense.id === null ? [] : [expense.id]))
    .executeTakeFirstOrThrow();
  return total ?? 0;
}

/**
 * The columns of an expense that its anomalies depend on; `id` is null while it is being recorded.
 * Amounts in centavos.
 */
type AnomalySubject = Omit<Compared, 'supplier'> &
  Pick<Row<'gastos'>, 'factura_elec' | 'numero_factura' | 'enlace_factura'>;

/** Facts of a supplier that the comparisons use. */
type ComparedSupplier = Pick<SupplierRow, 'num_doc' | 'ocasional'>;

/** Lines of `informe_novedad`, one for each anomaly. */
export const anomalySentences = {
  ...repetitionSentences,
  invoiceNotFound: 'La factura electrónica no se encontró.',
  invoiceOfAnotherValue: 'El valor de la factura electrónica no coincide con el del gasto.',
  invoiceOfAnotherBuyer: 'La factura electrónica no está a nombre de la empresa.',
  occasionalAboveMaximum: 'El tercero ocasional supera el monto máximo en esta caja.',
  originIsPaidIn: 'Vuelve a registrar un gasto cuyo valor ya se consignó en el fondo.',
} as const;

type Anomaly = keyof typeof anomalySentences;

/** False when an invoice has no buyer, or when the settings have no tax number of the company. */
async function isOfAnotherBuyer(trx: Trx, possible: readonly InvoiceRow[]): Promise<boolean> {
  const company = buyerNumber(await companyTaxNumber(trx), '');
  const isOfCompany = ({ nit_comprador }: InvoiceRow) => ['', company].includes(nit_comprador);
  return company !== '' && !possible.some(isOfCompany);
}

async function invoiceAnomalies(
  trx: Trx,
  expense: AnomalySubject,
  supplier: ComparedSupplier,
): Promise<Anomaly[]> {
  if (expense.factura_elec === 0) return [];
  const known = await invoicesOf(trx, { nit: supplier.num_doc, numero: expense.numero_factura });
  if (known.length === 0) return ['invoiceNotFound'];
  const chosen = known.filter(({ url }) => url === expense.enlace_factura);
  const possible = chosen.length > 0 ? chosen : known;
  const isOfValue = possible.some(({ total }) => total === expense.valor);
  return [
    ...(isOfValue ? [] : (['invoiceOfAnotherValue'] as const)),
    ...((await isOfAnotherBuyer(trx, possible)) ? (['invoiceOfAnotherBuyer'] as const) : []),
  ];
}

async function isAboveMaximum(
  trx: Trx,
  expense: AnomalySubject,
  supplier: ComparedSupplier,
): Promise<boolean> {
  if (supplier.ocasional === 0) return false;
  const maximum = await maximumForOccasional(trx);
  return (
    maximum !== null &&
    (await boughtInBox(trx, { ...expense, supplier: supplier.num_doc })) + expense.valor > maximum
  );
}

/** True when what the rejected expense owed was paid into the drawer: the new one takes that money out again. */
const isPaidIn = (trx: Trx, origen: number): Promise<boolean> =>
  exists(
    trx
      .selectFrom('evento')
      .select('id')
      .where('id_gasto', '=', origen)
      .where('evento', '=', 'OWED.PAID_IN'),
  );

/**
 * Anomalies of an expense: the text of `informe_novedad`, '' without any. Recomputed
 * whenever one of the columns changes; an anomaly blocks nothing.
 *
 * @param known its supplier, when the caller has read it already
 */
export async function anomalyReport(
  trx: Trx,
  expense: AnomalySubject,
  known?: ComparedSupplier,
): Promise<string> {
  const supplier = known ?? found(await findSupplier(trx, expense.id_proveedor));
  const repeated = await repetitionsOf(trx, { ...expense, supplier: supplier.num_doc });
  const anomalies: (Anomaly | null)[] = [
    repeated.has('receiptNumber') ? 'repeatedReceiptNumber' : null,
    repeated.has('receipt') ? 'repeatedReceipt' : null,
    repeated.has('purchase') ? 'repeatedPurchase' : null,
    ...(await invoiceAnomalies(trx, expense, supplier)),
    (await isAboveMaximum(trx, expense, supplier)) ? 'occasionalAboveMaximum' : null,
    expense.origen !== null && (await isPaidIn(trx, expense.origen)) ? 'originIsPaidIn' : null,
  ];
  return anomalies
    .filter((anomaly) => anomaly !== null)
    .map((anomaly) => anomalySentences[anomaly])
    .join('\n');
}
