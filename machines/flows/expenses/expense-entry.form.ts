import { type Expense, maximumReceiptBytes, receiptTypes } from '#contract/calls/expenses.calls.ts';
import { blockedSupplier } from '#contract/calls/suppliers.calls.ts';
import { type AnswerOf, type RequestOf, calls } from '#contract/contract.ts';
import { refusals, type FailedGuard, refusedIf } from '#contract/errors.ts';
import { readDocument } from '#contract/typed-values.ts';
import { type ExpenseField, byText, comparedTexts, fieldLabel } from '#contract/expense-fields.ts';
import { fillAll } from '#contract/fields.ts';
import { type DateText, recordingWindow } from '../../domain/values/dates.ts';
import {
  checkDigit,
  receiptNumberKey,
  storedNumber,
  supplierKeys,
} from '../../domain/values/document-keys.ts';
import {
  parseMoney,
  smallestCoin,
  toCentavos,
  toPesos,
  formatTyped,
  typedPesos,
} from '../../domain/values/money.ts';
import { purchaseDateRefusals, refusalsOfSchema } from '../steps/date-range.form.ts';
import { limitRefusals } from './category-limits.ts';
import { excessRefusals } from './fund-excess.ts';
import type { CategoryRow } from './expense-facts.ts';

/** The form of a new expense: its values, its rules and the body of its call. */

/** Fields for which the form proposes a value; the user may change it. */
export const proposedFields = [
  'fecha_gasto',
  'departamento',
  'ciudad',
  'recibo',
  'valor',
  'concepto',
  'categoria',
  'tipo_factura',
  'numero_factura',
] as const;

export type Proposal = Partial<Pick<typeof nothingTyped, (typeof proposedFields)[number]>>;

/** Fields as formik owns them: text as typed, ids as chosen. */
const nothingTyped = {
  fecha_gasto: '' as DateText,
  /** Null while no known supplier is chosen: then name, address, department and city are required. */
  id_proveedor: null as number | null,
  /** The known supplier is blocked. */
  bloqueado: false,
  num_doc: '',
  proveedor: '',
  direccion: '',
  departamento: null as number | null,
  ciudad: null as number | null,
  recibo: '',
  /** As typed: `$ 12.500`, `12500.50`. */
  valor: '',
  categoria: [] as number[],
  /** Electronic invoice: 1 yes, 0 no, null not answered yet. */
  tipo_factura: null as 0 | 1 | null,
  numero_factura: '',
  /** The vale that paid the purchase; null without one. */
  vale: null as number | null,
  ...byText(() => ''),
};

export const emptyExpenseEntry = {
  /** Proposed values; a field that has another value now was changed by hand. */
  propuestos: {} as Proposal,
  ...nothingTyped,
};

export type ExpenseEntryValues = typeof emptyExpenseEntry;

type EntryRequest = RequestOf<'/enviarGasto'>;

/** The body as far as it is filled in; the contract's schema reports `undefined` fields as missing. */
function entryDraft(values: ExpenseEntryValues, id_tienda: number) {
  const supplier =
    values.id_proveedor === null
      ? {
          num_doc: readDocument(values.num_doc).trim(),
          digito: checkDigit(readDocument(values.num_doc)) ?? '',
          proveedor: values.proveedor.trim(),
          direccion: values.direccion.trim(),
          departamento: values.departamento,
          ciudad: values.ciudad,
        }
      : { id_proveedor: values.id_proveedor };
  return {
    ...supplier,
    fecha_gasto: values.fecha_gasto,
    recibo: storedNumber(values.recibo),
    valor: typedPesos(values.valor),
    categoria: values.categoria,
    tipo_factura: values.tipo_factura ?? undefined,
    numero_factura: values.tipo_factura === 1 ? storedNumber(values.numero_factura) : null,
    ...byText((name) => values[name].trim()),
    ...(values.vale != null && { id_vale: values.vale }),
    id_tienda,
  };
}

/**
 * The body of `/enviarGasto`, for values without `entryRefusals`.
 *
 * @param origen the rejected expense that is recorded again
 */
export const entryRequest = (
  values: ExpenseEntryValues,
  id_tienda: number,
  origen: number | null = null,
): EntryRequest =>
  ({ ...entryDraft(values, id_tienda), ...(origen !== null && { origen }) }) as EntryRequest;

/** Why the file cannot be a receipt; empty when it can. */
export function fileRefusals(file: File | null): FailedGuard[] {
  if (file === null) return [{ guardia: 'archivo', mensaje: fillAll }];
  if (!Object.values<string>(receiptTypes).includes(file.type))
    return [{ guardia: 'archivo', mensaje: refusals[415] }];
  return refusedIf(file.size > maximumReceiptBytes, 'archivo', refusals[413]);
}

/** Facts that the rules of the form need besides the schema of the call. */
export interface EntryRules {
  fund: AnswerOf<'/obtenerDatosTiendaCaja'>;
  suggestions: Pick<AnswerOf<'/sugerenciasGasto'>, 'topes'>;
  /** Today by the server's clock, in America/Bogota. */
  today: DateText;
}

/** Everything that is wrong with the form, by field: the schema of the call, the date, the fund and the file. */
export function entryRefusals(
  values: ExpenseEntryValues,
  file: File | null,
  { today, fund, suggestions }: EntryRules,
): FailedGuard[] {
  const { fecha_gasto } = values;
  return [
    ...refusalsOfSchema(calls['/enviarGasto'].body, entryDraft(values, 1)).map((refusal) =>
      refusal.guardia === 'valor' && values.valor.trim() === ''
        ? { ...refusal, mensaje: 'Escriba el valor' }
        : refusal,
    ),
    ...(fecha_gasto === '' ? [] : purchaseDateRefusals(fecha_gasto, recordingWindow(today))),
    ...refusedIf(values.bloqueado, 'num_doc', blockedSupplier),
    ...excessRefusals(fund, values),
    ...limitRefusals(suggestions.topes, values),
    ...fileRefusals(file),
  ];
}

/** Compares two possibly duplicate expenses field by field. */

interface ComparedField {
  label: string;
  one: string;
  other: string;
  /** By the comparison that detects anomalies. */
  same: boolean;
}

type Compared = readonly [
  field: ExpenseField,
  text: (expense: Expense) => string,
  isSame?: (one: Expense, other: Expense) => boolean,
];

const compared: readonly Compared[] = [
  ['tienda', ({ tienda }) => tienda],
  [
    'consecutivo',
    ({ consecutivo }) => (consecutivo === null ? 'Caja sin enviar' : String(consecutivo)),
    (one, other) => one.id_caja === other.id_caja,
  ],
  ['proveedor', ({ proveedor }) => proveedor.nombre],
  [
    'identificacion',
    ({ proveedor }) => `${proveedor.num_doc}-${proveedor.digito}`,
    (one, other) =>
      supplierKeys(one.proveedor.num_doc).some((key) =>
        supplierKeys(other.proveedor.num_doc).includes(key),
      ),
  ],
  [
    'recibo',
    ({ recibo }) => recibo,
    (one, other) => receiptNumberKey(one.recibo) === receiptNumberKey(other.recibo),
  ],
  ['numero_factura', ({ numero_factura }) => numero_factura],
  ['fecha_gasto', ({ fecha_gasto }) => fecha_gasto],
  [
    'valor',
    ({ valor_f }) => valor_f,
    (one, other) => Math.abs(toCentavos(one.valor) - toCentavos(other.valor)) < smallestCoin,
  ],
  ...comparedTexts.map((name): Compared => [name, (expense) => expense[name]]),
  ['categoria', ({ categorias }) => categorias.map(({ nombre }) => nombre).join(', ')],
  ['registrado_por', ({ registrado_por }) => registrado_por],
  ['estado', ({ nombre_estado }) => nombre_estado],
];

/** Fields that are empty in both expenses are left out. */
export const comparedFields = (one: Expense, other: Expense): ComparedField[] =>
  compared.flatMap(([field, text, isSame]) => {
    const texts = { one: text(one), other: text(other) };
    if (texts.one === '' && texts.other === '') return [];
    const same = isSame ? isSame(one, other) : texts.one === texts.other;
    return [{ label: fieldLabel(field), ...texts, same }];
  });

/**
 * The duplicate check of a new expense; null while a compared field is missing or invalid.
 *
 * @param origen the expense that is recorded again or corrected, which does not count as a duplicate
 */
export function repetitionQuestion(
  values: Pick<
    ExpenseEntryValues,
    | 'id_proveedor'
    | 'num_doc'
    | 'fecha_gasto'
    | 'recibo'
    | 'valor'
    | 'tipo_factura'
    | 'numero_factura'
  >,
  id_tienda: number,
  origen: number | null,
): RequestOf<'/gastosRepetidos'> | null {
  const { id_proveedor, num_doc, fecha_gasto, recibo } = values;
  const centavos = parseMoney(values.valor);
  const given = {
    num_doc: readDocument(num_doc).trim(),
    fecha_gasto,
    recibo: storedNumber(recibo),
  };
  if (centavos === null || centavos === 0 || Object.values(given).includes('')) return null;
  const question = {
    ...given,
    id_tienda,
    id_proveedor,
    valor: toPesos(centavos),
    ...(values.tipo_factura === 1 && { numero_factura: storedNumber(values.numero_factura) }),
    ...(origen !== null && { origen }),
  };
  return refusalsOfSchema(calls['/gastosRepetidos'].body, question).length === 0 ? question : null;
}

/** The form values of a recorded expense; categories that the store no longer has are left out. */
export const valuesOfExpense = (
  expense: Expense,
  categories: readonly CategoryRow[],
): ExpenseEntryValues => ({
  ...emptyExpenseEntry,
  fecha_gasto: expense.fecha_gasto,
  id_proveedor: expense.id_proveedor,
  num_doc: expense.proveedor.num_doc,
  proveedor: expense.proveedor.nombre,
  recibo: expense.recibo,
  valor: formatTyped(toCentavos(expense.valor)),
  categoria: expense.categorias_propias.filter((id) => categories.some((row) => row.id === id)),
  tipo_factura: expense.factura_elec,
  numero_factura: expense.numero_factura,
  ...byText((name) => expense[name]),
});
