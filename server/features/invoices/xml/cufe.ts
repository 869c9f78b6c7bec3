/**
 * The CUFE (CUDE) of an invoice, computed where all of its parts are in the XML. Source: DIAN, Anexo técnico de
 * factura electrónica de venta, version 1.9, section 11.2.
 *
 * It is the SHA-384 of number, date, time, amounts, taxes and parties, and of a key that only the supplier and
 * the DIAN have. Some suppliers write the whole text into a `Note`: only then it can be computed.
 */
import { createHash } from 'node:crypto';
import { elementsAt, textAt, textOf, type XmlElement } from './xml-element.ts';

/** As it is stored and answered. */
export type CufeCheck = 'verificado' | 'no_coincide' | 'no_comprobable';

/** IVA, INC and ICA, in the order of the sum. */
const taxCodes = ['01', '04', '03'] as const;

/** Two decimals, the rest cut off, as the annex has it. */
function amount(text: string): string {
  const [, whole = '0', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  return `${whole}.${fraction.padEnd(2, '0').slice(0, 2)}`;
}

function taxOf(invoice: XmlElement, code: string): string {
  const total = elementsAt(invoice, ['TaxTotal']).find(
    (one) => textAt(one, ['TaxSubtotal', 'TaxCategory', 'TaxScheme', 'ID']) === code,
  );
  return amount(total === undefined ? '0' : textAt(total, ['TaxAmount']));
}

const partyOf = (invoice: XmlElement, party: string): string =>
  textAt(invoice, [party, 'Party', 'PartyTaxScheme', 'CompanyID']) ||
  textAt(invoice, [party, 'Party', 'PartyIdentification', 'ID']);

/** The text that is summed, without the key and the environment at its end. */
const partsOf = (invoice: XmlElement): string =>
  [
    textAt(invoice, ['ID']),
    textAt(invoice, ['IssueDate']),
    textAt(invoice, ['IssueTime']),
    amount(textAt(invoice, ['LegalMonetaryTotal', 'LineExtensionAmount'])),
    ...taxCodes.flatMap((code) => [code, taxOf(invoice, code)]),
    amount(textAt(invoice, ['LegalMonetaryTotal', 'PayableAmount'])),
    partyOf(invoice, 'AccountingSupplierParty'),
    partyOf(invoice, 'AccountingCustomerParty'),
  ].join('');

/** A note that begins like the sum: with number, day and time. */
function noteWithParts(invoice: XmlElement): string | undefined {
  const beginning = ['ID', 'IssueDate', 'IssueTime']
    .map((name) => textAt(invoice, [name]))
    .join('');
  return elementsAt(invoice, ['Note'])
    .map((note) => textOf(note).replace(/\s+/g, ''))
    .find((note) => note.startsWith(beginning.replace(/\s+/g, '')));
}

/** @param cufe in lower case */
export function checkCufe(invoice: XmlElement, cufe: string): CufeCheck {
  const note = noteWithParts(invoice);
  if (note === undefined) return 'no_comprobable';
  const parts = partsOf(invoice).replace(/\s+/g, '');
  const environment = textAt(invoice, ['ProfileExecutionID']);
  const isWhole =
    note.startsWith(parts) && note.length > parts.length + 1 && note.endsWith(environment);
  const sum = createHash('sha384').update(note).digest('hex');
  return isWhole && sum === cufe ? 'verificado' : 'no_coincide';
}
