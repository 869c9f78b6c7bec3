import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Person } from '#machines/domain/people/profiles.ts';
import { itemisationMachine } from '#machines/flows/review/decision.machine.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import DecisionView from '#src/features/review/DecisionView.tsx';
import ControlDetailView from '#src/features/review/ControlDetailView.tsx';
import { accountingShown, shown } from '#tests/kit/decision-fixtures.ts';
import { people, written } from '#tests/kit/flow-fixtures.ts';
import { fill } from '#tests/kit/fill.ts';
import { answering, type Answers, deciding, renderScreen } from './render-screen.tsx';
import { controlsOfReceipt, receiptControls } from './receipt-controls.ts';

const choice = (name: 'Aprobado' | 'Rechazado') => screen.findByRole('radio', { name });
const save = () => screen.getByRole('button', { name: 'Guardar' });

describe('the legalisation form of maintenance', () => {
  const open = (answers: Answers) => {
    const { logic, asked } = deciding('maintenance', answers);
    const user = renderScreen(
      <DecisionView stage="maintenance" machine={logic} />,
      patterns.detalleGastoMantenimiento,
      '/detalleGastoMantenimiento/12/7',
      people.maintenance,
    );
    return { user, asked };
  };

  test('rejects a waiting expense with a reason', async () => {
    const { user, asked } = open({
      loadExpense: [shown({ active: 1, estado: 13 })],
      guardarMantenimiento: [answered(written())],
    });
    await user.click(await choice('Rechazado'));
    await user.selectOptions(
      screen.getByRole('combobox', { name: 'Motivo de rechazo' }),
      'Soporte ilegible',
    );
    await fill(user, screen.getByRole('textbox', { name: 'Observaciones' }), 'No');
    await user.click(save());
    await screen.findByText('Datos almacenados');
    expect(asked.guardarMantenimiento).toEqual([
      expect.objectContaining({ estado: 10, id_rechazo: 1, observacion: 'No' }),
    ]);
  });

  test('shows any other expense read-only', async () => {
    open({ loadExpense: [shown({ active: 1, estado: 9 })] });
    expect(await choice('Aprobado')).toBeDisabled();
    expect(await choice('Aprobado')).toBeChecked();
    expect(screen.queryByRole('button', { name: 'Guardar' })).toBeNull();
  });
});

describe("accounting's first pass", () => {
  const open = (answers: Answers) => {
    const { logic, asked } = deciding('accounting', answers);
    const user = renderScreen(
      <DecisionView stage="accounting" machine={logic} />,
      patterns.detalleGastoContabilidad,
      '/detalleGastoContabilidad/7/12',
      people.accounting,
    );
    return { user, asked };
  };

  test('splits the value over two categories, each with its account', async () => {
    const { user, asked } = open({
      loadExpense: [accountingShown()],
      guardarContabilidad: [answered(written())],
    });
    await user.click(await choice('Aprobado'));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Clase de documento' }), '4');
    await user.click(screen.getByRole('radio', { name: 'PJ - Persona jurídica' }));
    await user.click(screen.getByRole('button', { name: 'Agregar categoría' }));
    await user.selectOptions(
      screen.getByRole('combobox', { name: 'Categoría del recibo, fila 2' }),
      'Aseo',
    );
    expect(screen.getByText('519525')).toBeVisible();
    for (const row of ['fila 1', 'fila 2'])
      await user.selectOptions(
        screen.getByRole('combobox', { name: `Impuesto, ${row}` }),
        'IVA 19 %',
      );
    await user.clear(screen.getByRole('textbox', { name: 'Valor, fila 1' }));
    await fill(user, screen.getByRole('textbox', { name: 'Valor, fila 1' }), '10000');
    // The second row proposes the rest.
    await user.click(screen.getByRole('textbox', { name: 'Valor, fila 2' }));
    expect(screen.getByRole('row', { name: /TOTAL/ })).toHaveTextContent('$ 12.500');
    await fill(user, screen.getByRole('textbox', { name: 'Observaciones' }), 'Ok');
    await user.click(save());
    await screen.findByText('Datos almacenados');
    expect(asked.guardarContabilidad).toEqual([
      expect.objectContaining({
        estado: 6,
        item: 1,
        categorias: [1],
        categorias_nuevas: [2],
        item_valor: [10_000, 2_500],
        tipo_persona: 'PJ',
        indicadorImpuesto: 4,
      }),
    ]);
  });

  test('lists everything that an approval lacks', async () => {
    const paper = {
      nombre: 'Papelería',
      cuenta: '519530',
      valor_item: null,
      iva_item: null,
      deducible: null,
    };
    const categorias = [1, 2].map((id) => ({ id, ...paper }));
    const { user } = open({ loadExpense: [accountingShown({ categorias })] });
    await user.click(await choice('Aprobado'));
    await user.clear(screen.getByRole('textbox', { name: 'Observaciones' }));
    await user.click(save());
    const alert = await screen.findByRole('alert');
    for (const sentence of [
      'Debe seleccionar la clase de documento',
      'Debe seleccionar tipo persona',
      'Falta la itemización del gasto',
      'Debe agregar las observaciones',
    ])
      expect(alert).toHaveTextContent(sentence);
    expect(screen.getByRole('combobox', { name: 'Clase de documento' })).toBeInvalid();
  });

  test.each([6, 7])('shows an expense in state %i read-only', async (estado) => {
    open({
      loadExpense: [
        accountingShown({
          estado,
          indicador: 4,
          tipo_persona: 'PN',
          categorias: [
            {
              id: 1,
              nombre: 'Papelería',
              cuenta: '519530',
              valor_item: 12_500,
              iva_item: 6,
              deducible: null,
            },
          ],
        }),
      ],
    });
    expect(await screen.findByText('PN - Persona natural')).toBeVisible();
    expect(screen.getByRole('row', { name: /Papelería/ })).toHaveTextContent('IVA 19 %');
    expect(screen.queryByRole('button', { name: 'Agregar categoría' })).toBeNull();
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});

describe("accounting's final pass", () => {
  test('saves only status and observation', async () => {
    const { logic, asked } = deciding('final', {
      loadExpense: [shown({ active: 4, estado: 15, obs_contabilidad_dos: 'Conforme' })],
      guardarContabilidadFinal: [answered(written())],
    });
    const user = renderScreen(
      <DecisionView stage="final" machine={logic} />,
      patterns.detalleGastoContabilidadFinal,
      '/detalleGastoContabilidadFinal/7/12',
      people.accounting,
    );
    expect(await choice('Aprobado')).toBeChecked();
    expect(screen.queryByRole('combobox', { name: 'Clase de documento' })).toBeNull();
    await user.click(save());
    await screen.findByText('Datos almacenados');
    expect(asked.guardarContabilidadFinal).toEqual([
      expect.objectContaining({ estado: 15, observacion: 'Conforme' }),
    ]);
  });
});

describe('the detail of internal control', () => {
  const open = (answers: Answers, person: Person) => {
    const { logic, asked } = answering(itemisationMachine, answers);
    const user = renderScreen(
      <ControlDetailView machine={logic} />,
      patterns.detalleGastoCI,
      '/detalleGastoCI/7/12',
      person,
    );
    return { user, asked };
  };

  test('shows stage, decision, date and observation of every review, read-only', async () => {
    open(
      {
        loadExpense: [
          accountingShown({
            active: 4,
            obs_supervisor: 'Autorizado',
            fecha_supervisor: '2030-05-12 10:00',
            obs_contabilidad: 'No es de caja menor',
            fecha_contabilidad: '2030-05-14 09:30',
            id_rechazo_contabilidad: 2,
          }),
        ],
      },
      { id: 70, profile: 7 },
    );
    const history = await screen.findByRole('region', { name: 'Historial de observaciones' });
    const [first, second] = within(history).getAllByRole('listitem');
    expect(first).toHaveTextContent(/Supervisor.*Aprobado.*12 may 2030 10:00.*Autorizado/);
    expect(second).toHaveTextContent(
      /Contabilidad \(primera\).*Rechazado.*14 may 2030.*No corresponde.*No es de caja menor/,
    );
    expect(screen.getByRole('link', { name: 'Gastos de la caja' })).toHaveAttribute(
      'href',
      '/detalleCajaCI/12',
    );
    expect(receiptControls()).toEqual(controlsOfReceipt);
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Guardar' })).toBeNull();
  });

  test('lets accounting split a waiting expense without deciding it', async () => {
    const { user, asked } = open(
      {
        loadExpense: [accountingShown({ active: 4 })],
        guardarContabilidad: [answered(written())],
      },
      people.accounting,
    );
    await fill(user, await screen.findByRole('textbox', { name: 'Valor, fila 1' }), '12500');
    await user.selectOptions(
      screen.getByRole('combobox', { name: 'Impuesto, fila 1' }),
      'IVA 19 %',
    );
    expect(screen.queryByRole('radio', { name: 'Aprobado' })).toBeNull();
    await user.click(save());
    await screen.findByText('Datos almacenados');
    expect(asked.guardarContabilidad).toEqual([
      expect.objectContaining({ estado: 3, item: 1, item_valor: [12_500], categorias: [1] }),
    ]);
  });
});
