import { describe, expect, test } from 'vitest';
import { parseInvoice } from '#server/features/invoices/xml/parse-invoice.ts';
import {
  attachedDocument,
  cdata,
  cufeOf,
  deliveredInvoice,
  escaped,
  exampleInvoice,
  type InvoiceFacts,
  invoiceXml,
} from '#tests/kit/files/invoice-xml.ts';

const exampleFacts = {
  nit: '800197268',
  razon_social: 'Ferretería El Tornillo & Cía. S.A.S.',
  numero: 'SETP990000123',
  total: 11_900_000,
  anticipo: 0,
  fecha: '2026-03-14',
  cufe: exampleInvoice.cufe,
  nit_comprador: '900373923',
  tipo: '01',
  forma_pago: '1',
  impuestos: '[]',
  firma: 'sin_firma',
  cufe_comprobado: 'no_comprobable',
};

const without = (element: string, xml = invoiceXml()): string =>
  xml.replaceAll(new RegExp(`<${element}[ >][\\s\\S]*?</${element}>`, 'g'), '');

describe('the facts of an invoice', () => {
  test.each([
    ['bare', invoiceXml()],
    ['in its container', deliveredInvoice()],
    ['in its container, escaped instead of CDATA', attachedDocument(escaped(invoiceXml()))],
    [
      'in its container, with spaces around the CDATA',
      attachedDocument(`\n    ${cdata(invoiceXml())}\n    `),
    ],
    [
      'in its container, with CDATA of its own',
      attachedDocument(
        cdata(invoiceXml().replace('SETP990000123</cbc:ID>', '<![CDATA[SETP990000123]]></cbc:ID>')),
      ),
    ],
    ['with a byte order mark', `\uFEFF${invoiceXml()}`],
    ['without declaration', invoiceXml({}, { declaration: '' })],
    [
      'with other prefixes',
      invoiceXml()
        .replaceAll(/\bcbc([:=])/g, 'b$1')
        .replaceAll(/\bcac([:=])/g, 'a$1'),
    ],
    [
      'with a prefix on the root',
      invoiceXml()
        .replace('<Invoice xmlns=', '<fe:Invoice xmlns:fe=')
        .replace('</Invoice>', '</fe:Invoice>'),
    ],
    ['with the time zone of its day', invoiceXml({ fecha: '2026-03-14-05:00' })],
    ['with spaces inside', invoiceXml({ numero: '\n  SETP990000123\n ', total: ' 119000.00 ' })],
    ['with its CUFE in capitals', invoiceXml({ cufe: exampleInvoice.cufe.toUpperCase() })],
    [
      'with comments',
      invoiceXml().replace('<cbc:UUID', '<!-- <cbc:UUID>x</cbc:UUID> --><cbc:UUID'),
    ],
  ])('are the same: %s', (_, xml) => {
    expect(parseInvoice(xml)).toEqual(exampleFacts);
  });

  test('tell what is left to pay from what was prepaid', () => {
    const prepaid = parseInvoice(invoiceXml({ total: '0.00', anticipo: '119000.00' }));
    expect([prepaid.total, prepaid.anticipo]).toEqual([0, 11_900_000]);
  });

  test('of a thousand lines are read', () => {
    expect(parseInvoice(invoiceXml({}, { lines: 1_000 }))).toEqual(exampleFacts);
  });

  test('contain numbers as text, with leading zeros', () => {
    const cufe = `0${'1234567890'.repeat(9)}12345`;
    expect(parseInvoice(invoiceXml({ numero: '000123', cufe }))).toMatchObject({
      numero: '000123',
      cufe,
    });
    expect(parseInvoice(invoiceXml({ numero: '1e5' })).numero).toBe('1e5');
    expect(parseInvoice(invoiceXml({ nit: '0800197268', digito: '' })).nit).toBe('0800197268');
  });

  test.each([
    ['119000', 11_900_000],
    ['119000.5', 11_900_050],
    ['0.29', 29],
    ['1234567.29', 123_456_729],
    ['119000.123456', 11_900_012],
    ['119000.125', 11_900_013],
    ['119000.999', 11_900_100],
    ['999999999999.99', 99_999_999_999_999],
    ['0.00', 0],
  ])('the total %s is %i centavos', (total, centavos) => {
    expect(parseInvoice(invoiceXml({ total })).total).toBe(centavos);
  });

  test.each([
    ['800197268', '4', '800197268'],
    ['800197268-4', '', '800197268'],
    ['800.197.268-4', '4', '800197268'],
    ['800 197 268', '4', '800197268'],
    ['8001972684', '4', '800197268'],
    ['8001972684', '', '8001972684'],
    ['1018464851', '9', '1018464851'],
  ])('the NIT %s with the digit "%s" is %s', (nit, digito, number) => {
    expect(parseInvoice(invoiceXml({ nit, digito })).nit).toBe(number);
  });

  test('the number of the buyer may be foreign', () => {
    const buyer = { comprador: 'ab-123.456', digitoComprador: '' };
    expect(parseInvoice(invoiceXml(buyer)).nit_comprador).toBe('AB-123456');
    expect(
      parseInvoice(invoiceXml({ comprador: '900373923-8', digitoComprador: '' })).nit_comprador,
    ).toBe('900373923');
  });

  test('the supplier may be named in PartyLegalEntity only', () => {
    const xml = invoiceXml().replaceAll('PartyTaxScheme', 'PartyLegalEntity');
    expect(parseInvoice(xml)).toEqual(exampleFacts);
  });
});

const refusal = (xml: string): string => {
  try {
    return `read: ${parseInvoice(xml).numero}`;
  } catch (error) {
    return (error as Error).message;
  }
};

describe('a document that is not an invoice is refused with its kind', () => {
  test.each([
    ['CreditNote', 'Es una nota crédito: solo se importan facturas.'],
    ['DebitNote', 'Es una nota débito: solo se importan facturas.'],
    ['ApplicationResponse', 'Es una respuesta de la DIAN, no una factura.'],
    ['Order', 'El XML no es una factura electrónica: es un documento «Order».'],
  ])('%s', (root, message) => {
    expect(refusal(invoiceXml({}, { root }))).toBe(message);
    expect(refusal(attachedDocument(cdata(invoiceXml({}, { root }))))).toBe(message);
  });

  test('a container in a container', () => {
    expect(refusal(attachedDocument(cdata(deliveredInvoice().replaceAll(']]>', ''))))).toMatch(
      /mal formado/,
    );
    expect(refusal(attachedDocument(cdata(attachedDocument('x'))))).toBe(
      'El XML no es una factura electrónica: es un documento «AttachedDocument».',
    );
  });

  test.each([
    ['another vocabulary', invoiceXml().replace('xsd:Invoice-2', 'xsd:Invoice-9')],
    ['no vocabulary', '<Invoice><ID>1</ID></Invoice>'],
  ])('an Invoice of %s', (_, xml) => {
    expect(refusal(xml)).toBe('El XML no es una factura electrónica UBL 2.1 de la DIAN.');
  });

  test('another version', () => {
    expect(refusal(invoiceXml().replace('UBL 2.1<', 'UBL 2.0<'))).toBe(
      'La factura es de otra versión de UBL: «UBL 2.0».',
    );
  });
});

describe('a container', () => {
  test.each([
    ['empty', attachedDocument(''), 'El contenedor no trae la factura.'],
    [
      'with an empty CDATA',
      attachedDocument('<![CDATA[  ]]>'),
      'El contenedor no trae la factura.',
    ],
    ['with text', attachedDocument('ver el archivo adjunto'), 'El archivo no es un XML.'],
    [
      'with half an invoice',
      attachedDocument(cdata(invoiceXml().slice(0, 900))),
      'El XML está incompleto o mal formado (línea',
    ],
    [
      'with two invoices',
      attachedDocument(
        `${cdata(invoiceXml())}</cbc:Description><cbc:Description>${cdata(invoiceXml({ total: '5.00' }))}`,
      ),
      'El contenedor trae más de un documento.',
    ],
    [
      'of another invoice',
      attachedDocument(cdata(invoiceXml()), { numero: 'SETP1' }),
      'El contenedor dice ser de la factura «SETP1» y trae la «SETP990000123».',
    ],
    [
      'that the DIAN rejected',
      attachedDocument(cdata(invoiceXml()), { resultado: '04' }),
      'La DIAN rechazó esta factura.',
    ],
  ])('%s is refused', (_, xml, message) => {
    expect(refusal(xml)).toContain(message);
  });
});

test.each(['2', '02', '', '01', '1.0', '3', 'producción'])(
  'an invoice of the environment "%s" of the DIAN is refused',
  (ambiente) => {
    const refused = 'La factura no es del ambiente de producción de la DIAN: no vale.';
    expect(refusal(invoiceXml({ ambiente }))).toBe(refused);
    expect(refusal(deliveredInvoice({ ambiente }))).toBe(refused);
    expect(refusal(without('cbc:ProfileExecutionID'))).toBe(refused);
  },
);

describe('a missing or invalid fact is named in the refusal', () => {
  test.each([
    ['the number', without('cbc:ID'), 'La factura no trae su número.'],
    ['the CUFE', without('cbc:UUID'), 'La factura no trae el CUFE.'],
    ['the date', without('cbc:IssueDate'), 'La factura no trae la fecha de emisión.'],
    ['the total', without('cbc:PayableAmount'), 'La factura no trae el valor total.'],
    ['all totals', without('cac:LegalMonetaryTotal'), 'La factura no trae el valor total.'],
    [
      'the supplier',
      without('cac:AccountingSupplierParty'),
      'La factura no trae el NIT del proveedor.',
    ],
    [
      'the buyer',
      without('cac:AccountingCustomerParty'),
      'La factura no trae el NIT del comprador.',
    ],
  ])('%s', (_, xml, message) => {
    expect(refusal(xml)).toBe(message);
  });

  const wrong: [Partial<InvoiceFacts>, string][] = [
    [{ numero: '' }, 'La factura no trae su número.'],
    [{ numero: '---' }, 'El número de la factura no es válido: «---».'],
    [{ numero: 'F'.repeat(101) }, 'El número de la factura no es válido: «FFF'],
    [{ cufe: '' }, 'La factura no trae el CUFE.'],
    [{ cufe: 'abc' }, 'El CUFE de la factura no es válido: debe tener 96'],
    [{ cufe: `${cufeOf('x').slice(1)}g` }, 'El CUFE de la factura no es válido'],
    [{ cufe: '../../etc/passwd' }, 'El CUFE de la factura no es válido'],
    [{ fecha: '' }, 'La factura no trae la fecha de emisión.'],
    [{ fecha: '2026-02-30' }, 'La fecha de emisión no es válida: «2026-02-30».'],
    [{ fecha: '14/03/2026' }, 'La fecha de emisión no es válida: «14/03/2026».'],
    [{ total: '' }, 'La factura no trae el valor total.'],
    [{ total: '119.000,00' }, 'El valor total de la factura no es válido: «119.000,00».'],
    [{ total: '-1' }, 'El valor total de la factura no es válido: «-1».'],
    [{ total: '1e9' }, 'El valor total de la factura no es válido: «1e9».'],
    [{ total: 'NaN' }, 'El valor total de la factura no es válido: «NaN».'],
    [{ anticipo: '-1' }, 'El anticipo de la factura no es válido: «-1».'],
    [{ total: '0x10' }, 'El valor total de la factura no es válido: «0x10».'],
    [{ total: '1000000000000' }, 'El valor total de la factura no es válido'],
    [{ moneda: 'USD' }, 'La factura no está en pesos (COP): su moneda es «USD».'],
    [{ nit: '' }, 'La factura no trae el NIT del proveedor.'],
    [{ nit: 'ABC' }, 'El NIT del proveedor no es válido: «ABC».'],
    [
      { nit: '800197268-5', digito: '' },
      'El dígito de verificación del NIT del proveedor no corresponde: «800197268-5».',
    ],
    [{ comprador: '' }, 'La factura no trae el NIT del comprador.'],
  ];
  test.each(wrong)('%j', (changes, message) => {
    expect(refusal(invoiceXml(changes))).toContain(message);
  });
});

describe('invalid or malicious XML', () => {
  const malformed = 'El XML está incompleto o mal formado';
  const doctype = 'El XML trae una declaración DOCTYPE, que no se admite por seguridad.';
  const lol = `<!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from(
    { length: 9 },
    (_, level) => `<!ENTITY lol${level + 1} "${`&lol${level || ''};`.repeat(10)}">`,
  ).join('')}]>`;
  const declared = (declaration: string) => invoiceXml({}, { declaration });

  test.each([
    ['nothing', '', 'El archivo no es un XML.'],
    ['spaces', ' \n ', 'El archivo no es un XML.'],
    ['text', 'factura 123', 'El archivo no es un XML.'],
    ['JSON', '{"factura": 123}', 'El archivo no es un XML.'],
    ['a page', '<!DOCTYPE html><html></html>', doctype],
    ['a DOCTYPE', declared('<!DOCTYPE Invoice>'), doctype],
    ['a doctype in small letters', declared('<!doctype Invoice>'), doctype],
    ['entities that grow', declared(lol), doctype],
    [
      'a file of the server',
      declared('<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'),
      doctype,
    ],
    [
      'a DOCTYPE inside the container',
      attachedDocument(cdata(declared('<!DOCTYPE Invoice>'))),
      doctype,
    ],
    [
      'a DOCTYPE inside the container, escaped',
      attachedDocument(escaped(declared('<!DOCTYPE Invoice>'))),
      doctype,
    ],
    ['an invoice that was cut off', invoiceXml().slice(0, 1_500), malformed],
    ['an invoice that was cut off in a tag', invoiceXml().slice(0, -5), malformed],
    ['crossed tags', '<Invoice><a></Invoice></a>', malformed],
    ['two documents', `${invoiceXml()}${invoiceXml({}, { declaration: '' })}`, malformed],
    ['tags a thousand deep', `${'<a>'.repeat(1_000)}${'</a>'.repeat(1_000)}`, 'demasiados niveles'],
    ['a poisoned name', '<__proto__><a/></__proto__>', 'es un documento «__proto__»'],
    ['an inherited name', '<constructor/>', 'es un documento «constructor»'],
    ['text behind the document', `${invoiceXml()}y más`, `${malformed} (línea`],
    ['an unknown entity', invoiceXml({ numero: '&xxe;' }), malformed],
    [
      'a prefix without namespace',
      invoiceXml().replaceAll('xmlns:cbc', 'xmlns:x'),
      'La factura no',
    ],
    ['hundreds of thousands of tags', `<a>${'<b/>'.repeat(250_001)}</a>`, 'demasiadas etiquetas'],
    [
      'thousands of attributes',
      `<a ${Array.from({ length: 5_000 }, (_, at) => `b${at}=""`).join(' ')}/>`,
      'demasiadas etiquetas',
    ],
    ['only a comment', '<!-- Invoice -->', malformed],
  ])('%s is refused', (_, xml, message) => {
    expect(refusal(xml)).toContain(message);
  });

  test('character references are decoded', () => {
    const facts = parseInvoice(invoiceXml({ numero: 'A&#45;1', proveedor: 'Café “Niño”' }));
    expect(facts).toMatchObject({ numero: 'A-1', razon_social: 'Café “Niño”' });
  });

  test('a quotation from a file is short and on one line', () => {
    const message = refusal(invoiceXml({ total: `${'9'.repeat(500)}\u001b[31m\n` }));
    expect(message.length).toBeLessThan(130);
    expect(message).not.toMatch(/\p{Cc}/u);
  });
});
