/** The form of a new expense: what a person typed, what is wrong with it, and the body of the call. */
import { maximumReceiptBytes, receiptTypes } from '#contract/calls/expenses.calls.ts';
import { type AnswerOf, calls, type RequestOf } from '#contract/contract.ts';
import { refusals } from '#contract/errors.ts';
import { checkDigit } from '#machines/domain/values/check-digit.ts';
import { type DateText, recordingWindow } from '#machines/domain/values/dates.ts';
import type { FailedGuard } from '#machines/domain/explain.ts';
import { refusedIf } from '#machines/domain/refusal.ts';
import { parseMoney, toPesos } from '#machines/domain/values/money.ts';
import { storedNumber } from '#machines/domain/values/document-keys.ts';
import { purchaseDateRefusals } from '../steps/date-range.form.ts';
import { excessRefusals } from './fund-excess.ts';
import { refusalsOfSchema } from '../steps/schema-refusals.ts';

/** Fields that are filled in for a person, who may change them. */
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
  num_doc: '',
  proveedor: '',
  direccion: '',
  departamento: null as number | null,
  ciudad: null as number | null,
  recibo: '',
  /** As typed: `$ 12.500`, `12500.50`. */
  valor: '',
  concepto: '',
  categoria: [] as number[],
  /** Electronic invoice: 1 yes, 0 no, null not answered yet. */
  tipo_factura: null as 0 | 1 | null,
  numero_factura: '',
  encargado: '',
};

export const emptyExpenseEntry = {
  /** Values that were filled in for the person; a field that has another one now was changed by hand. */
  propuestos: {} as Proposal,
  ...nothingTyped,
};

export type ExpenseEntryValues = typeof emptyExpenseEntry;

export const fillAllMessage = 'Por favor complete todos los campos';

type EntryRequest = RequestOf<'/enviarGasto'>;

/** The body as far as it is filled in; `undefined` is what the contract's schema calls missing. */
function entryDraft(values: ExpenseEntryValues, id_tienda: number) {
  const centavos = parseMoney(values.valor);
  const supplier =
    values.id_proveedor === null
      ? {
          num_doc: values.num_doc.trim(),
          digito: checkDigit(values.num_doc.trim()) ?? '',
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
    valor: centavos === null ? undefined : toPesos(centavos),
    concepto: values.concepto.trim(),
    categoria: values.categoria,
    tipo_factura: values.tipo_factura ?? undefined,
    numero_factura: values.tipo_factura === 1 ? storedNumber(values.numero_factura) : null,
    encargado: values.encargado.trim(),
    id_tienda,
  };
}

/**
 * The body of `/enviarGasto`, for values in which `entryRefusals` found nothing.
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
  if (file === null) return [{ guardia: 'archivo', mensaje: fillAllMessage }];
  if (!Object.values<string>(receiptTypes).includes(file.type))
    return [{ guardia: 'archivo', mensaje: refusals[415] }];
  return refusedIf(file.size > maximumReceiptBytes, 'archivo', refusals[413]);
}

/** Rules of the form beside the schema of its call. */
export interface EntryRules {
  fund: AnswerOf<'/obtenerDatosTiendaCaja'>;
  /** Today by the server's clock, in America/Bogota. */
  today: DateText;
}

/** Everything that is wrong with the form, by field: the schema of the call, the date, the fund and the file. */
export function entryRefusals(
  values: ExpenseEntryValues,
  file: File | null,
  { today, fund }: EntryRules,
): FailedGuard[] {
  const { fecha_gasto } = values;
  return [
    ...refusalsOfSchema(calls['/enviarGasto'].body, entryDraft(values, 1)),
    ...(fecha_gasto === '' ? [] : purchaseDateRefusals(fecha_gasto, recordingWindow(today))),
    ...excessRefusals(fund, values.valor),
    ...fileRefusals(file),
  ];
}
