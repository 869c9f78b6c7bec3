import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { invoiceNotFound } from '#contract/calls/expenses.calls.ts';
import type { Person } from '#machines/domain/people/profiles.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import DecisionView from '#src/features/review/DecisionView.tsx';
import { shown } from '#tests/kit/decision-fixtures.ts';
import { people, refusedBy, written } from '#tests/kit/flow-fixtures.ts';
import { fill } from '#tests/kit/fill.ts';
import { type Answers, deciding, renderScreen } from './render-screen.tsx';

const open = (answers: Answers, person: Person = people.supervisor, redirectDelay?: number) => {
  const { logic, asked } = deciding('supervisor', answers, { redirectDelay });
  const user = renderScreen(
    <DecisionView stage="supervisor" machine={logic} />,
    patterns.detalleGastoSupervisor,
    '/detalleGastoSupervisor/12/7',
    person,
  );
  return { user, asked };
};

const save = () => screen.findByRole('button', { name: 'Guardar' });
const choice = (name: 'Aprobado' | 'Rechazado') => screen.findByRole('radio', { name });
const observations = () => screen.findByRole('textbox', { name: 'Observaciones' });

/** Replaces the text of the observations. */
async function write(user: ReturnType<typeof open>['user'], text: string) {
  await user.clear(await observations());
  await fill(user, await observations(), text);
}

describe('the legalisation form of the supervisor', () => {
  test('approves with an observation and shows the confirmation', async () => {
    const { user, asked } = open({
      loadExpense: [shown()],
      guardarSupervisor: [answered(written())],
    });
    await screen.findByRole('heading', { name: 'Formulario de legalización - Caja menor' });
    expect(await screen.findByText('900373923-8')).toBeVisible();
    await user.click(await choice('Aprobado'));
    await write(user, 'Revisado');
    await user.click(await save());
    expect(await screen.findByText('Datos almacenados')).toBeVisible();
    expect(asked.guardarSupervisor).toEqual([
      expect.objectContaining({ estado: 3, observacion: 'Revisado', id_rechazo: null }),
    ]);
  });

  test('returns to the box and passes the expense to highlight there', async () => {
    const { user } = open(
      {
        loadExpense: [shown({ estado: 3, obs_supervisor: 'Revisado' })],
        guardarSupervisor: [answered(written())],
      },
      people.supervisor,
      0,
    );
    await user.click(await save());
    const elsewhere = await screen.findByTestId('elsewhere');
    expect(elsewhere).toHaveTextContent('/verCajaSupervisor/12');
    expect(elsewhere).toHaveAttribute('data-state', '{"noticed":7}');
  });

  test('shows what is missing by field, and sends nothing', async () => {
    const { user, asked } = open({ loadExpense: [shown()] });
    await user.click(await save());
    expect(
      (await screen.findAllByText('Debes elegir una de las opciones aprobar/rechazar')).length,
    ).toBeGreaterThan(0);
    expect(screen.queryByLabelText('Motivo de rechazo')).toBeNull();
    // An approval fills in no observation.
    await user.click(await choice('Aprobado'));
    expect(await observations()).toHaveValue('');
    await user.click(await save());
    expect(await observations()).toHaveAccessibleDescription(
      'El campo de observaciones es obligatorio',
    );
    await user.click(await choice('Rechazado'));
    await user.click(await save());
    const reason = await screen.findByRole('combobox', { name: 'Motivo de rechazo' });
    await waitFor(() => expect(reason).toBeInvalid());
    expect(reason).toHaveAccessibleDescription('Debes elegir un motivo de rechazo');
    expect(await observations()).toHaveAccessibleDescription(
      'El campo de observaciones es obligatorio',
    );
    expect(asked.guardarSupervisor).toBeUndefined();
  });

  test('a decided expense opens with its status, reason and observation', async () => {
    open({
      loadExpense: [shown({ estado: 4, id_rechazo_supervisor: 2, obs_supervisor: 'No procede' })],
    });
    expect(await choice('Rechazado')).toBeChecked();
    expect(screen.getByRole('combobox', { name: 'Motivo de rechazo' })).toHaveValue('2');
    expect(await observations()).toHaveValue('No procede');
    expect(screen.getByRole('heading', { name: 'Historial de observaciones' })).toBeVisible();
  });

  test('an unreviewed expense shows no earlier observations', async () => {
    open({ loadExpense: [shown({ obs_supervisor: 'De antes', fecha_supervisor: '2030-05-12' })] });
    await save();
    expect(screen.queryByRole('heading', { name: 'Historial de observaciones' })).toBeNull();
  });

  test('a capped category has a reimbursement value, which has an upper limit', async () => {
    const transport = {
      id: 16,
      nombre: 'Transporte',
      cuenta: '1',
      valor_item: null,
      iva_item: null,
      deducible: null,
    };
    const { user, asked } = open({
      loadExpense: [shown({ categorias: [transport] })],
      guardarSupervisor: [answered(written())],
    });
    await user.click(await choice('Aprobado'));
    await write(user, 'Revisado');
    const value = await screen.findByRole('textbox', { name: 'Valor del reembolso' });
    await fill(user, value, '16000');
    await user.click(await save());
    await waitFor(() => expect(value).toBeInvalid());
    await user.clear(value);
    await fill(user, value, '9.500');
    await user.click(await save());
    await screen.findByText('Datos almacenados');
    expect(asked.guardarSupervisor).toEqual([expect.objectContaining({ reembolsar: 9_500 })]);
  });

  test('the reimbursement value is required for an expense above the cap', async () => {
    const transport = {
      id: 16,
      nombre: 'Transporte',
      cuenta: '1',
      valor_item: null,
      iva_item: null,
      deducible: null,
    };
    const { user } = open({ loadExpense: [shown({ valor: 16_000, categorias: [transport] })] });
    await user.click(await choice('Aprobado'));
    await write(user, 'Revisado');
    const value = await screen.findByRole('textbox', { name: 'Valor del reembolso' });
    expect(value).toBeRequired();
    expect(value).toHaveAccessibleDescription(/^Hasta \$ 15.000\. El gasto supera/);
    await user.click(await save());
    await waitFor(() =>
      expect(value).toHaveAccessibleDescription(
        expect.stringContaining('El gasto supera $15.000: indique el valor del reembolso.'),
      ),
    );
  });

  test('other categories have no reimbursement value', async () => {
    open({ loadExpense: [shown()] });
    await save();
    expect(screen.queryByRole('textbox', { name: 'Valor del reembolso' })).toBeNull();
  });

  test('an anomaly is shown beside the decision', async () => {
    open({ loadExpense: [shown({ informe_novedad: 'Recibo repetido.\nMismo archivo.' })] });
    expect(await screen.findByText('Novedad')).toBeVisible();
    expect(screen.getByText('Mismo archivo.')).toBeVisible();
  });
});

describe('the electronic invoice', () => {
  test('an approval in one step without it leads to its choice', async () => {
    const { user } = open({ loadExpense: [shown()] });
    await user.click(await screen.findByRole('button', { name: /^Aprobar y seguir/ }));
    expect(await screen.findByText('Falta elegir su factura electrónica.')).toBeVisible();
    await expect
      .poll(() => document.activeElement)
      .toBe(screen.getByRole('radio', { name: 'FE1' }));
  });

  test('can be chosen from several, and the typed observation is retained', async () => {
    const { user, asked } = open({
      loadExpense: [shown(), shown({ enlace_factura: 'https://facturas.test/2' })],
      elegirFacturaElectronica: [answered(written())],
    });
    await fill(user, await observations(), 'Ya casi');
    expect(await screen.findByRole('radio', { name: 'FE1' })).toHaveAccessibleDescription(
      '2030-05-10 · $ 12.500, igual al gasto · NIT 900373923',
    );
    expect(screen.getByRole('radio', { name: 'FE2' })).toHaveAccessibleDescription(
      '2030-05-11 · $ 12.000,50, $ 499,50 menos que el gasto · NIT 900373923',
    );
    await user.click(screen.getByRole('radio', { name: 'FE2' }));
    expect(await screen.findByRole('link', { name: /Ver la representación/ })).toHaveAttribute(
      'href',
      'https://facturas.test/2',
    );
    expect(asked.elegirFacturaElectronica).toEqual([
      { id_gasto: 7, recibo: 'R100', url: 'https://facturas.test/2' },
    ]);
    expect(await observations()).toHaveValue('Ya casi');
  });

  test('that was chosen can be chosen again until the decision is saved', async () => {
    const of = (url: string) => shown({ enlace_factura: url, version: 6 });
    const { user, asked } = open({
      loadExpense: [
        shown(),
        of('https://facturas.test/2'),
        of('https://facturas.test/1'),
        of('https://facturas.test/1'),
      ],
      elegirFacturaElectronica: [answered(written()), answered(written())],
      guardarSupervisor: [answered(written())],
    });
    await user.click(await screen.findByRole('radio', { name: 'FE2' }));
    await waitFor(() => expect(screen.getByRole('radio', { name: 'FE2' })).toBeChecked());
    await waitFor(() => expect(screen.getByRole('radio', { name: 'FE1' })).toBeEnabled());
    await user.click(screen.getByRole('radio', { name: 'FE1' }));
    await waitFor(() => expect(screen.getByRole('radio', { name: 'FE1' })).toBeChecked());
    expect(asked.elegirFacturaElectronica).toEqual([
      { id_gasto: 7, recibo: 'R100', url: 'https://facturas.test/2' },
      { id_gasto: 7, recibo: 'R100', url: 'https://facturas.test/1' },
    ]);
    // Before the facts, so that it is in view.
    const choice = screen.getByRole('radio', { name: 'FE1' });
    const facts = screen.getByRole('heading', { name: 'Datos del gasto' });
    expect(choice.compareDocumentPosition(facts)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await user.click(screen.getByRole('radio', { name: 'Aprobado' }));
    await fill(user, await observations(), 'Visto');
    await user.click(await save());
    expect(await screen.findByText('Datos almacenados')).toBeVisible();
    expect(screen.queryByRole('radio', { name: 'FE1' })).toBeNull();
  });

  test('that was not found is shown in bold, without a link', async () => {
    open({ loadExpense: [shown({ enlace_factura: invoiceNotFound, data_factura: [] })] });
    expect((await screen.findByText('FACTURA NO ENCONTRADA')).tagName).toBe('STRONG');
    expect(screen.queryByRole('link', { name: /Ver la representación/ })).toBeNull();
  });
});

describe('failures and refusals', () => {
  test('maintenance sees the form read-only, with the reason', async () => {
    open({ loadExpense: [shown()] }, people.maintenance);
    expect(await screen.findByText('Solo el supervisor decide en esta etapa.')).toBeVisible();
    expect(await choice('Aprobado')).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Guardar' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Gastos de la caja' })).toHaveAttribute(
      'href',
      '/verCajaMantenimiento/12',
    );
  });

  test('a failed load can be retried', async () => {
    const { user } = open({ loadExpense: [new Error('offline'), shown()] });
    await user.click(await screen.findByRole('button', { name: 'Reintentar' }));
    expect(await save()).toBeEnabled();
  });

  test('a refused expense shows the not-found message', async () => {
    open({ loadExpense: [refusedBy.permission] });
    expect(await screen.findByText('No existe o no tiene permiso')).toBeVisible();
  });

  test('a failed save can be retried and retains the input', async () => {
    const { user, asked } = open({
      loadExpense: [shown(), shown()],
      guardarSupervisor: [new Error('offline'), answered(written())],
    });
    await user.click(await choice('Aprobado'));
    await write(user, 'Revisado');
    await user.click(await save());
    expect(await screen.findByText('Los datos no se han guardado')).toBeVisible();
    expect(await observations()).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    await screen.findByText('Datos almacenados');
    expect(asked.guardarSupervisor).toHaveLength(2);
  });

  test('a changed expense is reloaded and the input is retained', async () => {
    const { user } = open({
      loadExpense: [shown(), shown({ version: 6, concepto: 'Corregido' })],
      guardarSupervisor: [refusedBy.change],
    });
    await user.click(await choice('Aprobado'));
    await write(user, 'Revisado');
    await user.click(await save());
    await user.click(await screen.findByRole('button', { name: 'Actualizar la información' }));
    expect(await screen.findByText('Corregido')).toBeVisible();
    expect(await observations()).toHaveValue('Revisado');
    expect(await choice('Aprobado')).toBeChecked();
  });
});
