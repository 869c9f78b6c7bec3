/**
 * The fields of an expense with their labels. A field with a `body` is a plain text: its key is its name in the call,
 * the column and the form, and recording, correction, draft, log, detail and workbook derive from this table. Only its
 * input is written by hand, in src/features/expenses/PurchaseFields.tsx.
 */
import { fillAll, filled, text } from './fields.ts';

/** The fields that a store may correct, in the order in which a correction lists them. */
const corrected = {
  valor: { label: 'Valor' },
  proveedor: { label: 'Proveedor' },
  fecha_gasto: { label: 'Fecha de compra' },
  archivo: { label: 'Soporte' },
  recibo: { label: 'Número de recibo', short: 'Recibo n.º' },
  /**
   * `body`: the schema in the body of a call. `width`: the column width in the workbook. `compared`: the field is shown
   * when the expense is compared with a possible duplicate, and when another user has changed it in the meantime.
   */
  concepto: { label: 'Concepto', body: filled(500, fillAll), width: 40, compared: true },
  categoria: { label: 'Categorías' },
  factura: { label: 'Factura electrónica' },
  encargado: { label: 'Encargado', body: text(200).nullable(), width: 24, compared: false },
} as const;

export const expenseFields = {
  ...corrected,
  num_doc: { label: 'Documento del proveedor' },
  digito: { label: 'Dígito de verificación' },
  identificacion: { label: 'Identificación del proveedor' },
  numero_factura: { label: 'Número de factura', short: 'Factura n.º' },
  enlace_factura: { label: 'Representación gráfica' },
  reembolsar: { label: 'Reconocido por el supervisor' },
  informe_novedad: { label: 'Novedad' },
  estado: { label: 'Estado' },
  tienda: { label: 'Tienda' },
  consecutivo: { label: 'Caja n.º' },
  registrado_por: { label: 'Registrado por' },
} as const;

type Fields = typeof expenseFields;
export type ExpenseField = keyof Fields;
export type CorrectedField = keyof typeof corrected;
export type ExpenseText = {
  [Name in ExpenseField]: Fields[Name] extends { body: unknown } ? Name : never;
}[ExpenseField];

export const fieldLabel = (field: ExpenseField): string => expenseFields[field].label;

/** Name and label of a form input. */
export const inputOf = (name: ExpenseField) => ({ name, label: fieldLabel(name) });

export const correctedFields = Object.keys(corrected) as CorrectedField[];

export const expenseTexts = correctedFields.filter(
  (name): name is ExpenseText => 'body' in corrected[name],
);

export const comparedTexts = expenseTexts.filter((name) => expenseFields[name].compared);

/** A record with one key per plain-text field. @example byText(() => '') // { concepto: '', encargado: '' } */
export const byText = <Value>(value: (name: ExpenseText) => Value): Record<ExpenseText, Value> =>
  // As in `byStage`: TypeScript cannot type a record built from a list of its keys.
  Object.fromEntries(expenseTexts.map((name) => [name, value(name)])) as Record<ExpenseText, Value>;

export const textRules = byText((name) => expenseFields[name].body) as {
  [Name in ExpenseText]: Fields[Name]['body'];
};

/** Messages of the anomalies about another expense; they do not say which one, since not every reader may see it. */
export const repetitionSentences = {
  repeatedReceiptNumber: 'El proveedor y el número de recibo ya se registraron en otro gasto.',
  repeatedReceipt: 'El archivo de soporte ya se usó en otro gasto.',
  repeatedInvoice: 'La factura electrónica ya está en otro gasto.',
  repeatedPurchase: 'El mismo proveedor, la misma fecha y el mismo valor ya están en otro gasto.',
} as const;

const sentences: readonly string[] = Object.values(repetitionSentences);

/** True for a line of `informe_novedad` about another expense. */
export const namesAnother = (line: string): boolean => sentences.includes(line);
