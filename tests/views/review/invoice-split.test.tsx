import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import DecisionView from '#src/features/review/DecisionView.tsx';
import { patterns } from '#src/shell/screens/paths.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { accountingShown } from '#tests/kit/decision-fixtures.ts';
import { people, written } from '#tests/kit/flow-fixtures.ts';
import { deciding, renderScreen } from './render-screen.tsx';

test('the split of a linked invoice is filled in; a tax that is not deducted is sent', async () => {
  const { logic, asked } = deciding('accounting', {
    loadExpense: [
      accountingShown({
        enlace_factura: 'https://facturas.test/1',
        valor: 119_000,
        indicador: 4,
        tipo_persona: 'PJ',
        factura: {
          valor: 119_000,
          anticipo: 0,
          tipo: '01',
          forma_pago: '1',
          impuestos: [{ codigo: '01', tarifa: 19, base: 100_000, valor: 19_000 }],
        },
      }),
    ],
    guardarContabilidad: [answered(written())],
  });
  const user = renderScreen(
    <DecisionView stage="accounting" machine={logic} />,
    patterns.detalleGastoContabilidad,
    '/detalleGastoContabilidad/7/12',
    people.accounting,
  );
  expect(await screen.findByText(/^Base/)).toHaveTextContent('Base $ 100.000 + $ 19.000');
  expect(screen.getByRole('combobox', { name: 'Impuesto, fila 1' })).toHaveValue('6');
  expect(screen.getByRole('textbox', { name: 'Valor, fila 1' })).toHaveValue('$ 119.000');
  const deducted = screen.getByRole('checkbox', { name: 'IVA deducible, fila 1' });
  expect(deducted).toBeChecked();
  await user.click(deducted);
  await user.click(screen.getByRole('radio', { name: 'Aprobado' }));
  await user.type(screen.getByRole('textbox', { name: 'Observaciones' }), 'Visto');
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  expect(await screen.findByText('Datos almacenados')).toBeVisible();
  expect(asked.guardarContabilidad).toEqual([
    expect.objectContaining({ item_valor: [119_000], iva_item: [6], deducible: [0] }),
  ]);
});

test('a row of a withholding has its account, is subtracted, and takes what the others exceed', async () => {
  const { logic } = deciding('accounting', { loadExpense: [accountingShown({ valor: 12_500 })] });
  const user = renderScreen(
    <DecisionView stage="accounting" machine={logic} />,
    patterns.detalleGastoContabilidad,
    '/detalleGastoContabilidad/7/12',
    people.accounting,
  );
  const value = await screen.findByRole('textbox', { name: 'Valor, fila 1' });
  await user.clear(value);
  await user.type(value, '13000');
  await user.click(screen.getByRole('button', { name: 'Agregar categoría' }));
  const last = screen.getAllByRole('combobox', { name: /^Impuesto, fila/ }).length;
  await user.selectOptions(
    screen.getByRole('combobox', { name: `Impuesto, fila ${last}` }),
    'Retefuente 4 %',
  );
  const [row] = screen.getAllByRole('row').slice(last);
  if (row === undefined) throw new Error('No row');
  expect(within(row).getByText('236525')).toBeVisible();
  expect(within(row).getByText('Se resta')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Repartir el resto: $ 500' }));
  expect(screen.getByText('completo')).toBeVisible();
});
