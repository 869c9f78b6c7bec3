import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { ExpenseRow } from '#contract/calls/boxes.calls.ts';
import type { Expense } from '#contract/calls/expenses.calls.ts';
import { correctionFacts } from '#machines/flows/expenses/expense-correction.form.ts';
import { supplierLookupMachine } from '#machines/flows/expenses/supplier-lookup.machine.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { boxContent } from '#src/features/boxes/box.actors.ts';
import { expenseDetail } from '#src/features/review/review.actors.ts';
import CorrectExpenseView, {
  expenseCorrection,
} from '#src/features/expenses/CorrectExpenseView.tsx';
import { patterns } from '#src/shell/screens/paths.ts';
import StoreBoxView from '#src/features/boxes/StoreBoxView.tsx';
import ExpenseDetailView from '#src/features/review/ExpenseDetailView.tsx';
import {
  aFund,
  anExpense,
  boxFacts,
  imaginedToday,
  noSuggestions,
  people,
  refusedBy,
  written,
} from '#tests/kit/flow-fixtures.ts';
import { fill } from '#tests/kit/fill.ts';
import { type Answers, answering, renderScreen } from '../review/render-screen.tsx';

const rejected = (changes: Partial<Expense> = {}): Expense =>
  anExpense({
    estado: 4,
    nombre_estado: 'Rechazado por supervisor',
    motivo_rechazo: 'El valor no coincide con el soporte',
    id_rechazo_supervisor: 2,
    obs_supervisor: 'El recibo dice $ 11.000',
    fecha_supervisor: '2030-05-11 10:00',
    ...changes,
  });

const entryFacts = {
  fund: aFund,
  categories: [
    { id: 1, nombre: 'Papelería', cuenta: '519530', id_formato: 1, mantenimiento: 0 as const },
  ],
  departments: [{ id: 11, iso_region: 'CO', nombre_region: 'Antioquia' }],
  suggestions: noSuggestions,
  today: imaginedToday,
};

const open = (expense: Expense, answers: Answers = {}, redirectDelay = 60_000) => {
  const correction = answering(
    expenseCorrection,
    { loadForm: [answered(correctionFacts(entryFacts, expense))], ...answers },
    redirectDelay,
  );
  const lookup = answering(supplierLookupMachine, { facturasSinGasto: [answered([])] });
  const user = renderScreen(
    <CorrectExpenseView machines={{ correction: correction.logic, lookup: lookup.logic }} />,
    patterns.corregirGasto,
    '/crearGasto/3/corregir/7',
    people.store,
  );
  return { user, asked: correction.asked };
};

const save = () => screen.findByRole('button', { name: 'Guardar la corrección' });
const value = () => screen.getByRole('textbox', { name: 'Valor' });

describe('the correction of a rejected expense', () => {
  test('shows the recorded values and the reason of the rejection, and saves the changes', async () => {
    const { user, asked } = open(rejected(), { saveRecord: [answered(written())] }, 0);
    expect(
      await screen.findByText('Rechazado por el supervisor: el valor no coincide con el soporte'),
    ).toBeVisible();
    expect(screen.getByText('El recibo dice $ 11.000')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Ver el soporte actual' })).toHaveAttribute(
      'href',
      '/documentos/soportes/abc.pdf',
    );
    expect(value()).toHaveValue('$ 12.500');
    expect(screen.getByRole('textbox', { name: 'Concepto' })).toHaveValue('Papelería');
    expect(screen.getByRole('checkbox', { name: 'Papelería' })).toBeChecked();
    await user.clear(value());
    await fill(user, value(), '11000');
    // In the bar at the lower edge, visible on phones too.
    expect((await save()).closest('[data-lower-bar]')).not.toBeNull();
    await user.click(await save());
    expect(await screen.findByTestId('elsewhere')).toHaveTextContent('/verCaja/12');
    expect(asked.saveRecord).toMatchObject([
      {
        request: {
          archivo: null,
          body: { id_gasto: 7, version: 5, valor: 11_000, id_proveedor: 9, categoria: [1] },
        },
      },
    ]);
  });

  test('is sent with another receipt file', async () => {
    const { user, asked } = open(rejected(), { saveRecord: [answered(written())] });
    const legible = new File(['x'], 'legible.png', { type: 'image/png' });
    await user.upload(await screen.findByLabelText('Otro archivo de soporte'), legible);
    await user.click(await save());
    expect(await screen.findByText('Registro actualizado')).toBeVisible();
    expect(asked.saveRecord).toMatchObject([{ request: { archivo: { name: 'legible.png' } } }]);
  });

  test('shows a refusal of the server and does not lose the typed values', async () => {
    const { user } = open(rejected(), { saveRecord: [refusedBy.change] });
    await user.clear(await screen.findByRole('textbox', { name: 'Concepto' }));
    await fill(user, screen.getByRole('textbox', { name: 'Concepto' }), 'Esferos');
    await user.click(await save());
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Concepto' })).toHaveValue('Esferos');
  });

  test('accepts an unchanged old date, and adds the recorded value to the available fund', async () => {
    const old = rejected({
      fecha_gasto: '2030-01-04',
      fecha_registro: '2030-02-01',
      valor: 12_500,
    });
    const { user, asked } = open(old, { saveRecord: [answered(written())] });
    await user.clear(await screen.findByRole('textbox', { name: 'Valor' }));
    await fill(user, value(), String(aFund.disponible + 12_500));
    expect(screen.queryByText(/este gasto lo supera/)).toBeNull();
    await user.click(await save());
    expect(await screen.findByText('Registro actualizado')).toBeVisible();
    expect(asked.saveRecord).toHaveLength(1);
  });

  test('is locked with the reason once the box has left the stage', async () => {
    open(rejected({ active: 9 }));
    expect(await save()).toHaveAccessibleDescription(
      'Solo se corrige un gasto rechazado mientras la etapa que lo rechazó tiene la caja.',
    );
  });
});

describe('a rejected expense in the box of its store', () => {
  const rowOf = async (active: number, changes: Partial<ExpenseRow>) => {
    const { box, rows } = boxFacts(
      { active, consecutivo: 4 },
      { motivo_rechazo: 'Soporte ilegible', ...changes },
    );
    const { logic } = answering(boxContent, {
      loadDetail: [answered({ box, rows, shipping: {} })],
    });
    renderScreen(<StoreBoxView machine={logic} />, patterns.verCaja, '/verCaja/12', people.store);
    const row = (await screen.findByText(changes.motivo_rechazo ?? 'Soporte ilegible')).closest(
      'tr',
    );
    if (row === null) throw new Error('no row');
    return within(row);
  };

  test('shows the reason and a link to its correction while the box is at the stage', async () => {
    const row = await rowOf(2, { estado: 4 });
    expect(row.getByRole('link', { name: /^Corregir/ })).toHaveAttribute(
      'href',
      '/crearGasto/3/corregir/7',
    );
  });

  test('can be recorded again once the box has left the stage', async () => {
    const row = await rowOf(9, { estado: 4 });
    expect(row.queryByRole('link', { name: /^Corregir/ })).toBeNull();
    expect(row.getByRole('link', { name: /^Volver a registrar/ })).toHaveAttribute(
      'href',
      '/crearGasto/3?origen=7',
    );
  });

  test('cannot be recorded again when it was a duplicate', async () => {
    const row = await rowOf(9, { estado: 4, motivo_rechazo: 'Gasto duplicado' });
    expect(row.getByText('Gasto duplicado')).toBeVisible();
    expect(row.queryByRole('link', { name: /^Volver a registrar/ })).toBeNull();
  });

  test('is not offered again once the company took it over', async () => {
    const row = await rowOf(9, { estado: 4, asumido: 1 });
    expect(row.getByText('La empresa lo asumió')).toBeVisible();
    expect(row.queryByRole('link', { name: /^Volver a registrar/ })).toBeNull();
  });

  test('links to the new expense once it was recorded again', async () => {
    const row = await rowOf(9, { estado: 4, registrado_de_nuevo: 70 });
    expect(row.queryByRole('link', { name: /^Volver a registrar/ })).toBeNull();
    expect(row.getByRole('link', { name: 'Se volvió a registrar' })).toHaveAttribute(
      'href',
      '/detalleGasto/70',
    );
  });
});

test('a corrected expense shows its changes, the rejection it answers and the void decision', async () => {
  const expense = anExpense({
    active: 9,
    estado: 3,
    correccion: {
      fecha: '2030-05-12 08:00',
      etapa: 'accounting',
      motivo: 'El valor no coincide con el soporte',
      observacion: 'Falta el IVA',
      diferencias: [
        { campo: 'valor', antes: '$ 12.500', despues: '$ 11.000' },
        { campo: 'encargado', antes: '', despues: 'Ana' },
      ],
      sin_efecto: ['supervisor'],
      id_usuario: people.store.id,
    },
  });
  const { logic } = answering(expenseDetail, {
    loadDetail: [answered({ expense, reasons: [] })],
  });
  renderScreen(
    <ExpenseDetailView machine={logic} />,
    patterns.detalleGasto,
    '/detalleGasto/7',
    people.store,
  );
  expect(
    await screen.findByText('Corregido: valor $ 12.500 → $ 11.000, encargado — → Ana'),
  ).toBeVisible();
  expect(
    screen.getByText(
      /Lo había rechazado contabilidad: el valor no coincide con el soporte. Falta el IVA/,
    ),
  ).toBeVisible();
  expect(
    screen.getByText(
      'Cambió lo esencial: lo que decidió el supervisor fue otra compra y ya no vale.',
    ),
  ).toBeVisible();
});
