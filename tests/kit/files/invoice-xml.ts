/** Electronic invoices as suppliers' software writes them, after UBL 2.1 and the annex of the DIAN. */
import { createHash } from 'node:crypto';

export interface InvoiceFacts {
  numero: string;
  cufe: string;
  fecha: string;
  /** `ProfileExecutionID`. */
  ambiente: string;
  /** Decimal text, as in `PayableAmount`. */
  total: string;
  /** Decimal text, as in `PrepaidAmount`; '' omits it. */
  anticipo: string;
  moneda: string;
  proveedor: string;
  nit: string;
  /** `schemeID` of the supplier's number; '' omits it. */
  digito: string;
  comprador: string;
  digitoComprador: string;
  /** `InvoiceTypeCode`. */
  tipo: string;
  /** `PaymentMeans/ID`; '' omits it. */
  formaPago: string;
  /** Code, percent, base and amount of each `TaxSubtotal`, as decimal texts. */
  impuestos: readonly (readonly [codigo: string, tarifa: string, base: string, valor: string])[];
}

/** The DIAN computes a CUFE as the SHA-384 of several fields; any text will do in a test. */
export const cufeOf = (text: string): string => createHash('sha384').update(text).digest('hex');

export const exampleInvoice: InvoiceFacts = {
  numero: 'SETP990000123',
  cufe: cufeOf('SETP990000123'),
  fecha: '2026-03-14',
  ambiente: '1',
  total: '119000.00',
  anticipo: '',
  moneda: 'COP',
  proveedor: 'Ferretería El Tornillo & Cía. S.A.S.',
  nit: '800197268',
  digito: '4',
  comprador: '900373923',
  digitoComprador: '8',
  tipo: '01',
  formaPago: '1',
  impuestos: [],
};

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const commonNamespaces = [
  'xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"',
  'xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"',
  'xmlns:ext="urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2"',
  'xmlns:ds="http://www.w3.org/2000/09/xmldsig#"',
].join(' ');

const namespaces = (root: string): string =>
  `xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2" ${commonNamespaces}`;

const party = (name: string, nit: string, digito: string): string => `
    <cbc:AdditionalAccountID>1</cbc:AdditionalAccountID>
    <cac:Party>
      <cac:PartyName><cbc:Name>${escaped(name)}</cbc:Name></cac:PartyName>
      <cac:PartyTaxScheme>
        <cbc:RegistrationName>${escaped(name)}</cbc:RegistrationName>
        <cbc:CompanyID schemeAgencyID="195"${digito === '' ? '' : ` schemeID="${digito}"`} schemeName="31">${nit}</cbc:CompanyID>
        <cbc:TaxLevelCode listName="48">O-13</cbc:TaxLevelCode>
      </cac:PartyTaxScheme>
    </cac:Party>`;

const tax = ([codigo, tarifa, base, valor]: InvoiceFacts['impuestos'][number]): string => `
  <cac:TaxTotal>
    <cbc:TaxAmount currencyID="COP">${valor}</cbc:TaxAmount>
    <cac:TaxSubtotal>
      <cbc:TaxableAmount currencyID="COP">${base}</cbc:TaxableAmount>
      <cbc:TaxAmount currencyID="COP">${valor}</cbc:TaxAmount>
      <cac:TaxCategory>
        <cbc:Percent>${tarifa}</cbc:Percent>
        <cac:TaxScheme><cbc:ID>${codigo}</cbc:ID><cbc:Name>-</cbc:Name></cac:TaxScheme>
      </cac:TaxCategory>
    </cac:TaxSubtotal>
  </cac:TaxTotal>`;

const line = (id: number): string => `
  <cac:InvoiceLine>
    <cbc:ID>${id}</cbc:ID>
    <cbc:InvoicedQuantity unitCode="94">1.000000</cbc:InvoicedQuantity>
    <cbc:LineExtensionAmount currencyID="COP">100000.00</cbc:LineExtensionAmount>
    <cac:Item><cbc:Description>Tornillo de ¼ &amp; tuerca n.º ${id}</cbc:Description></cac:Item>
    <cac:Price><cbc:PriceAmount currencyID="COP">100000.00</cbc:PriceAmount></cac:Price>
  </cac:InvoiceLine>`;

/** A bare `Invoice`; `root` writes the same data as another UBL document. */
export function invoiceXml(
  changes: Partial<InvoiceFacts> = {},
  { root = 'Invoice', declaration = '<?xml version="1.0" encoding="UTF-8"?>\n', lines = 1 } = {},
): string {
  const facts = { ...exampleInvoice, ...changes };
  return `${declaration}<${root} ${namespaces(root)}>
  <ext:UBLExtensions><ext:UBLExtension><ext:ExtensionContent><ds:Signature Id="x"/></ext:ExtensionContent></ext:UBLExtension></ext:UBLExtensions>
  <cbc:UBLVersionID>UBL 2.1</cbc:UBLVersionID>
  <cbc:CustomizationID>10</cbc:CustomizationID>
  <cbc:ProfileID>DIAN 2.1: Factura Electrónica de Venta</cbc:ProfileID>
  <cbc:ProfileExecutionID>${facts.ambiente}</cbc:ProfileExecutionID>
  <cbc:ID>${facts.numero}</cbc:ID>
  <cbc:UUID schemeID="1" schemeName="CUFE-SHA384">${facts.cufe}</cbc:UUID>
  <cbc:IssueDate>${facts.fecha}</cbc:IssueDate>
  <cbc:IssueTime>10:15:00-05:00</cbc:IssueTime>
  <cbc:InvoiceTypeCode>${facts.tipo}</cbc:InvoiceTypeCode>
  <cbc:DocumentCurrencyCode>${facts.moneda}</cbc:DocumentCurrencyCode>
  <cac:AccountingSupplierParty>${party(facts.proveedor, facts.nit, facts.digito)}
  </cac:AccountingSupplierParty>
  <cac:AccountingCustomerParty>${party('Compañía de Tiendas S.A.', facts.comprador, facts.digitoComprador)}
  </cac:AccountingCustomerParty>${
    facts.formaPago === ''
      ? ''
      : `
  <cac:PaymentMeans><cbc:ID>${facts.formaPago}</cbc:ID><cbc:PaymentMeansCode>10</cbc:PaymentMeansCode></cac:PaymentMeans>`
  }${facts.impuestos.map(tax).join('')}
  <cac:LegalMonetaryTotal>
    <cbc:LineExtensionAmount currencyID="${facts.moneda}">100000.00</cbc:LineExtensionAmount>
    <cbc:TaxInclusiveAmount currencyID="${facts.moneda}">119000.00</cbc:TaxInclusiveAmount>
${
  facts.anticipo === ''
    ? ''
    : `    <cbc:PrepaidAmount currencyID="${facts.moneda}">${facts.anticipo}</cbc:PrepaidAmount>\n`
}    <cbc:PayableAmount currencyID="${facts.moneda}">${facts.total}</cbc:PayableAmount>
  </cac:LegalMonetaryTotal>${Array.from({ length: lines }, (_, index) => line(index + 1)).join('')}
</${root}>
`;
}

/** CDATA cannot contain its end mark, so the mark is split over two sections. */
export const cdata = (text: string): string =>
  `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;

/** The `AttachedDocument` in which an invoice is delivered, with any content. */
export function attachedDocument(
  content: string,
  { numero = exampleInvoice.numero, resultado = '02' } = {},
): string {
  return `<?xml version="1.0" encoding="utf-8" standalone="no"?>
<AttachedDocument ${namespaces('AttachedDocument')}>
  <cbc:UBLVersionID>UBL 2.1</cbc:UBLVersionID>
  <cbc:ID>${numero}-ad</cbc:ID>
  <cbc:IssueDate>2026-03-14</cbc:IssueDate>
  <cbc:ParentDocumentID>${numero}</cbc:ParentDocumentID>
  <cac:SenderParty><cac:PartyTaxScheme><cbc:CompanyID>800197268</cbc:CompanyID></cac:PartyTaxScheme></cac:SenderParty>
  <cac:Attachment>
    <cac:ExternalReference>
      <cbc:MimeCode>text/xml</cbc:MimeCode>
      <cbc:EncodingCode>UTF-8</cbc:EncodingCode>
      <cbc:Description>${content}</cbc:Description>
    </cac:ExternalReference>
  </cac:Attachment>
  <cac:ParentDocumentLineReference>
    <cbc:LineID>1</cbc:LineID>
    <cac:DocumentReference>
      <cbc:ID>${numero}</cbc:ID>
      <cac:Attachment><cac:ExternalReference><cbc:Description>${cdata(invoiceXml({}, { root: 'ApplicationResponse' }))}</cbc:Description></cac:ExternalReference></cac:Attachment>
      <cac:ResultOfVerification><cbc:ValidationResultCode>${resultado}</cbc:ValidationResultCode></cac:ResultOfVerification>
    </cac:DocumentReference>
  </cac:ParentDocumentLineReference>
</AttachedDocument>
`;
}

/** An invoice in its `AttachedDocument`. */
export const deliveredInvoice = (changes: Partial<InvoiceFacts> = {}): string =>
  attachedDocument(cdata(invoiceXml(changes)), {
    numero: changes.numero ?? exampleInvoice.numero,
  });
