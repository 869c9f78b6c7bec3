/** Every screen of an expense shows the value that the supervisor granted. */
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Expense } from '#contract/calls/expenses.calls.ts';
import { itemisationMachine } from '#machines/flows/review/decision.machine.ts';
import { createDetailMachine } from '#machines/flows/records/list.machine.ts';
import type { expenseDetail } from '#src/features/review/review.actors.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import ExpenseDetailView from '#src/features/review/ExpenseDetailView.tsx';
import DecisionView from '#src/features/review/DecisionView.tsx';
import { AccountingSummary } from '#src/features/review/AccountingSummary.tsx';
import ControlDetailView from '#src/features/review/ControlDetailView.tsx';
import { accountingShown, shown } from '#tests/kit/decision-fixtures.ts';
import { anExpense, people } from '#tests/kit/flow-fixtures.ts';
import { answering, deciding, renderScreen } from './render-screen.tsx';

const category = (id: number, nombre: string, valor_item: number | null) => ({
  id,
  nombre,
  cuenta: '529545',
  valor_item,
  iva_item: valor_item === null ? null : 6,
  deducible: null,
});

const taxi: Partial<Expense> = {
  valor: 20_000,
  valor_f: '$ 20.000',
  reembolsar: 15_000,
  categorias: [category(16, 'Transporte', null)],
};

const screens = {
  detalleGasto: (changes: Partial<Expense>) =>
    renderScreen(
      <ExpenseDetailView
        machine={
          answering(createDetailMachine(), { loadDetail: [shown({ ...changes, active: 5 })] })
            .logic as typeof expenseDetail
        }
      />,
      patterns.detalleGasto,
      '/detalleGasto/7',
      people.store,
    ),
  detalleGastoSupervisor: (changes: Partial<Expense>) =>
    renderScreen(
      <DecisionView
        stage="supervisor"
        machine={deciding('supervisor', { loadExpense: [shown(changes)] }).logic}
      />,
      patterns.detalleGastoSupervisor,
      '/detalleGastoSupervisor/12/7',
      people.supervisor,
    ),
  detalleGastoMantenimiento: (changes: Partial<Expense>) =>
    renderScreen(
      <DecisionView
        stage="maintenance"
        machine={
          deciding('maintenance', {
            loadExpense: [shown({ ...changes, active: 1, estado: 13 })],
          }).logic
        }
      />,
      patterns.detalleGastoMantenimiento,
      '/detalleGastoMantenimiento/12/7',
      people.maintenance,
    ),
  detalleGastoContabilidad: (changes: Partial<Expense>) =>
    renderScreen(
      <DecisionView
        stage="accounting"
        machine={deciding('accounting', { loadExpense: [accountingShown(changes)] }).logic}
      />,
      patterns.detalleGastoContabilidad,
      '/detalleGastoContabilidad/7/12',
      people.accounting,
    ),
  detalleGastoContabilidadFinal: (changes: Partial<Expense>) =>
    renderScreen(
      <DecisionView
        stage="final"
        machine={
          deciding('final', {
            loadExpense: [shown({ ...changes, active: 4, estado: 3 })],
          }).logic
        }
      />,
      patterns.detalleGastoContabilidadFinal,
      '/detalleGastoContabilidadFinal/7/12',
      people.accounting,
    ),
  detalleGastoCI: (changes: Partial<Expense>) =>
    renderScreen(
      <ControlDetailView
        machine={
          answering(itemisationMachine, {
            loadExpense: [accountingShown({ ...changes, active: 5, estado: 15 })],
          }).logic
        }
      />,
      patterns.detalleGastoCI,
      '/detalleGastoCI/7/12',
      { id: 70, profile: 7 },
    ),
};

const fact = (label: string) => screen.queryByText(label, { selector: 'dt' })?.nextElementSibling;

describe.each(Object.entries(screens))('on %s', (_, open) => {
  test('a partly granted expense shows the granted value and the reason', async () => {
    open(taxi);
    await screen.findByText('Datos del gasto');
    expect(fact('Valor')).toHaveTextContent('$ 20.000');
    expect(fact('Reconocido por el supervisor')).toHaveTextContent('$ 15.000 de $ 20.000 (tope)');
  });

  test('a fully granted expense shows no granted value, and each category once', async () => {
    open({
      reembolsar: null,
      categorias: [
        category(1, 'Papelería', 5_000),
        category(2, 'Aseo', 2_500),
        category(1, 'Papelería', 5_000),
      ],
    });
    await screen.findByText('Datos del gasto');
    expect(fact('Reconocido por el supervisor')).toBeUndefined();
    expect(fact('Categorías')).toHaveTextContent(/^Papelería, Aseo$/);
  });
});

describe('the itemisation', () => {
  const part = '$ 15.000 de $ 20.000 (tope)';

  test('shows the granted value as the amount to split, and why', async () => {
    screens.detalleGastoContabilidad(taxi);
    expect(await screen.findByText(`Reparta lo que se reconoce: ${part}`)).toBeVisible();
  });

  test('gives the decision of the supervisor as the reason for a value below the cap', async () => {
    screens.detalleGastoContabilidad({ ...taxi, reembolsar: 9_000 });
    expect(
      await screen.findByText(
        'Reparta lo que se reconoce: $ 9.000 de $ 20.000 (decisión del supervisor)',
      ),
    ).toBeVisible();
  });

  test('of a fully granted expense splits its value', async () => {
    screens.detalleGastoContabilidad({});
    expect(await screen.findByText('Reparta el valor del gasto: $ 12.500')).toBeVisible();
  });

  test('uses the same text in the read-only summary, with one table row per item', async () => {
    const categorias = [category(16, 'Transporte', 10_000), category(16, 'Transporte', 5_000)];
    const catalogue = { documentClasses: [], taxes: [] };
    renderScreen(
      <AccountingSummary expense={anExpense({ ...taxi, categorias })} catalogue={catalogue} />,
      patterns.detalleGastoCI,
      '/detalleGastoCI/7/12',
      people.accounting,
    );
    expect(await screen.findByText(`Se reparte lo que se reconoce: ${part}`)).toBeVisible();
    const rows = within(screen.getByRole('table')).getAllByRole('row');
    expect(rows.map((row) => row.lastElementChild?.textContent)).toEqual([
      'Valor',
      '$ 10.000',
      '$ 5.000',
      '$ 15.000',
    ]);
  });
});
