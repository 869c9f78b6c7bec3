import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { patterns } from '#src/shell/screens/paths.ts';
import DecisionView from '#src/features/review/DecisionView.tsx';
import { accountingShown } from '#tests/kit/decision-fixtures.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { people, written } from '#tests/kit/flow-fixtures.ts';
import { type Answers, deciding, renderScreen } from './render-screen.tsx';

function open(answers: Answers = {}) {
  const { logic, asked } = deciding('accounting', {
    loadExpense: [
      accountingShown({
        ultima_vez: {
          fecha: '2030-04-12',
          factura_elec: 1,
          indicador: 4,
          tipo_persona: 'PN',
          categorias: [{ id: 1, nombre: 'Papelería', iva_item: 6, deducible: null }],
          categorias_propias: [1],
        },
      }),
    ],
    ...answers,
  });
  const user = renderScreen(
    <DecisionView stage="accounting" machine={logic} />,
    patterns.detalleGastoContabilidad,
    '/detalleGastoContabilidad/7/12',
    people.accounting,
  );
  return { user, asked };
}

test('a definitive save shows what is still proposed, and is done once that is confirmed', async () => {
  const { user, asked } = open({ guardarContabilidad: [answered(written())] });
  await screen.findByRole('combobox', { name: 'Impuesto, fila 1' });
  await user.click(screen.getByRole('radio', { name: 'Aprobado' }));
  await user.type(screen.getByRole('textbox', { name: 'Observaciones' }), 'Visto');
  await user.click(screen.getByRole('radio', { name: /^PJ/ }));
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  const title = await screen.findByText('Propuesto como la última vez; al guardar es definitivo');
  const question = title.closest('[role=status]');
  expect(question).toHaveTextContent(/Clase de documento: Factura/);
  expect(question).toHaveTextContent(/Impuesto: IVA/);
  expect(question).toHaveTextContent('Valor: $ 12.500');
  // The person type was chosen by hand.
  expect(question).not.toHaveTextContent(/Tipo de persona/);
  expect(asked.guardarContabilidad).toBeUndefined();
  await user.click(screen.getByRole('button', { name: 'Volver' }));
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  await user.click(await screen.findByRole('button', { name: 'Guardar así' }));
  expect(await screen.findByText('Datos almacenados')).toBeVisible();
  expect(asked.guardarContabilidad).toEqual([
    expect.objectContaining({ estado: 6, indicadorImpuesto: 4, tipo_persona: 'PJ' }),
  ]);
});

test('the last values of the supplier are filled in with a notice, and removed by one click', async () => {
  const { user } = open();
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
