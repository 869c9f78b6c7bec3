/**
 * What an electronic invoice says about its kind, its payment and its taxes.
 * Source: DIAN, Anexo técnico de factura electrónica de venta, version 1.9: `InvoiceTypeCode` (13.1.3), taxes (13.2.2),
 * `PaymentMeans/ID` (13.3.4.1). Kinds from 20 on are those of the annex of the documento equivalente.
 */

/** Taxes that a split has: IVA and INC. */
export const invoiceTaxes = { '01': 'IVA', '04': 'INC' } as const;

export type InvoiceTaxCode = keyof typeof invoiceTaxes;

/** One rate of a tax; amounts in centavos. */
export interface InvoiceTax {
  codigo: InvoiceTaxCode;
  /** Percent, with at most two decimals. */
  tarifa: number;
  base: number;
  valor: number;
}

/** Columns of an invoice; all null when it was imported before they were read. */
interface TaxFacts {
  /** `InvoiceTypeCode`, '' when the XML has none. */
  tipo: string | null;
  /** '1' when it was paid at once, '2' on credit, '' when the XML does not say so. */
  forma_pago: string | null;
  /** `InvoiceTax[]` as JSON. */
  impuestos: string | null;
}

/** A POS ticket or another equivalent document. */
export const isEquivalentDocument = ({ tipo }: Pick<TaxFacts, 'tipo'>): boolean =>
  Number(tipo) >= 20;

export const isOnCredit = ({ forma_pago }: Pick<TaxFacts, 'forma_pago'>): boolean =>
  forma_pago === '2';

/** Document of the buyer of who does not identify himself («consumidor final»). */
export const finalConsumer = '222222222222';

/** Code of the document class of a kind: an invoice is 01, or an old one whose kind is unknown. */
export function documentClassOf(tipo: string | null): string | null {
  if (tipo === null || tipo === '01') return 'FE';
  if (tipo === '05') return 'DS';
  if (tipo === '20') return 'TP';
  return isEquivalentDocument({ tipo }) ? 'DE' : null;
}

/** Whether the tax of a part of a split can be deducted: IVA, unless accounting said no. Any other tax is a cost. */
export const isDeductible = (tax: string | null, deducible: number | null): boolean =>
  /^iva\b/i.test(tax ?? '') && deducible !== 0;

/** The only tax of a catalogue with the name and the rate of an invoice; for null, with neither name nor rate. */
export function sameTax<Tax extends { nombre: string; porcentaje: number }>(
  taxes: readonly Tax[],
  tax: Pick<InvoiceTax, 'codigo' | 'tarifa'> | null,
): Tax | undefined {
  const isNamed = ({ nombre }: Tax, name: string) => nombre.toUpperCase().startsWith(name);
  const [found, ...others] = taxes.filter((one) =>
    tax === null
      ? one.porcentaje === 0 && !Object.values(invoiceTaxes).some((name) => isNamed(one, name))
      : one.porcentaje === tax.tarifa && isNamed(one, invoiceTaxes[tax.codigo]),
  );
  return others.length > 0 ? undefined : found;
}

/** One part of a split as an invoice has it: its value in centavos, and its tax; null for what has none. */
export interface InvoicePart {
  valor: number;
  impuesto: InvoiceTax | null;
}

/** Centavos by which rounding lets the value of an invoice differ from its parts. */
const ROUNDING = 100;

/**
 * Splits a value by the rates of its invoice, the largest first: each base with its tax, then what has no tax. Null when
 * the invoice has no rate, or more than the value.
 */
export function invoiceParts(taxes: readonly InvoiceTax[], value: number): InvoicePart[] | null {
  const parts = taxes
    .map((impuesto) => ({ valor: impuesto.base + impuesto.valor, impuesto }))
    .filter(({ valor }) => valor > 0)
    .toSorted((one, other) => other.valor - one.valor);
  const [largest, ...others] = parts;
  if (largest === undefined) return null;
  const rest = parts.reduce((left, { valor }) => left - valor, value);
  if (rest < -ROUNDING) return null;
  return rest > ROUNDING
    ? [...parts, { valor: rest, impuesto: null }]
    : [{ ...largest, valor: largest.valor + rest }, ...others];
}
