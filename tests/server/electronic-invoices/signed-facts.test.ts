/** Documents in which what a reader finds can differ from what was signed. */
import { describe, expect, test } from 'vitest';
import { parseInvoice } from '#server/features/invoices/xml/parse-invoice.ts';
import { attachedDocument, cdata, escaped, invoiceXml } from '#tests/kit/files/invoice-xml.ts';
import { signed, signedInvoice } from '#tests/kit/files/signed-invoice.ts';

/** Total in centavos, and the check of the signature; or the sentence of the refusal. */
function read(xml: string): string {
  try {
    const { total, firma } = parseInvoice(xml);
    return `${total} ${firma}`;
  } catch (error) {
    return (error as Error).message;
  }
}

const line = '<cac:InvoiceLine>';
const totals = '<cac:LegalMonetaryTotal>';
const otherTotals = `${totals}<cbc:PayableAmount currencyID="COP">5.00</cbc:PayableAmount></cac:LegalMonetaryTotal>`;
const addBefore = (xml: string, mark: string, added: string) =>
  xml.replace(mark, `${added}${mark}`);
const addAfter = (xml: string, mark: string, added: string) => xml.replace(mark, `${mark}${added}`);
const amount = '119000.00</cbc:PayableAmount>';

describe('a document that was signed is read as it was signed', () => {
  test.each<[string, string]>([
    [
      'an amount that is split by a comment',
      invoiceXml().replace(amount, `119<!-- x -->000.00</cbc:PayableAmount>`),
    ],
    [
      'an amount that is split by CDATA',
      invoiceXml().replace(amount, `119<![CDATA[000]]>.00</cbc:PayableAmount>`),
    ],
    [
      'an amount in character references',
      invoiceXml().replace(amount, `&#49;&#x31;9000.00</cbc:PayableAmount>`),
    ],
    [
      'totals in a comment of a line, behind the end of the line',
      addAfter(invoiceXml(), line, `<!-- </cac:InvoiceLine>${otherTotals}${line} -->`),
    ],
    [
      'totals in CDATA of a line, behind the end of the line',
      addAfter(
        invoiceXml(),
        line,
        `<cbc:Note><![CDATA[</cac:InvoiceLine>${otherTotals}${line}]]></cbc:Note>`,
      ),
    ],
    [
      'lines with totals of their own before the totals',
      addBefore(
        invoiceXml(),
        totals,
        `${line}<!-- </cac:InvoiceLine> -->${otherTotals}</cac:InvoiceLine>`,
      ),
    ],
    ['totals in an attribute', addBefore(invoiceXml(), totals, '<cbc:Note a="/>&lt;5.00"/>')],
    [
      'totals in another namespace',
      addBefore(
        invoiceXml(),
        totals,
        otherTotals
          .replaceAll(/cac:(\w+)>/g, 'x:$1>')
          .replace('<x:LegalMonetaryTotal>', '<x:LegalMonetaryTotal xmlns:x="urn:x">'),
      ),
    ],
    [
      'totals under a prefix that is declared again',
      addBefore(
        invoiceXml(),
        totals,
        otherTotals.replace(
          '<cac:LegalMonetaryTotal>',
          '<cac:LegalMonetaryTotal xmlns:cac="urn:x">',
        ),
      ),
    ],
    [
      'a whole invoice among the extensions',
      addAfter(
        invoiceXml(),
        '<ext:UBLExtensions>',
        `<ext:UBLExtension><ext:ExtensionContent>${invoiceXml({ total: '5.00' }, { declaration: '' })}</ext:ExtensionContent></ext:UBLExtension>`,
      ),
    ],
  ])('%s', (_, xml) => {
    const whole = signed(xml);
    expect(read(whole)).toBe('11900000 verificada');
    expect(read(attachedDocument(cdata(whole)))).toBe('11900000 verificada');
    expect(read(attachedDocument(escaped(whole)))).toBe('11900000 verificada');
  });
});

describe('a signature does not vouch for facts that it does not cover', () => {
  const good = signedInvoice();
  const [signature = ''] = /<ds:Signature .*<\/ds:Signature>/s.exec(good) ?? [];
  const withSignature = (xml: string) => xml.replace('<ds:Signature Id="x"/>', () => signature);
  const bare = (xml: string) => xml.replace(/^<\?xml.*?\?>/, '');
  const malformed = 'El XML está incompleto o mal formado';

  test.each<[string, string, string]>([
    [
      'the signed invoice as an object of its signature',
      withSignature(invoiceXml({ total: '5.00' })).replace(
        '</ds:Signature>',
        () => `<ds:Object>${bare(good)}</ds:Object></ds:Signature>`,
      ),
      '500 no_verificada',
    ],
    [
      'the signed invoice below another one',
      invoiceXml({ total: '5.00' }).replace('<ds:Signature Id="x"/>', () => bare(good)),
      '500 no_verificada',
    ],
    [
      'the signed invoice beside another one',
      `${bare(invoiceXml({ total: '5.00' }))}${bare(good)}`,
      malformed,
    ],
    [
      'totals within the signature, which is not part of what it signs',
      addBefore(good, '</ds:Signature>', otherTotals),
      '11900000 verificada',
    ],
    [
      'a signed part, with its identifier twice',
      addAfter(
        signed(invoiceXml().replace(totals, totals.replace('>', ' Id="t">')), {
          covers: "//*[local-name(.)='LegalMonetaryTotal']",
        }),
        '</ext:UBLExtensions>',
        otherTotals.replace(totals, totals.replace('>', ' Id="t">')),
      ),
      '500 no_verificada',
    ],
    [
      'other signed properties with the same identifier',
      addAfter(good, '<ds:Object>', '<x Id="firma-propiedades"/>'),
      '11900000 no_verificada',
    ],
    ['totals before the signed ones', addBefore(good, totals, otherTotals), '500 no_verificada'],
    [
      'an entity instead of an amount',
      good.replace(amount, '&total;</cbc:PayableAmount>'),
      malformed,
    ],
    [
      'an entity that is declared',
      good
        .replace(amount, '&total;</cbc:PayableAmount>')
        .replace(/^<\?xml.*?\?>/, '<!DOCTYPE Invoice [<!ENTITY total "119000.00">]>'),
      'El XML trae una declaración DOCTYPE, que no se admite por seguridad.',
    ],
    [
      'the signed invoice beside another one in one container',
      attachedDocument(
        `${cdata(good)}</cbc:Description><cbc:Description>${cdata(invoiceXml({ total: '5.00' }))}`,
      ),
      'El contenedor trae más de un documento.',
    ],
    [
      'the signed invoice in Base64',
      attachedDocument(Buffer.from(good).toString('base64')),
      '11900000 verificada',
    ],
  ])('%s', (_, xml, result) => {
    expect(read(xml).slice(0, result.length)).toBe(result);
    expect(read(xml)).not.toBe('500 verificada');
  });
});
