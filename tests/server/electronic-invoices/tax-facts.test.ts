/** Kind, payment and taxes of an invoice: written by hand, and read by another XML library. */
import { XMLParser } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { parseInvoice } from '#server/features/invoices/xml/parse-invoice.ts';
import { type InvoiceFacts, invoiceXml } from '#tests/kit/files/invoice-xml.ts';

type Rate = readonly [codigo: string, tarifa: number, base: number, valor: number];

interface Facts {
  tipo: string;
  forma_pago: string;
  anticipo: number;
  impuestos: Rate[];
}

const general: Rate = ['01', 19, 10_000_000, 1_900_000];

const fixtures: [string, Partial<InvoiceFacts>, Facts][] = [
  [
    'an invoice of 19 and 5 %',
    {
      total: '224000.00',
      impuestos: [
        ['01', '19.00', '100000.00', '19000.00'],
        ['01', '5.00', '100000.00', '5000.00'],
      ],
    },
    {
      tipo: '01',
      forma_pago: '1',
      anticipo: 0,
      impuestos: [general, ['01', 5, 10_000_000, 500_000]],
    },
  ],
  [
    'a restaurant with INC, and half centavos',
    { total: '43200.00', impuestos: [['04', '8', '40000.005', '3200.004']] },
    { tipo: '01', forma_pago: '1', anticipo: 0, impuestos: [['04', 8, 4_000_001, 320_000]] },
  ],
  [
    'a POS ticket with the tax on bags, which is no part of a split',
    {
      tipo: '20',
      comprador: '222222222222',
      digitoComprador: '',
      impuestos: [
        ['01', '19.00', '100000.00', '19000.00'],
        ['22', '0.00', '0.00', '70.00'],
      ],
    },
    { tipo: '20', forma_pago: '1', anticipo: 0, impuestos: [general] },
  ],
  [
    'a documento soporte',
    { tipo: '05', total: '80000.00' },
    { tipo: '05', forma_pago: '1', anticipo: 0, impuestos: [] },
  ],
  [
    'an invoice on credit, its rate in two totals',
    {
      formaPago: '2',
      impuestos: [
        ['01', '19.00', '60000.00', '11400.00'],
        ['01', '19.00', '40000.00', '7600.00'],
      ],
    },
    { tipo: '01', forma_pago: '2', anticipo: 0, impuestos: [general] },
  ],
  [
    'a prepaid invoice that does not say how it is paid',
    { total: '19000.00', anticipo: '100000.00', formaPago: '' },
    { tipo: '01', forma_pago: '', anticipo: 10_000_000, impuestos: [] },
  ],
];

/** The facts as `parseInvoice` has them. */
function ours(xml: string): Facts {
  const { tipo, forma_pago, anticipo, impuestos } = parseInvoice(xml);
  const rates = JSON.parse(impuestos) as Record<'codigo' | 'tarifa' | 'base' | 'valor', never>[];
  return {
    tipo,
    forma_pago,
    anticipo,
    impuestos: rates.map(({ codigo, tarifa, base, valor }) => [codigo, tarifa, base, valor]),
  };
}

interface ParsedXml {
  Invoice: {
    InvoiceTypeCode: string;
    PaymentMeans: { ID: string }[];
    LegalMonetaryTotal: { PrepaidAmount?: string };
    TaxTotal: {
      TaxSubtotal: {
        TaxableAmount: string;
        TaxAmount: string;
        TaxCategory: { Percent: string; TaxScheme: { ID: string } };
      }[];
    }[];
  };
}

/** The same, without any of our code: another parser, and floating point. */
function theirs(xml: string): Facts {
  const parser = new XMLParser({
    removeNSPrefix: true,
    parseTagValue: false,
    isArray: (name) => ['PaymentMeans', 'TaxTotal', 'TaxSubtotal'].includes(name),
  });
  const { Invoice } = parser.parse(xml) as ParsedXml;
  const centavos = (text: string) => Math.round(Number(text) * 100 + 1e-6);
  const rates = (Invoice.TaxTotal ?? [])
    .flatMap(({ TaxSubtotal }) => TaxSubtotal)
    .map(
      ({ TaxableAmount, TaxAmount, TaxCategory: { Percent, TaxScheme } }): Rate => [
        TaxScheme.ID,
        Number(Percent),
        centavos(TaxableAmount),
        centavos(TaxAmount),
      ],
    )
    .filter(([codigo]) => codigo === '01' || codigo === '04');
  const keys = [...new Set(rates.map(([codigo, tarifa]) => `${codigo} ${tarifa}`))];
  return {
    tipo: Invoice.InvoiceTypeCode,
    forma_pago: Invoice.PaymentMeans?.[0]?.ID ?? '',
    anticipo: centavos(Invoice.LegalMonetaryTotal.PrepaidAmount ?? '0'),
    impuestos: keys.map((key) => {
      const same = rates.filter(([codigo, tarifa]) => `${codigo} ${tarifa}` === key);
      const sum = (place: 2 | 3) => same.reduce((total, rate) => total + rate[place], 0);
      return [same[0]?.[0] ?? '', same[0]?.[1] ?? 0, sum(2), sum(3)];
    }),
  };
}

describe('the tax facts of', () => {
  test.each(fixtures)('%s', (_, changes, facts) => {
    const xml = invoiceXml(changes);
    expect(ours(xml)).toEqual(facts);
    expect(theirs(xml)).toEqual(facts);
  });

  test('a credit note are not read: it is no invoice', () => {
    expect(() => parseInvoice(invoiceXml({ tipo: '91' }, { root: 'CreditNote' }))).toThrow(
      'Es una nota crédito: solo se importan facturas.',
    );
  });

  test.each([
    ['an amount', [['01', '19.00', 'cien', '19000.00']]],
    ['a rate', [['01', 'diecinueve', '100000.00', '19000.00']]],
  ] as const)('an invoice with %s that is no number has none', (_, impuestos) => {
    expect(ours(invoiceXml({ impuestos })).impuestos).toEqual([]);
  });
});
