import { expect, test } from 'vitest';
import { comparedFields } from '#machines/flows/expenses/expense-entry.form.ts';
import { anExpense } from '#tests/kit/flow-fixtures.ts';

const sameFields = (changes: Parameters<typeof anExpense>[0]) =>
  comparedFields(anExpense({ recibo: 'R055', valor: 12_500 }), anExpense(changes))
    .filter(({ same }) => same)
    .map(({ label }) => label);

test('fields are compared as the anomalies compare them', () => {
  const equal = sameFields({
    id: 8,
    id_caja: 99,
    tienda: 'Tienda Norte',
    recibo: 'r-55',
    valor: 12_549,
    concepto: 'Otra compra',
    proveedor: { num_doc: '9003739238', digito: '8', nombre: 'PAPELERIA NORTE' },
  });
  expect(equal).toEqual([
    'Identificación del proveedor',
    'Número de recibo',
    'Número de factura',
    'Fecha de compra',
    'Valor',
    'Categorías',
    'Registrado por',
    'Estado',
  ]);
  expect(sameFields({ valor: 12_550 })).not.toContain('Valor');
});
