/** The documents for purchases from who does not invoice: by supplier and week, and one by one after six days. */
import { describe, expect, test } from 'vitest';
import {
  doesNotInvoice,
  supportingDocumentsOf,
} from '#machines/domain/invoice/supporting-documents.ts';

describe('who does not invoice', () => {
  test.each([
    ['no_responsable', '', true],
    ['no_responsable', 'NIT', true],
    ['', 'CC', true],
    ['', 'CE', true],
    ['', 'PPT', true],
    ['', 'PA', true],
    ['', 'NIT', false],
    ['', '', false],
    ['responsable', 'CC', false],
    ['simple', 'CC', false],
    ['autorretenedor', 'NIT', false],
  ])('of regime «%s» with «%s»: %s', (regimen, tipo_doc, expected) => {
    expect(doesNotInvoice({ regimen, tipo_doc })).toBe(expected);
  });
});

const bought = (id_proveedor: number, dia: string, valor = 1_000_00) => ({
  id_proveedor,
  dia,
  valor,
});

/** `7 2026-06-15..2026-06-17 2 until 2026-06-21`; the last part is '' for one purchase on its own. */
const shown = (purchases: Parameters<typeof supportingDocumentsOf>[0], today: string) =>
  supportingDocumentsOf(purchases, today).map(
    ({ compras, desde, hasta, vence, semanal, valor }) =>
      `${compras[0].id_proveedor} ${desde}..${hasta} ${compras.length} ${valor / 100} ${semanal} ${vence}`,
  );

describe('the documents', () => {
  // 15 June 2026 is a Monday.
  test('have the purchases of one supplier in one week', () => {
    const purchases = [
      bought(7, '2026-06-14'),
      bought(7, '2026-06-15'),
      bought(8, '2026-06-15'),
      bought(7, '2026-06-17', 2_500_00),
    ];
    expect(shown(purchases, '2026-06-17')).toEqual([
      '7 2026-06-14..2026-06-14 1 1000 1 2026-06-20',
      '7 2026-06-15..2026-06-17 2 3500 1 2026-06-21',
      '8 2026-06-15..2026-06-15 1 1000 1 2026-06-21',
    ]);
  });

  test('have one purchase each from the seventh day on', () => {
    const purchases = [
      bought(7, '2026-06-15'),
      bought(7, '2026-06-15', 2_000_00),
      bought(7, '2026-06-16'),
    ];
    expect(shown(purchases, '2026-06-21')).toEqual([
      '7 2026-06-15..2026-06-16 3 4000 1 2026-06-21',
    ]);
    expect(shown(purchases, '2026-06-22')).toEqual([
      '7 2026-06-15..2026-06-15 1 1000 0 ',
      '7 2026-06-15..2026-06-15 1 2000 0 ',
      '7 2026-06-16..2026-06-16 1 1000 1 2026-06-22',
    ]);
  });
});
