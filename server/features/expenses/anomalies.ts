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
import { valuesOf } from '../../platform/database/queries.ts';
import type { Database, Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { found } from '../../platform/errors/http-error.ts';
import { visibleExpenses } from '../cases/scope.repository.ts';
import { type InvoiceRow, invoicesOf } from '../invoices/invoice.repository.ts';
import { companyTaxNumber, maximumForOccasional } from '../settings/settings.ts';
import { type SupplierRow, findSupplier } from '../suppliers/supplier.repository.ts';

/**
 * Comparisons of an expense with others, to find its anomalies. The answers are yes or no, or one sum, or what the
 * session may see anyway: in which store another expense is, nobody learns from here.
 */

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
async function boughtInBox(trx: Trx, expense: Compared): Promise<number> {
  const { total } = await trx
    .selectFrom('gastos')
    .select(({ fn }) => fn.sum<number | null>('gastos.valor').as('total'))
    .where('gastos.id_caja', '=', expense.id_caja)
    .where(isFrom(expense))
    .where(isNoneOf(expense.id === null ? [] : [expense.id]))
    .executeTakeFirstOrThrow();
  return total ?? 0;
}

/**
 * The columns of an expense that its anomalies depend on; `id` is null while it is being recorded.
 * Amounts in centavos.
 */
type AnomalySubject = Omit<Compared, 'supplier'> &
  Pick<Row<'gastos'>, 'factura_elec' | 'numero_factura' | 'enlace_factura'>;

/** Facts of a supplier that an expense is compared by. */
type ComparedSupplier = Pick<SupplierRow, 'num_doc' | 'ocasional'>;

/** One line each. */
export const anomalySentences = {
  ...repetitionSentences,
  invoiceNotFound: 'La factura electrónica no se encontró.',
  invoiceOfAnotherValue: 'El valor de la factura electrónica no coincide con el del gasto.',
  invoiceOfAnotherBuyer: 'La factura electrónica no está a nombre de la empresa.',
  occasionalAboveMaximum: 'El tercero ocasional supera el monto máximo en esta caja.',
} as const;

type Anomaly = keyof typeof anomalySentences;

/** A buyer that is not known, or a company that nobody named, is compared with nothing. */
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

/**
 * Anomalies of an expense: the text of `informe_novedad`, '' without any. Found
 * again whenever one of the columns changes; an anomaly blocks nothing.
 *
 * @param known its supplier, when somebody has read it already
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
  ];
  return anomalies
    .filter((anomaly) => anomaly !== null)
    .map((anomaly) => anomalySentences[anomaly])
    .join('\n');
}
