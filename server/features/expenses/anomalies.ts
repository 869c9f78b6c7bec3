import type { ExpressionBuilder } from 'kysely';
import { repetitionSentences } from '#contract/expense-fields.ts';
import { boxStates } from '#machines/domain/stages/states.ts';
import type { BrokenLimit } from '#machines/domain/expense/category-limits.ts';
import { agreesWith } from '#machines/domain/invoice/invoice-value.ts';
import {
  finalConsumer,
  isEquivalentDocument,
  isOnCredit,
} from '#machines/domain/invoice/tax-facts.ts';
import { buyerNumber, receiptNumberKey } from '#machines/domain/values/document-keys.ts';
import { anomaliesIn } from '#machines/domain/values/texts.ts';
import { smallestCoin } from '#machines/domain/values/money.ts';
import type { Session } from '../../platform/access/session.ts';
import { exists, valuesOf } from '../../platform/database/queries.ts';
import type { Database, Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { found } from '../../platform/errors/http-error.ts';
import { visibleExpenses } from '../cases/scope.repository.ts';
import {
  anyOf,
  type Claim,
  idNotIn,
  isFrom,
  type IsRepeated,
  recordingChainIds,
  sharesInvoice,
} from '../invoices/invoice-claims.repository.ts';
import { type InvoiceRow, invoicesOf } from '../invoices/invoice.repository.ts';
import { companyTaxNumber, maximumForOccasional } from '../settings/settings.ts';
import { findSupplier, type SupplierRow } from '../suppliers/supplier.repository.ts';

/**
 * Comparisons of an expense with others, to find its anomalies. They return booleans, one sum, or expenses that the
 * session sees anyway, so they never reveal the store of another expense.
 */

/** An expense to compare, recorded or not. */
export type Compared = Claim &
  Pick<
    Row<'gastos'>,
    'id_caja' | 'recibo' | 'fecha_gasto' | 'valor' | 'soporte_sha256' | 'soporte_contenido'
  >;

type Expenses = ExpressionBuilder<Database, 'gastos'>;

/** Ways in which another expense, of any store, repeats this one; null when none can. */
const repetitions = {
  /** The same supplier and receipt number. */
  receiptNumber: (expense) => (of) =>
    of.and([
      isFrom(expense)(of),
      of('gastos.recibo_normalizado', '=', receiptNumberKey(expense.recibo)),
    ]),
  /** The same supplier and date, and a value that differs by less than the smallest coin. */
  purchase: (expense) => (of) =>
    of.and([
      isFrom(expense)(of),
      of('gastos.fecha_gasto', '=', expense.fecha_gasto),
      of('gastos.valor', '>', expense.valor - smallestCoin),
      of('gastos.valor', '<', expense.valor + smallestCoin),
    ]),
  /** The same file, or one with the same content when drawn. */
  receipt: ({ soporte_sha256, soporte_contenido }) =>
    anyOf([
      soporte_sha256 === null ? null : (of) => of('gastos.soporte_sha256', '=', soporte_sha256),
      soporte_contenido === null
        ? null
        : (of) => of('gastos.soporte_contenido', '=', soporte_contenido),
    ]),
  invoice: sharesInvoice,
} as const satisfies Record<string, (expense: Compared) => IsRepeated | null>;

export type Repetition = keyof typeof repetitions;

/** The ways in which the facts of an expense allow a repetition, each with its condition. */
const waysOf = (expense: Compared) =>
  (Object.keys(repetitions) as Repetition[]).flatMap((way) => {
    const isRepeated = repetitions[way](expense);
    return isRepeated === null ? [] : [{ way, isRepeated }];
  });

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
  const ways = waysOf(expense);
  const isAnother = idNotIn(await recordingChainIds(trx, expense));
  const found = await trx
    .selectNoFrom((any) =>
      ways.map(({ way, isRepeated }) =>
        any
          .exists(
            any
              .selectFrom('gastos')
              .select('gastos.id')
              .where(isRepeated)
              .where(isAnother)
              .$if(asker !== undefined && way === 'purchase', (query) =>
                query.where(isSentOrVisible(trx, asker)),
              ),
          )
          .as(way),
      ),
    )
    .executeTakeFirstOrThrow();
  return new Set(ways.flatMap(({ way }) => (found[way] ? [way] : [])));
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
  // A query for each way: a single query for any of them would read every expense.
  const repeated = waysOf(expense)
    .map(({ isRepeated }) =>
      trx.selectFrom('gastos').select('gastos.id').where(isRepeated).where(isAnother),
    )
    .reduce((ids, more) => ids.union(more));
  return valuesOf(
    visibleExpenses(trx, session)
      // Ordered before the join, which then ends with the first visible ones.
      .innerJoin(repeated.orderBy('id', 'desc').as('repetido'), 'repetido.id', 'gastos.id')
      .clearSelect()
      .select('gastos.id')
      .orderBy('repetido.id', 'desc')
      .limit(FEW),
    'id',
  );
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
  Pick<Row<'gastos'>, 'factura_elec' | 'creado'> & {
    /** The stored report, which keeps what was found at recording. */
    informe_novedad?: string;
  };

/** Facts of a supplier that the comparisons use. */
type ComparedSupplier = Pick<SupplierRow, 'num_doc' | 'ocasional' | 'bloqueado_desde'>;

/** Lines of `informe_novedad`, one for each anomaly. */
export const anomalySentences = {
  ...repetitionSentences,
  invoiceNotFound: 'La factura electrónica no se encontró.',
  invoiceOfAnotherValue: 'El valor de la factura electrónica no coincide con el del gasto.',
  invoiceIsEquivalent:
    'El documento es un tiquete POS u otro documento equivalente, no una factura electrónica.',
  invoiceOnCredit: 'La factura electrónica es a crédito.',
  invoiceOfFinalConsumer:
    'La factura electrónica es a «consumidor final», no a nombre de la empresa.',
  invoiceOfAnotherBuyer: 'La factura electrónica no está a nombre de la empresa.',
  occasionalAboveMaximum: 'El tercero ocasional supera el monto máximo en esta caja.',
  aboveLimit: 'Supera un tope de su categoría.',
  invoiceIsRequired: 'Su categoría exige factura electrónica.',
  carriesWithholding: 'Lleva retención en la fuente, por su categoría y su valor.',
  supplierIsBlocked: 'Se compró a un proveedor bloqueado.',
  originIsPaidIn: 'Vuelve a registrar un gasto cuyo valor ya se consignó en el fondo.',
} as const;

type Anomaly = keyof typeof anomalySentences;

/** None when an invoice has no buyer; another one needs the tax number of the company in the settings. */
async function buyerAnomalies(trx: Trx, possible: readonly InvoiceRow[]): Promise<Anomaly[]> {
  if (possible.every(({ nit_comprador }) => nit_comprador === finalConsumer))
    return ['invoiceOfFinalConsumer'];
  const company = buyerNumber(await companyTaxNumber(trx), '');
  const isOfCompany = ({ nit_comprador }: InvoiceRow) => ['', company].includes(nit_comprador);
  return company === '' || possible.some(isOfCompany) ? [] : ['invoiceOfAnotherBuyer'];
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
  const isOfValue = possible.some((invoice) => agreesWith(invoice, expense.valor));
  return [
    ...(isOfValue ? [] : (['invoiceOfAnotherValue'] as const)),
    ...(possible.every(isEquivalentDocument) ? (['invoiceIsEquivalent'] as const) : []),
    ...(possible.every(isOnCredit) ? (['invoiceOnCredit'] as const) : []),
    ...(await buyerAnomalies(trx, possible)),
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

const breaksLimit = (
  { informe_novedad = '' }: AnomalySubject,
  field: string,
  anomaly: Anomaly,
  broken: readonly BrokenLimit[] | undefined,
): Anomaly | null =>
  (broken?.some(({ guardia }) => guardia === field) ??
  anomaliesIn(informe_novedad).includes(anomalySentences[anomaly]))
    ? anomaly
    : null;

/**
 * Anomalies of an expense: the text of `informe_novedad`, '' without any. Recomputed
 * whenever one of the columns changes; an anomaly blocks nothing.
 *
 * @param known its supplier, when the caller has read it already
 * @param broken limits of categories that it breaks; absent: as found at its recording or its last correction
 */
export async function anomalyReport(
  trx: Trx,
  expense: AnomalySubject,
  known?: ComparedSupplier,
  broken?: readonly BrokenLimit[],
): Promise<string> {
  const supplier = known ?? found(await findSupplier(trx, expense.id_proveedor));
  const repeated = await repetitionsOf(trx, { ...expense, supplier: supplier.num_doc });
  const anomalies: (Anomaly | null)[] = [
    repeated.has('receiptNumber') ? 'repeatedReceiptNumber' : null,
    repeated.has('receipt') ? 'repeatedReceipt' : null,
    repeated.has('invoice') ? 'repeatedInvoice' : null,
    repeated.has('purchase') ? 'repeatedPurchase' : null,
    ...(await invoiceAnomalies(trx, expense, supplier)),
    (await isAboveMaximum(trx, expense, supplier)) ? 'occasionalAboveMaximum' : null,
    breaksLimit(expense, 'valor', 'aboveLimit', broken),
    breaksLimit(expense, 'tipo_factura', 'invoiceIsRequired', broken),
    breaksLimit(expense, 'categoria', 'carriesWithholding', broken),
    supplier.bloqueado_desde !== null && supplier.bloqueado_desde <= expense.creado
      ? 'supplierIsBlocked'
      : null,
    expense.origen !== null && (await isPaidIn(trx, expense.origen)) ? 'originIsPaidIn' : null,
  ];
  return anomalies
    .filter((anomaly) => anomaly !== null)
    .map((anomaly) => anomalySentences[anomaly])
    .join('\n');
}
