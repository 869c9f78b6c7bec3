/** Two expenses that may be the same one, field beside field. */
import type { Expense } from '#contract/calls/expenses.calls.ts';
import { calls, type RequestOf } from '#contract/contract.ts';
import {
  storedNumber,
  receiptNumberKey,
  supplierKeys,
} from '#machines/domain/values/document-keys.ts';
import { parseMoney, smallestCoin, toCentavos, toPesos } from '#machines/domain/values/money.ts';
import { refusalsOfSchema } from '../steps/schema-refusals.ts';
import type { ExpenseEntryValues } from './expense-entry.form.ts';

interface ComparedField {
  label: string;
  one: string;
  other: string;
  /** As the anomalies compare it. */
  same: boolean;
}

interface Field {
  label: string;
  text: (expense: Expense) => string;
  isSame?: (one: Expense, other: Expense) => boolean;
}

const categoriesOf = ({ categorias }: Expense): string =>
  categorias.map(({ nombre }) => nombre).join(', ');

const fields: readonly Field[] = [
  { label: 'Tienda', text: ({ tienda }) => tienda },
  {
    label: 'Reembolso n.º',
    text: ({ consecutivo }) => (consecutivo === null ? 'Caja sin enviar' : String(consecutivo)),
    isSame: (one, other) => one.id_caja === other.id_caja,
  },
  { label: 'Proveedor', text: ({ proveedor }) => proveedor.nombre },
  {
    label: 'Identificación del proveedor',
    text: ({ proveedor }) => `${proveedor.num_doc}-${proveedor.digito}`,
    isSame: (one, other) =>
      supplierKeys(one.proveedor.num_doc).some((key) =>
        supplierKeys(other.proveedor.num_doc).includes(key),
      ),
  },
  {
    label: 'Número de recibo',
    text: ({ recibo }) => recibo,
    isSame: (one, other) => receiptNumberKey(one.recibo) === receiptNumberKey(other.recibo),
  },
  { label: 'Número de factura', text: ({ numero_factura }) => numero_factura },
  { label: 'Fecha de compra', text: ({ fecha_gasto }) => fecha_gasto },
  {
    label: 'Valor',
    text: ({ valor_f }) => valor_f,
    isSame: (one, other) =>
      Math.abs(toCentavos(one.valor) - toCentavos(other.valor)) < smallestCoin,
  },
  { label: 'Concepto', text: ({ concepto }) => concepto },
  { label: 'Categorías', text: categoriesOf },
  { label: 'Registrado por', text: ({ registrado_por }) => registrado_por },
  { label: 'Estado', text: ({ nombre_estado }) => nombre_estado },
];

/** A field that neither has is left out. */
export const comparedFields = (one: Expense, other: Expense): ComparedField[] =>
  fields.flatMap(({ label, text, isSame }) => {
    const texts = { one: text(one), other: text(other) };
    if (texts.one === '' && texts.other === '') return [];
    return [{ label, ...texts, same: isSame ? isSame(one, other) : texts.one === texts.other }];
  });

/**
 * The question about a new expense before it is saved; null while something that is compared is missing.
 *
 * @param origen the expense that it records again or corrects, which it does not repeat
 */
export function repetitionQuestion(
  values: Pick<ExpenseEntryValues, 'id_proveedor' | 'num_doc' | 'fecha_gasto' | 'recibo' | 'valor'>,
  id_tienda: number,
  origen: number | null,
): RequestOf<'/gastosRepetidos'> | null {
  const { id_proveedor, num_doc, fecha_gasto, recibo } = values;
  const centavos = parseMoney(values.valor);
  const given = { num_doc: num_doc.trim(), fecha_gasto, recibo: storedNumber(recibo) };
  if (centavos === null || centavos === 0 || Object.values(given).includes('')) return null;
  const question = {
    ...given,
    id_tienda,
    id_proveedor,
    valor: toPesos(centavos),
    ...(origen !== null && { origen }),
  };
  return refusalsOfSchema(calls['/gastosRepetidos'].body, question).length === 0 ? question : null;
}
