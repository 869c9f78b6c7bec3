import { describe, expect, test } from 'vitest';
import {
  documentClassOf,
  type InvoiceTax,
  invoiceParts,
  isDeductible,
  sameTax,
} from '#machines/domain/invoice/tax-facts.ts';

const rate = (tarifa: number, base: number, valor: number): InvoiceTax => ({
  codigo: '01',
  tarifa,
  base,
  valor,
});

describe('the parts of an invoice', () => {
  const general = rate(19, 100_000_00, 19_000_00);
  const reduced = rate(5, 100_000_00, 5_000_00);

  test.each<[string, InvoiceTax[], number, number[] | null]>([
    ['are its rates, the largest first', [reduced, general], 224_000_00, [119_000_00, 105_000_00]],
    ['end with what has no tax', [general], 150_000_00, [119_000_00, 31_000_00]],
    ['take up what was rounded up', [general, reduced], 224_000_40, [119_000_40, 105_000_00]],
    ['take up what was rounded down', [general, reduced], 223_999_60, [118_999_60, 105_000_00]],
    ['are unknown without a rate', [], 100_00, null],
    ['are unknown when they exceed the value', [general], 100_000_00, null],
    ['leave out a rate of nothing', [general, rate(0, 0, 0)], 119_000_00, [119_000_00]],
  ])('%s', (_, taxes, value, expected) => {
    expect(invoiceParts(taxes, value)?.map(({ valor }) => valor) ?? null).toEqual(expected);
  });
});

test.each([
  [null, 'FE'],
  ['01', 'FE'],
  ['02', null],
  ['05', 'DS'],
  ['20', 'TP'],
  ['50', 'DE'],
  ['', null],
])('a document of kind %s has the class %s', (tipo, expected) => {
  expect(documentClassOf(tipo)).toBe(expected);
});

test.each([
  ['IVA 19 %', null, true],
  ['IVA 19 %', 1, true],
  ['IVA 19 %', 0, false],
  ['INC 8 %', 1, false],
  ['Ivanita', null, false],
  [null, 1, false],
])('the tax %s with the flag %s is deducted: %s', (tax, flag, expected) => {
  expect(isDeductible(tax, flag)).toBe(expected);
});

test('the only tax of the catalogue with the name and the rate of the invoice', () => {
  const taxes = [
    { nombre: 'INC 8 %', porcentaje: 8 },
    { nombre: 'IVA 19 %', porcentaje: 19 },
    { nombre: 'IVA 0 %', porcentaje: 0 },
    { nombre: 'Excluido', porcentaje: 0 },
  ];
  expect(sameTax(taxes, { codigo: '04', tarifa: 8 })?.nombre).toBe('INC 8 %');
  expect(sameTax(taxes, { codigo: '01', tarifa: 0 })?.nombre).toBe('IVA 0 %');
  expect(sameTax(taxes, { codigo: '01', tarifa: 8 })).toBeUndefined();
  expect(sameTax(taxes, null)?.nombre).toBe('Excluido');
  const two = [...taxes, { nombre: 'No responsable', porcentaje: 0 }];
  expect(sameTax(two, null)).toBeUndefined();
});
