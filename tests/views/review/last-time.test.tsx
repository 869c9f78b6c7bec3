import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { patterns } from '#src/app/screens/paths.ts';
import DecisionView from '#src/features/review/DecisionView.tsx';
import { accountingShown } from '#tests/kit/decision-fixtures.ts';
import { people } from '#tests/kit/flow-fixtures.ts';
import { deciding, renderScreen } from './render-screen.tsx';

test('the last values of the supplier are filled in with a notice, and removed by one click', async () => {
  const { logic } = deciding('accounting', {
    loadExpense: [
      accountingShown({
        ultima_vez: {
          fecha: '2030-04-12',
          indicador: 4,
          tipo_persona: 'PN',
          categorias: [{ id: 1, nombre: 'Papelería', iva_item: 6 }],
          categorias_propias: [1],
        },
      }),
    ],
  });
  const user = renderScreen(
    <DecisionView stage="accounting" machine={logic} />,
    patterns.detalleGastoContabilidad,
    '/detalleGastoContabilidad/7/12',
    people.accounting,
  );
  const tax = await screen.findByRole('combobox', { name: 'Impuesto, fila 1' });
  expect(tax).toHaveValue('6');
  expect(screen.getByRole('radio', { name: /^PN/ })).toBeChecked();
  const notice = screen.getByText(/^Como la última vez, 12 abr:/);
  expect(notice).toHaveTextContent('clase de documento, tipo de persona e impuesto.');
  await user.click(screen.getByRole('button', { name: 'Quitar' }));
  await waitFor(() => expect(tax).toHaveValue(''));
  expect(screen.getByRole('combobox', { name: 'Clase de documento' })).toHaveValue('');
  expect(screen.getByRole('radio', { name: /^PN/ })).not.toBeChecked();
  expect(screen.queryByText(/^Como la última vez/)).toBeNull();
  // The value comes from the expense, not from the last time.
  expect(screen.getByRole('textbox', { name: 'Valor, fila 1' })).toHaveValue('$ 12.500');
});
