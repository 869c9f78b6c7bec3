/** The columns of the consolidated workbook, which other programs read by position. */
import { afterEach, expect, test, vi } from 'vitest';

const columns = [
  'Tienda',
  'Centro de costo',
  'Centro de beneficio',
  'Formato',
  'Ciudad',
  'Caja n.º',
  'Estado de la caja',
  'Fecha de creación de la caja',
  'Fecha de envío de la caja',
  'Fecha de compra',
  'Documento del proveedor',
  'Dígito de verificación',
  'Proveedor',
  'Recibo n.º',
  'Factura electrónica',
  'Factura n.º',
  'Categorías',
  'Cuentas',
  'Concepto',
  'Valor',
  'Valor a reembolsar',
  'Valor aprobado',
  'Estado del gasto',
  'Motivo de rechazo',
  'Observación del supervisor',
  'Fecha del supervisor',
  'Observación de mantenimiento',
  'Fecha de mantenimiento',
  'Observación de contabilidad (primera)',
  'Fecha de contabilidad (primera)',
  'Observación de contabilidad (final)',
  'Fecha de contabilidad (final)',
  'Novedades',
  'Empresa de envío',
  'Guía',
  'Responsable',
  'Supervisor',
  'Gerente',
  'Registrado por',
  'Encargado',
  'Clase de documento',
  'Tipo de persona',
  'Rechazado',
  'No reconocido',
  'Por decidir',
  'Total reembolso',
  'Itemización',
  'Fecha del giro',
  'Vía del giro',
  'Referencia del giro',
];

const itemHeaders = [
  'Tienda',
  'Centro de costo',
  'Centro de beneficio',
  'Caja n.º',
  'Estado de la caja',
  'Fecha de compra',
  'Documento del proveedor',
  'Dígito de verificación',
  'Proveedor',
  'Recibo n.º',
  'Factura n.º',
  'Clase de documento',
  'Tipo de persona',
  'Categoría',
  'Cuenta',
  'Impuesto',
  'Tarifa %',
  'Base',
  'Valor del impuesto',
  'Valor',
  'Valor aprobado',
  'Deducible',
];

const headers = async () => {
  const { consolidatedColumns } = await import('#server/features/consolidated/consolidated.ts');
  return consolidatedColumns.map(({ header }) => header);
};

const fields = '#contract/expense-fields.ts';
afterEach(() => {
  vi.doUnmock(fields);
  vi.resetModules();
});

test('are these, in this order', async () => {
  expect(await headers()).toEqual(columns);
});

test('of the parts of a split are these, in this order', async () => {
  const { itemColumns } = await import('#server/features/consolidated/consolidated.ts');
  expect(itemColumns.map(({ header }) => header)).toEqual(itemHeaders);
});

test('end with the one of a new field, wherever its row is in the table of fields', async () => {
  vi.doMock(fields, async (original) => {
    const real = await original<typeof import('#contract/expense-fields.ts')>();
    const placa = { label: 'Placa', width: 12 };
    return {
      ...real,
      expenseTexts: ['placa', ...real.expenseTexts],
      expenseFields: { ...real.expenseFields, placa },
      fieldLabel: (name: Parameters<typeof real.fieldLabel>[0] | 'placa') =>
        name === 'placa' ? placa.label : real.fieldLabel(name),
    };
  });
  expect(await headers()).toEqual([...columns, 'Placa']);
});
