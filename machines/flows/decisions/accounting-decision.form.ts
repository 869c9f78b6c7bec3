/** Accounting's form of the first pass: its fields, its rules and the body of its call. */
import type { Expense } from '#contract/calls/expense.calls.ts';
import { personTypes } from '#contract/calls/review.calls.ts';
import type { RequestOf } from '#contract/contract.ts';
import { accountingWindow, type DateText, isWithin } from '#machines/domain/dates.ts';
import type { AccountingSplit } from '#machines/domain/expense-guards.ts';
import type { FailedGuard } from '#machines/domain/explain.ts';
import { isItemised, itemisationTotal } from '#machines/domain/itemisation.ts';
import { formatTyped, parseMoney, pesosOrNull, toCentavos } from '#machines/domain/money.ts';
import type { Choice } from '#machines/domain/decision-event.ts';
import {
  type DecisionFacts,
  type DecisionInput,
  type DecisionValues,
  decisionRefusals,
  reasonFor,
} from './decision-rules.ts';
import type { CategoryRow, DocumentClassRow, TaxRow } from '../expenses/reference-rows.ts';

export type PersonType = (typeof personTypes)[number];

/** One row of the itemisation, as typed. */
export interface ItemValues {
  id_categoria: number | null;
  valor: string;
  /** Tax id. */
  impuesto: number | null;
}

export interface AccountingValues extends DecisionValues {
  fecha_gasto: DateText;
  proveedor: string;
  numero_factura: string;
  /** Document class. */
  indicador: number | null;
  /** Empty while none is chosen. */
  tipo_persona: PersonType | '';
  item_texto: string;
  /** The rows of the expense first, then the ones that were added. */
  filas: ItemValues[];
}

export interface AccountingFacts extends DecisionFacts {
  /** Categories of the store's format. */
  categories: readonly CategoryRow[];
  documentClasses: readonly DocumentClassRow[];
  taxes: readonly TaxRow[];
  /** Today by the server's clock, in America/Bogota. */
  today: DateText;
}

export const emptyItem: ItemValues = { id_categoria: null, valor: '', impuesto: null };

/** The form over an expense, with what was decided and split before. */
export const accountingValues = (expense: Expense): AccountingValues => ({
  observacion: expense.obs_contabilidad,
  id_rechazo: expense.id_rechazo_contabilidad,
  fecha_gasto: expense.fecha_gasto,
  proveedor: expense.proveedor.nombre,
  numero_factura: expense.numero_factura,
  indicador: expense.indicador,
  tipo_persona: personTypes.find((type) => type === expense.tipo_persona) ?? '',
  item_texto: expense.item_texto,
  filas: expense.categorias.map(({ id, valor_item, iva_item }) => ({
    id_categoria: id,
    valor: valor_item === null ? '' : formatTyped(toCentavos(valor_item)),
    impuesto: iva_item,
  })),
});

/** A row that nobody touched does not count. */
const isBlank = (row: ItemValues): boolean =>
  row.id_categoria === null && row.valor.trim() === '' && row.impuesto === null;

/** The fields of a split. */
export type SplitValues = Pick<AccountingValues, 'filas' | 'indicador' | 'tipo_persona'>;

/** Amounts in centavos, null where the text is not one. */
export function splitOf(values: SplitValues): AccountingSplit {
  const rows = values.filas.filter((row) => !isBlank(row));
  return {
    categorias: rows.flatMap((row) => row.id_categoria ?? []),
    valores: rows.map((row) => parseMoney(row.valor)),
    impuestos: rows.map((row) => row.impuesto),
    indicador: values.indicador,
    tipo_persona: values.tipo_persona || null,
  };
}

/** Centavos: the TOTAL under the rows. */
export const splitTotal = (values: SplitValues): number => itemisationTotal(splitOf(values));

/** A rejection may be saved without itemisation; an approval never. */
const splitFor = (choice: Choice, values: AccountingValues): AccountingSplit | null => {
  const split = splitOf(values);
  return choice === 'approved' || isItemised(split) ? split : null;
};

/** Texts that are no amounts, each at its row. */
export const amountRefusals = ({ filas }: SplitValues): FailedGuard[] =>
  filas.flatMap((row, index) =>
    row.valor.trim() !== '' && parseMoney(row.valor) === null
      ? [{ guardia: `filas.${index}.valor`, mensaje: 'Solo números' }]
      : [],
  );

/** Failed rules that the law does not know: texts that are no amounts, the supplier's name, the purchase date. */
function formRefusals(facts: AccountingFacts, values: AccountingValues): FailedGuard[] {
  const window = accountingWindow(facts.today);
  const dateIsWrong =
    values.fecha_gasto !== facts.expense.fecha_gasto && !isWithin(values.fecha_gasto, window);
  return [
    ...amountRefusals(values),
    ...(values.proveedor.trim() === ''
      ? [{ guardia: 'proveedor', mensaje: 'Por favor complete todos los campos' }]
      : []),
    ...(dateIsWrong
      ? [
          {
            guardia: 'fecha_gasto',
            mensaje: `La fecha debe estar entre el ${window.min} y el ${window.max}.`,
          },
        ]
      : []),
  ];
}

/** Everything that is wrong with the decision, as the law and the form say it. */
export function accountingRefusals(
  choice: Choice,
  { actor }: DecisionInput,
  facts: AccountingFacts,
  values: AccountingValues,
): FailedGuard[] {
  const desglose = splitFor(choice, values);
  const lawful = decisionRefusals(facts.expense, {
    type: choice === 'approved' ? 'ACCOUNTING.APPROVE' : 'ACCOUNTING.REJECT',
    actor,
    observacion: values.observacion,
    id_rechazo: reasonFor(choice, values),
    desglose,
  });
  return desglose === null ? lawful : [...lawful, ...formRefusals(facts, values)];
}

/**
 * On the wire the categories that the expense had come apart from the new ones; values and taxes follow
 * that order: those of `categorias`, then those of `categorias_nuevas`.
 */
function inWireOrder({ categorias, valores, impuestos }: AccountingSplit, expense: Expense) {
  const had = new Set(expense.categorias.map((category) => category.id));
  const rows = categorias.map((id, row) => ({
    id,
    valor: valores[row] ?? null,
    impuesto: impuestos[row] ?? null,
  }));
  const known = rows.filter(({ id }) => had.has(id));
  const added = rows.filter(({ id }) => !had.has(id));
  return {
    categorias: known.map(({ id }) => id),
    categorias_nuevas: added.map(({ id }) => id),
    valores: [...known, ...added].map(({ valor }) => valor),
    impuestos: [...known, ...added].map(({ impuesto }) => impuesto),
  };
}

/** The split as it crosses the wire. */
export function splitBody(
  expense: Expense,
  desglose: AccountingSplit,
  { item_texto, tipo_persona }: Pick<AccountingValues, 'item_texto' | 'tipo_persona'>,
) {
  const { valores, impuestos, ...categories } = inWireOrder(desglose, expense);
  return {
    item: 1 as const,
    indicadorImpuesto: desglose.indicador,
    item_texto: item_texto.trim(),
    item_valor: valores.map(pesosOrNull),
    iva_item: impuestos,
    ...categories,
    tipo_persona: tipo_persona || null,
  };
}

export function accountingRequest(
  choice: Choice,
  { id_caja }: DecisionInput,
  { expense }: AccountingFacts,
  values: AccountingValues,
): RequestOf<'/guardarContabilidad'> {
  const desglose = splitFor(choice, values);
  const decision = {
    id_caja,
    id_gasto: expense.id,
    estado: choice === 'approved' ? (6 as const) : (7 as const),
    observacion: values.observacion.trim(),
    id_rechazo: reasonFor(choice, values),
    version: expense.version,
  };
  if (desglose === null) return { ...decision, item: 0 };
  return {
    ...decision,
    ...splitBody(expense, desglose, values),
    proveedor: values.proveedor.trim(),
    id_proveedor: expense.id_proveedor,
    numero_factura: values.numero_factura.trim(),
    fecha_gasto: values.fecha_gasto,
  };
}
