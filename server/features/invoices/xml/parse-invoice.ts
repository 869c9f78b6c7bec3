/**
 * Parses an electronic sales invoice of the DIAN (UBL 2.1), bare or inside an `AttachedDocument`, its delivery
 * container, which holds the invoice as text that is parsed separately.
 * Source: DIAN, Anexo técnico de factura electrónica de venta, version 1.9.
 */
import {
  invoiceTaxes,
  type InvoiceTax,
  type InvoiceTaxCode,
} from '#machines/domain/invoice/tax-facts.ts';
import { isDateText } from '#machines/domain/values/bogota-time.ts';
import {
  buyerNumber,
  checkDigit,
  documentNumber,
  taxNumber,
} from '#machines/domain/values/document-keys.ts';
import { maximumPesos } from '#machines/domain/values/money.ts';
import {
  type CufeCheck,
  checkCufe,
  checkSignature,
  type SignatureCheck,
} from './invoice-checks.ts';
import { decodeXml, parseXml, textOf } from './parse-xml.ts';
import { textAt, ublElementsAt } from './ubl.ts';
import { DianAnswer, quoted, RefusedFile } from './refused-file.ts';

export interface ElectronicInvoice {
  /** NIT of the supplier, without check digit. */
  nit: string;
  razon_social: string;
  /** As written, prefix and leading zeros included. */
  numero: string;
  /** Centavos. */
  total: number;
  /** Centavos that were paid before the invoice, 0 without any. */
  anticipo: number;
  /** yyyy-MM-dd. */
  fecha: string;
  /** 96 hexadecimal digits, in lower case. */
  cufe: string;
  /** Without check digit. */
  nit_comprador: string;
  /** `InvoiceTypeCode`, '' without one. */
  tipo: string;
  /** '1' paid at once, '2' on credit, '' when it is not said. */
  forma_pago: string;
  /** `InvoiceTax[]` as JSON. */
  impuestos: string;
}

/** An invoice with the results of its authenticity checks. */
export interface CheckedInvoice extends ElectronicInvoice {
  firma: SignatureCheck;
  cufe_comprobado: CufeCheck;
}

const invoiceNamespace = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2';

/** Messages for UBL documents that are not invoices. */
const otherDocuments: ReadonlyMap<string, string> = new Map([
  ['CreditNote', 'Es una nota crédito: solo se importan facturas.'],
  ['DebitNote', 'Es una nota débito: solo se importan facturas.'],
]);

/** Maximum length of an invoice number that an expense can name. */
const NUMBER_LENGTH = 100;
const NAME_LENGTH = 300;

/** `ValidationResultCode` of an invoice that the DIAN did not accept. */
const rejectedByDian = '04';

function required(text: string, whatIsMissing: string): string {
  if (text !== '') return text;
  throw new RefusedFile(`La factura no trae ${whatIsMissing}.`);
}

function numberOf(invoice: Element): string {
  const numero = required(textAt(invoice, ['ID']), 'su número');
  const isComparable = /[A-Za-z0-9]/.test(numero) && !/[\p{Cc}\p{Cf}\p{Cs}]/u.test(numero);
  if (numero.length <= NUMBER_LENGTH && isComparable) return numero;
  throw new RefusedFile(`El número de la factura no es válido: ${quoted(numero)}.`);
}

function cufeOf(invoice: Element): string {
  const cufe = required(textAt(invoice, ['UUID']), 'el CUFE');
  if (/^[\da-f]{96}$/i.test(cufe)) return cufe.toLowerCase();
  throw new RefusedFile(
    `El CUFE de la factura no es válido: debe tener 96 dígitos hexadecimales y es ${quoted(cufe)}.`,
  );
}

/** Issue date; a date of XML Schema may end with a time zone, which is ignored. */
function dateOf(invoice: Element): string {
  const text = required(textAt(invoice, ['IssueDate']), 'la fecha de emisión');
  const day = /^(\d{4}-\d{2}-\d{2})(?:Z|[+-]\d{2}:\d{2})?$/.exec(text)?.[1] ?? '';
  if (isDateText(day)) return day;
  throw new RefusedFile(`La fecha de emisión no es válida: ${quoted(text)}.`);
}

/** Centavos of a decimal text, computed from its digits, half a centavo rounded up; null when invalid or too large. */
function centavosOf(text: string): number | null {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,20}))?$/.exec(text) ?? [];
  if (whole === undefined || Number(whole) > maximumPesos) return null;
  const padded = fraction.padEnd(3, '0');
  return Number(whole) * 100 + Number(padded.slice(0, 2)) + (padded.charAt(2) >= '5' ? 1 : 0);
}

function totalOf(invoice: Element): number {
  const [payable] = ublElementsAt(invoice, ['LegalMonetaryTotal', 'PayableAmount']);
  const text = required(payable === undefined ? '' : textOf(payable), 'el valor total');
  const currency = payable?.getAttribute('currencyID') || textAt(invoice, ['DocumentCurrencyCode']);
  if (currency !== '' && currency !== 'COP')
    throw new RefusedFile(`La factura no está en pesos (COP): su moneda es ${quoted(currency)}.`);
  const centavos = centavosOf(text);
  if (centavos !== null) return centavos;
  throw new RefusedFile(`El valor total de la factura no es válido: ${quoted(text)}.`);
}

/** `PrepaidAmount`, which is optional. */
function prepaidOf(invoice: Element): number {
  const text = textAt(invoice, ['LegalMonetaryTotal', 'PrepaidAmount']);
  const centavos = text === '' ? 0 : centavosOf(text);
  if (centavos !== null) return centavos;
  throw new RefusedFile(`El anticipo de la factura no es válido: ${quoted(text)}.`);
}

const isSplitTax = (code: string): code is InvoiceTaxCode => code in invoiceTaxes;

/** IVA and INC by rate; none of an invoice that has an amount or a rate which is not a number. */
function taxesOf(invoice: Element): InvoiceTax[] {
  const rates = new Map<string, InvoiceTax>();
  for (const subtotal of ublElementsAt(invoice, ['TaxTotal', 'TaxSubtotal'])) {
    const codigo = textAt(subtotal, ['TaxCategory', 'TaxScheme', 'ID']);
    if (!isSplitTax(codigo)) continue;
    const base = centavosOf(textAt(subtotal, ['TaxableAmount']));
    const valor = centavosOf(textAt(subtotal, ['TaxAmount']));
    const percent = centavosOf(
      textAt(subtotal, ['TaxCategory', 'Percent']) || textAt(subtotal, ['Percent']),
    );
    if (base === null || valor === null || percent === null) return [];
    const tarifa = percent / 100;
    const same = rates.get(`${codigo} ${tarifa}`) ?? { codigo, tarifa, base: 0, valor: 0 };
    rates.set(`${codigo} ${tarifa}`, {
      ...same,
      base: same.base + base,
      valor: same.valor + valor,
    });
  }
  return [...rates.values()];
}

/** Of several means of payment, one on credit decides. */
function paymentOf(invoice: Element): string {
  const means = ublElementsAt(invoice, ['PaymentMeans', 'ID']).map(textOf);
  return ['2', '1'].find((one) => means.includes(one)) ?? '';
}

/** `InvoiceTypeCode`, when it is a code of the DIAN. */
const kindOf = (invoice: Element): string =>
  /^\d{2}$/.exec(textAt(invoice, ['InvoiceTypeCode']))?.[0] ?? '';

/** Paths of the tax number of a party, the tax register first. */
const numberPaths = [
  ['Party', 'PartyTaxScheme', 'CompanyID'],
  ['Party', 'PartyLegalEntity', 'CompanyID'],
  ['Party', 'PartyIdentification', 'ID'],
] as const;

const namePaths = [
  ['Party', 'PartyTaxScheme', 'RegistrationName'],
  ['Party', 'PartyLegalEntity', 'RegistrationName'],
  ['Party', 'PartyName', 'Name'],
] as const;

/** Number of a party, with its check digit when that is a separate attribute. @throws RefusedFile without a number */
function partyNumber(invoice: Element, party: string, whatIsMissing: string) {
  const [first] = numberPaths
    .flatMap((path) => ublElementsAt(invoice, [party, ...path]))
    .filter((element) => textOf(element) !== '');
  const text = required(first === undefined ? '' : textOf(first), whatIsMissing);
  return { text, digit: first?.getAttribute('schemeID') ?? '' };
}

const supplierName = (invoice: Element): string =>
  namePaths
    .map((path) => textAt(invoice, ['AccountingSupplierParty', ...path]))
    .find((name) => name !== '')
    ?.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .slice(0, NAME_LENGTH) ?? '';

function requireUbl21(invoice: Element): void {
  if (invoice.namespaceURI !== invoiceNamespace)
    throw new RefusedFile('El XML no es una factura electrónica UBL 2.1 de la DIAN.');
  const version = textAt(invoice, ['UBLVersionID']);
  if (version !== '' && !/^(UBL )?2\.1$/.test(version))
    throw new RefusedFile(`La factura es de otra versión de UBL: ${quoted(version)}.`);
}

/** `ProfileExecutionID` of invoices that are valid; programs are tested with others. */
const PRODUCTION = '1';

function factsOf(invoice: Element): ElectronicInvoice {
  requireUbl21(invoice);
  if (textAt(invoice, ['ProfileExecutionID']) !== PRODUCTION)
    throw new RefusedFile('La factura no es del ambiente de producción de la DIAN: no vale.');
  const supplier = partyNumber(invoice, 'AccountingSupplierParty', 'el NIT del proveedor');
  const buyer = partyNumber(invoice, 'AccountingCustomerParty', 'el NIT del comprador');
  return {
    numero: numberOf(invoice),
    cufe: cufeOf(invoice),
    fecha: dateOf(invoice),
    total: totalOf(invoice),
    anticipo: prepaidOf(invoice),
    nit: requiredTaxNumber(supplier.text, supplier.digit),
    razon_social: supplierName(invoice),
    nit_comprador: buyerNumber(buyer.text, buyer.digit),
    tipo: kindOf(invoice),
    forma_pago: paymentOf(invoice),
    impuestos: JSON.stringify(taxesOf(invoice)),
  };
}

/** @throws RefusedFile that names the actual kind of document */
function requireInvoice(root: Element): void {
  if (root.localName === 'Invoice') return;
  if (root.localName === 'ApplicationResponse')
    throw new DianAnswer('Es una respuesta de la DIAN, no una factura.');
  throw new RefusedFile(
    otherDocuments.get(root.localName) ??
      `El XML no es una factura electrónica: es un documento ${quoted(root.localName)}.`,
  );
}

/** @throws RefusedFile when container and content are not of the same invoice */
function requireSameInvoice(container: Element, invoice: ElectronicInvoice): void {
  const parent = textAt(container, ['ParentDocumentID']);
  if (parent !== '' && documentNumber(parent) !== documentNumber(invoice.numero))
    throw new RefusedFile(
      `El contenedor dice ser de la factura ${quoted(parent)} y trae la ${quoted(invoice.numero)}.`,
    );
}

/** Where a container holds the invoice, as text or in base64. */
const contentPaths = [
  ['Attachment', 'ExternalReference', 'Description'],
  ['Attachment', 'EmbeddedDocumentBinaryObject'],
] as const;

/** Begins with `<` or a byte order mark. */
const base64OfXml = /^(?:P[A-P]|77u\/)[A-Za-z0-9+/=\s]+$/;

/** XML of the invoice in its container. @throws RefusedFile without exactly one, or when the DIAN rejected the invoice */
function contentOf(container: Element): string {
  const results = ['ParentDocumentLineReference', 'DocumentReference', 'ResultOfVerification'];
  if (textAt(container, [...results, 'ValidationResultCode']) === rejectedByDian)
    throw new RefusedFile('La DIAN rechazó esta factura.');
  const [content, second] = contentPaths
    .flatMap((path) => ublElementsAt(container, path))
    .map(textOf)
    .filter((text) => text !== '');
  if (content === undefined) throw new RefusedFile('El contenedor no trae la factura.');
  if (second !== undefined) throw new RefusedFile('El contenedor trae más de un documento.');
  return base64OfXml.test(content) ? decodeXml(Buffer.from(content, 'base64')) : content;
}

/** A parsed document, its own XML, and the container that it came in. */
interface Found {
  xml: string;
  root: Element;
  container: Element | null;
}

function invoiceIn(xml: string): Found {
  const root = parseXml(xml);
  if (root.localName !== 'AttachedDocument') return { xml, root, container: null };
  const content = contentOf(root);
  return { xml: content, root: parseXml(content), container: root };
}

/**
 * Reads an XML: an `Invoice`, or an `AttachedDocument` that contains one.
 *
 * @param until epoch milliseconds after which no signature is checked
 * @throws RefusedFile when a field is missing or invalid, or the document is not an invoice
 */
export function parseInvoice(xml: string, until = Number.POSITIVE_INFINITY): CheckedInvoice {
  const found = invoiceIn(xml);
  requireInvoice(found.root);
  const { firma, signed } = checkSignature(found.xml, found.root, until);
  const root = signed ?? found.root;
  const invoice = factsOf(root);
  if (found.container !== null) requireSameInvoice(found.container, invoice);
  return { ...invoice, firma, cufe_comprobado: checkCufe(root, invoice.cufe) };
}

/** @throws RefusedFile when the text is not a tax number, or its check digit is wrong */
function requiredTaxNumber(text: string, given: string): string {
  const found = taxNumber(text, given);
  if (found === null) throw new RefusedFile(`El NIT del proveedor no es válido: ${quoted(text)}.`);
  const { number, digit } = found;
  if (digit !== '' && checkDigit(number) !== digit)
    throw new RefusedFile(
      `El dígito de verificación del NIT del proveedor no corresponde: ${quoted(text)}.`,
    );
  return number;
}
