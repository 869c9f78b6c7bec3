import { expect, test } from 'vitest';
import { invoiceFacts } from '#machines/flows/expenses/expense-facts.ts';

test.each([
  [12_500, 12_500, 'igual al gasto'],
  [12_500.5, 12_500, '$ 0,50 más que el gasto'],
  [12_000, 12_500, '$ 500 menos que el gasto'],
  // In binary floating point the difference would not be a whole centavo.
  [0.3, 0.1, '$ 0,20 más que el gasto'],
])('an invoice of %d for an expense of %d is %s', (valor, expense, text) => {
  const facts = invoiceFacts({ nit: null, fecha: null, valor }, expense);
  expect(facts.slice(facts.lastIndexOf(', ') + 2)).toBe(text);
});

test('unknown facts of an invoice are omitted', () => {
  expect(invoiceFacts({ nit: null, fecha: '2026-05-10', valor: null }, 12_500)).toBe('2026-05-10');
  expect(invoiceFacts({ nit: '900373923', fecha: null, valor: 12_000 }, 12_500)).toBe(
    '$ 12.000, $ 500 menos que el gasto · NIT 900373923',
  );
});
