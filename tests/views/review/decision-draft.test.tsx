import { cleanup, screen, waitFor } from '@testing-library/react';
import type { DraftKey } from '#machines/flows/drafts/draft.machine.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { fromPromise } from 'xstate';
import { shownExpense } from '#machines/flows/expenses/expense-facts.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { accountingValues, emptyItem } from '#machines/flows/review/accounting-decision.form.ts';
import { draftName, readDraft, writeDraft } from '#src/features/drafts/drafts.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import DecisionView from '#src/features/review/DecisionView.tsx';
import { accountingShown, shown } from '#tests/kit/decision-fixtures.ts';
import { anExpense, people, reasons, refusedBy, written } from '#tests/kit/flow-fixtures.ts';
import { fill } from '#tests/kit/fill.ts';
import { type Answers, deciding, renderScreen } from './render-screen.tsx';

const key: DraftKey = { id_usuario: people.supervisor.id, form: 'supervisor', object: '7' };
const untouched = { estado: '', observacion: '', id_rechazo: null, reembolsar: '' };

const open = (answers: Answers) => {
  const { logic, asked } = deciding('supervisor', answers);
  const user = renderScreen(
    <DecisionView stage="supervisor" machine={logic} />,
    patterns.detalleGastoSupervisor,
    '/detalleGastoSupervisor/12/7',
    people.supervisor,
  );
  return { user, asked };
};

const signedInAs = (id: number) => localStorage.setItem('id_usuario', String(id));
const saved = () => readDraft(key, untouched, Date.now())?.values;

const keep = (values: object, expense = anExpense(), of: DraftKey = key) =>
  writeDraft(of, {
    values: { ...untouched, ...values },
    shown: shownExpense(expense, reasons),
    idempotencyKey: '',
    saved: Date.now(),
  });

const observations = () => screen.findByRole('textbox', { name: 'Observaciones' });
const choice = (name: 'Aprobado' | 'Rechazado') => screen.findByRole('radio', { name });

beforeEach(() => signedInAs(people.supervisor.id));

describe('the draft of a decision', () => {
  test('is stored while the user types and removed by the save', async () => {
    const { user } = open({ loadExpense: [shown()], guardarSupervisor: [answered(written())] });
    await user.click(await choice('Aprobado'));
    await user.clear(await observations());
    await fill(user, await observations(), 'Revisado');
    await waitFor(() =>
      expect(saved()).toMatchObject({ estado: 'approved', observacion: 'Revisado' }),
    );
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    await screen.findByText('Datos almacenados');
    expect(saved()).toBeUndefined();
  });

  test('is stored at once on pagehide', async () => {
    const { user } = open({ loadExpense: [shown()] });
    await fill(user, await observations(), 'A medias');
    window.dispatchEvent(new Event('pagehide'));
    expect(saved()?.observacion).toBe('A medias');
  });

  test('is removed when the form is emptied', async () => {
    const { user } = open({ loadExpense: [shown()] });
    await fill(user, await observations(), 'x');
    await waitFor(() => expect(saved()).toBeDefined());
    await user.clear(await observations());
    await waitFor(() => expect(localStorage.getItem(draftName(key))).toBeNull());
  });

  test('shows a warning when it is open in another tab, and the input is retained', async () => {
    const { user } = open({ loadExpense: [shown()] });
    await fill(user, await observations(), 'De esta pestaña');
    window.dispatchEvent(new StorageEvent('storage', { key: draftName(key) }));
    expect(await screen.findByText(/también está abierto en otra pestaña/)).toBeVisible();
    expect(await observations()).toHaveValue('De esta pestaña');
  });
});

describe('a stored draft of a decision', () => {
  test('that was being saved when the page closed says that it may be saved already', async () => {
    const { logic } = deciding('supervisor', { loadExpense: [shown()] });
    const unanswered = logic.provide({
      actors: { guardarSupervisor: fromPromise(() => new Promise(() => undefined)) },
    });
    const user = renderScreen(
      <DecisionView stage="supervisor" machine={unanswered} />,
      patterns.detalleGastoSupervisor,
      '/detalleGastoSupervisor/12/7',
      people.supervisor,
    );
    await user.click(await choice('Aprobado'));
    await user.type(await observations(), 'Revisado');
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    window.dispatchEvent(new Event('pagehide'));
    cleanup();
    open({ loadExpense: [shown()] });
    expect(await screen.findByText(/ y se estaba guardando: mire si ya quedó\.$/)).toBeVisible();
  });

  test('restores choice, reason and observation, and can be discarded', async () => {
    keep({ estado: 'rejected', observacion: 'Falta la firma', id_rechazo: 2 });
    const { user } = open({ loadExpense: [shown()] });
    expect(await screen.findByText('Recuperamos lo que había escrito')).toBeVisible();
    expect(await choice('Rechazado')).toBeChecked();
    expect(await observations()).toHaveValue('Falta la firma');
    expect(screen.getByRole('combobox', { name: 'Motivo de rechazo' })).toHaveValue('2');
    await user.click(screen.getByRole('button', { name: 'Descartar' }));
    expect(await observations()).toHaveValue('');
    expect(await choice('Rechazado')).not.toBeChecked();
    expect(screen.queryByText('Recuperamos lo que había escrito')).toBeNull();
    expect(saved()).toBeUndefined();
  });

  test('shows what another user has changed since then', async () => {
    keep({ estado: 'approved', observacion: 'Revisado' });
    open({
      loadExpense: [
        shown({ version: 6, valor: 13_000, cambiado_por: 'Ana', fecha_cambio: '2030-05-19 10:32' }),
      ],
    });
    expect(await screen.findByText('Valor: $ 12.500 → $ 13.000')).toBeVisible();
    expect(
      screen.getByText(/Desde entonces el gasto cambió \(por Ana, 2030-05-19 10:32\)/),
    ).toBeVisible();
    expect(await observations()).toHaveValue('Revisado');
  });

  test('of another user of the same browser is not shown', async () => {
    signedInAs(people.maintenance.id);
    keep({ observacion: 'Ajeno' }, anExpense(), { ...key, id_usuario: people.maintenance.id });
    signedInAs(people.supervisor.id);
    open({ loadExpense: [shown()] });
    expect(await observations()).toHaveValue('');
    expect(screen.queryByText('Recuperamos lo que había escrito')).toBeNull();
  });

  test('of accounting restores its rows', async () => {
    signedInAs(people.accounting.id);
    const form = { ...accountingValues(anExpense()), estado: 'approved' };
    writeDraft(
      { id_usuario: people.accounting.id, form: 'accounting', object: '7' },
      {
        values: {
          ...form,
          observacion: 'Contabilizado',
          filas: [...form.filas, { ...emptyItem, valor: '2500' }],
        },
        shown: {},
        idempotencyKey: '',
        saved: Date.now(),
      },
    );
    const { logic } = deciding('accounting', { loadExpense: [accountingShown()] });
    renderScreen(
      <DecisionView stage="accounting" machine={logic} />,
      patterns.detalleGastoContabilidad,
      '/detalleGastoContabilidad/7/12',
      people.accounting,
    );
    expect(await screen.findByLabelText('Valor, fila 2')).toHaveValue('2500');
    expect(await observations()).toHaveValue('Contabilizado');
    expect(await choice('Aprobado')).toBeChecked();
  });
});

describe('an expense that another user changes while it is open', () => {
  test('shows what changed, by whom and when, and the input is retained', async () => {
    const { user } = open({
      loadExpense: [
        shown(),
        shown({
          estado: 4,
          nombre_estado: 'Rechazado por supervisor',
          version: 6,
          cambiado_por: 'Ana',
          fecha_cambio: '2030-05-19 10:32',
        }),
      ],
      guardarSupervisor: [refusedBy.change],
    });
    await user.click(await choice('Aprobado'));
    await user.clear(await observations());
    await fill(user, await observations(), 'Lo mío');
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    await user.click(await screen.findByRole('button', { name: 'Actualizar la información' }));
    expect(await screen.findByText('El gasto cambió mientras lo revisaba')).toBeVisible();
    expect(screen.getByText('Estado: Sin revisar → Rechazado por supervisor')).toBeVisible();
    expect(screen.getByText('Última modificación por Ana, 2030-05-19 10:32.')).toBeVisible();
    expect(await observations()).toHaveValue('Lo mío');
  });

  test('still shows the input when it can no longer be decided', async () => {
    const { user } = open({
      loadExpense: [shown(), shown({ active: 9, estado: 3, version: 6 })],
      guardarSupervisor: [refusedBy.change],
    });
    await user.click(await choice('Aprobado'));
    await user.clear(await observations());
    await fill(user, await observations(), 'Mi observación');
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    await user.click(await screen.findByRole('button', { name: 'Actualizar la información' }));
    expect(await screen.findByText('Lo que usted había escrito no se guardó')).toBeVisible();
    expect(screen.getByText('Mi observación')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Guardar' })).toBeNull();
  });
});
