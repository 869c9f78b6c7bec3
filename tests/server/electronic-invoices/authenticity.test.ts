/** Signature and CUFE of an invoice: valid ones, and forgeries that must not be verified. */
import { describe, expect, test } from 'vitest';
import { parseInvoice } from '#server/features/invoices/xml/parse-invoice.ts';
import {
  attachedDocument,
  cdata,
  cufeOf,
  exampleInvoice,
  type InvoiceFacts,
  invoiceXml,
} from '#tests/kit/files/invoice-xml.ts';
import { cufeParts, signedInvoice } from '#tests/kit/files/signed-invoice.ts';

const firma = (xml: string) => parseInvoice(xml).firma;

describe('a signature', () => {
  test('of the whole invoice is verified, with blanks, accents and inherited namespaces', () => {
    expect(firma(signedInvoice({ proveedor: 'Ñandú <& Cía>' }))).toBe('verificada');
    expect(firma(signedInvoice().replaceAll('\n', '\r\n'))).toBe('verificada');
  });

  test('is verified inside the container in which it is delivered', () => {
    expect(firma(attachedDocument(cdata(signedInvoice())))).toBe('verificada');
  });

  test('that is missing is reported as missing', () => {
    expect(firma(invoiceXml())).toBe('sin_firma');
  });

  const good = signedInvoice();
  const [signature = ''] = /<ds:Signature .*<\/ds:Signature>/s.exec(good) ?? [];
  const cases: Record<string, () => string> = {
    'of an amount that was changed': () =>
      good.replace('>119000.00</cbc:PayableAmount', '>919000.00</cbc:PayableAmount'),
    'of a supplier that was changed': () => good.replaceAll('800197268', '900100005'),
    'of signed properties that were changed': () =>
      good.replace('10:15:00-05:00</xades', '11:15:00-05:00</xades'),
    'with another value': () => good.replace(/<ds:SignatureValue>../, '<ds:SignatureValue>AA'),
    'without its certificate': () =>
      good.replace(/<ds:X509Certificate>.*?<\/ds:X509Certificate>/s, ''),
    'with a certificate that is none': () =>
      good.replace(/<ds:X509Certificate>.{40}/s, '<ds:X509Certificate>'),
    'of a day on which its certificate is not valid': () => signedInvoice({ fecha: '2024-12-30' }),
    'by SHA-1': () =>
      signedInvoice({}, { signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }),
    'of one part of the invoice': () =>
      signedInvoice({}, { covers: "//*[local-name(.)='LegalMonetaryTotal']" }),
    'taken from another invoice': () =>
      invoiceXml({ total: '5.00' }).replace('<ds:Signature Id="x"/>', () => signature),
    'beside a second one': () =>
      good.replace('</ext:ExtensionContent>', () => `${signature}</ext:ExtensionContent>`),
    'with thousands of references': () =>
      good.replace(
        '</ds:SignedInfo>',
        `${'<ds:Reference URI="#x"/>'.repeat(5_000)}</ds:SignedInfo>`,
      ),
    'whose invoice hangs in another one': () =>
      invoiceXml({ total: '5.00' }).replace('<ds:Signature Id="x"/>', () =>
        good.replace(/^<\?xml.*?\?>/, ''),
      ),
  };
  test.each(Object.entries(cases))('%s is not verified', (_, make) => {
    expect(firma(make())).toBe('no_verificada');
  });
});

describe('a CUFE', () => {
  const withNote = (note: string, changes: Partial<InvoiceFacts> = {}) =>
    invoiceXml(changes).replace(
      '<cbc:DocumentCurrencyCode>',
      `<cbc:Note>${note}</cbc:Note><cbc:DocumentCurrencyCode>`,
    );
  const checked = (xml: string) => parseInvoice(xml).cufe_comprobado;

  test('is verified if a note of the supplier has its parts, including the key', () => {
    const parts = cufeParts();
    expect(checked(withNote(parts, { cufe: cufeOf(parts) }))).toBe('verificado');
  });

  test('of facts other than those of the invoice does not match', () => {
    const parts = cufeParts({ total: '5.00' });
    expect(checked(withNote(parts, { cufe: cufeOf(parts) }))).toBe('no_coincide');
    expect(checked(withNote(cufeParts(), { cufe: cufeOf('otra cosa') }))).toBe('no_coincide');
  });

  test('cannot be computed without the key of the supplier', () => {
    expect(checked(invoiceXml())).toBe('no_comprobable');
    expect(checked(withNote('Gracias por su compra'))).toBe('no_comprobable');
    expect(checked(withNote(`${exampleInvoice.numero} es su factura`))).toBe('no_comprobable');
  });

  test('includes the taxes and truncates decimals', () => {
    const tax = `<cac:TaxTotal><cbc:TaxAmount currencyID="COP">19000.009</cbc:TaxAmount><cac:TaxSubtotal><cac:TaxCategory><cac:TaxScheme><cbc:ID>01</cbc:ID></cac:TaxScheme></cac:TaxCategory></cac:TaxSubtotal></cac:TaxTotal>`;
    const parts = cufeParts().replace('010.00', '0119000.00');
    const xml = withNote(parts, { cufe: cufeOf(parts) }).replace(
      '<cac:LegalMonetaryTotal>',
      `${tax}<cac:LegalMonetaryTotal>`,
    );
    expect(checked(xml)).toBe('verificado');
    expect(checked(xml.replace('19000.009', '1900.00'))).toBe('no_coincide');
  });
});
