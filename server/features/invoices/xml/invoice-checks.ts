import { millisecondsInDay } from 'date-fns/constants';
import { X509Certificate, createHash } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { momentInBogota } from '#machines/domain/values/bogota-time.ts';
import { parseXml, textOf } from './parse-xml.ts';
import { textAt, ublElementsAt } from './ubl.ts';

/**
 * Checks the CUFE (CUDE) of an invoice when the XML contains all of its parts. Source: DIAN, Anexo técnico de factura
 * electrónica de venta, version 1.9, section 11.2.
 *
 * It is the SHA-384 of number, date, time, amounts, taxes and parties, and of a key that only the supplier and the DIAN
 * know. It can be computed only for suppliers that write the whole text into a `Note`.
 */

/** Result of the CUFE check, as stored and returned. */
export type CufeCheck = 'verificado' | 'no_coincide' | 'no_comprobable';

/** Codes of IVA, INC and ICA, in the order of the hashed text. */
const taxCodes = ['01', '04', '03'] as const;

/** Amount truncated to two decimals, as the annex prescribes. */
function amount(text: string): string {
  const [, whole = '0', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  return `${whole}.${fraction.padEnd(2, '0').slice(0, 2)}`;
}

function taxOf(invoice: Element, code: string): string {
  const total = ublElementsAt(invoice, ['TaxTotal']).find(
    (one) => textAt(one, ['TaxSubtotal', 'TaxCategory', 'TaxScheme', 'ID']) === code,
  );
  return amount(total === undefined ? '0' : textAt(total, ['TaxAmount']));
}

const partyOf = (invoice: Element, party: string): string =>
  textAt(invoice, [party, 'Party', 'PartyTaxScheme', 'CompanyID']) ||
  textAt(invoice, [party, 'Party', 'PartyIdentification', 'ID']);

/** The hashed text, without the key and the environment at its end. */
const partsOf = (invoice: Element): string =>
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

/** The note that begins like the hashed text: with number, date and time. */
function noteWithParts(invoice: Element): string | undefined {
  const beginning = ['ID', 'IssueDate', 'IssueTime']
    .map((name) => textAt(invoice, [name]))
    .join('');
  return ublElementsAt(invoice, ['Note'])
    .map((note) => textOf(note).replace(/\s+/g, ''))
    .find((note) => note.startsWith(beginning.replace(/\s+/g, '')));
}

/** @param cufe in lower case */
export function checkCufe(invoice: Element, cufe: string): CufeCheck {
  const note = noteWithParts(invoice);
  if (note === undefined) return 'no_comprobable';
  const parts = partsOf(invoice).replace(/\s+/g, '');
  const environment = textAt(invoice, ['ProfileExecutionID']);
  const isWhole =
    note.startsWith(parts) && note.length > parts.length + 1 && note.endsWith(environment);
  const sum = createHash('sha384').update(note).digest('hex');
  return isWhole && sum === cufe ? 'verificado' : 'no_coincide';
}

/**
 * Checks the signature of an invoice (XAdES: an enveloped XML signature in its extensions) against the certificate that
 * it contains. The owner and the issuer of that certificate are not verified.
 */

/** Result of the signature check, as stored and returned. */
export type SignatureCheck = 'verificada' | 'sin_firma' | 'no_verificada' | 'sin_comprobar';

const signatureNamespace = 'http://www.w3.org/2000/09/xmldsig#';
const enveloped = `${signatureNamespace}enveloped-signature`;
const rsaKinds: readonly string[] = ['sha256', 'sha512'].map(
  (hash) => `http://www.w3.org/2001/04/xmldsig-more#rsa-${hash}`,
);
const digests: readonly string[] = [
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
];
const canonical: readonly string[] = [
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  'http://www.w3.org/2001/10/xml-exc-c14n#',
];

/** References to the document, its key information and its signed properties; each one traverses the document. */
const MAXIMUM_REFERENCES = 5;
const MAXIMUM_TRANSFORMS = 3;
/** The time of a check grows with the elements; an invoice of a thousand lines has some 40,000. */
const MAXIMUM_ELEMENTS = 50_000;
const MINIMUM_KEY_BITS = 2_048;

/** Restricts a table to some algorithms; cast, since the type of the library requires all of them. */
const only = <Table extends object>(table: Table, names: readonly string[]): Table =>
  Object.fromEntries(Object.entries(table).filter(([name]) => names.includes(name))) as Table;

function certificateIn(signature: Element): X509Certificate | null {
  const [first] = Array.from(
    signature.getElementsByTagNameNS(signatureNamespace, 'X509Certificate'),
  );
  const text = first?.textContent?.replace(/\s+/g, '') ?? '';
  return text === '' ? null : new X509Certificate(Buffer.from(text, 'base64'));
}

/** Tells whether the key is RSA and long enough, and the certificate valid on the day of the invoice. */
function isUsable(certificate: X509Certificate, day: string): boolean {
  const { publicKey, validFrom, validTo } = certificate;
  const bits = publicKey.asymmetricKeyDetails?.modulusLength ?? 0;
  const noon = momentInBogota(day, '12:00').getTime();
  return (
    publicKey.asymmetricKeyType === 'rsa' &&
    bits >= MINIMUM_KEY_BITS &&
    // Date format of OpenSSL, which date-fns does not parse.
    Date.parse(validFrom) <= noon + millisecondsInDay &&
    noon <= Date.parse(validTo)
  );
}

function isAffordable(signature: Element): boolean {
  const count = (name: string) => signature.getElementsByTagNameNS(signatureNamespace, name).length;
  return (
    count('Reference') <= MAXIMUM_REFERENCES &&
    count('Transform') <= MAXIMUM_REFERENCES * MAXIMUM_TRANSFORMS
  );
}

/** The signed document when the signature covers everything except itself; null otherwise. */
function wholeDocumentSigned(xml: string, signature: Element, pem: string): string | null {
  const check = new SignedXml({ publicCert: pem, getCertFromKeyInfo: () => null });
  check.SignatureAlgorithms = only(check.SignatureAlgorithms, rsaKinds);
  check.HashAlgorithms = only(check.HashAlgorithms, digests);
  check.CanonicalizationAlgorithms = only(check.CanonicalizationAlgorithms, [
    ...canonical,
    enveloped,
  ]);
  check.loadSignature(signature);
  if (!check.checkSignature(xml)) return null;
  const whole = check
    .getReferences()
    .findIndex(({ uri, transforms }) => uri === '' && transforms.some((one) => one === enveloped));
  return check.getSignedReferences()[whole] ?? null;
}

export interface CheckedSignature {
  firma: SignatureCheck;
  /** Root of the signed text when the signature is verified: the only part of the document that it vouches for. */
  signed: Element | null;
}

/**
 * @param xml text of an `Invoice`
 * @param root its root element
 * @param until epoch milliseconds after which no check starts, since a file may contain many invoices
 */
export function checkSignature(xml: string, root: Element, until: number): CheckedSignature {
  const unsigned = (firma: SignatureCheck) => ({ firma, signed: null });
  try {
    const signatures = Array.from(
      root.getElementsByTagNameNS(signatureNamespace, 'Signature'),
    ).filter((one) => one.getElementsByTagNameNS(signatureNamespace, 'SignedInfo').length > 0);
    const [signature] = signatures;
    if (signature === undefined) return unsigned('sin_firma');
    const certificate = certificateIn(signature);
    if (signatures.length > 1 || certificate === null || !isAffordable(signature))
      return unsigned('no_verificada');
    if (root.getElementsByTagName('*').length > MAXIMUM_ELEMENTS || Date.now() > until)
      return unsigned('sin_comprobar');
    const text = wholeDocumentSigned(xml, signature, certificate.toString());
    const signed = text === null ? null : parseXml(text);
    return signed !== null && isUsable(certificate, textAt(signed, ['IssueDate']).slice(0, 10))
      ? { firma: 'verificada', signed }
      : unsigned('no_verificada');
  } catch {
    // The libraries throw on signatures that they cannot process.
    return unsigned('no_verificada');
  }
}
