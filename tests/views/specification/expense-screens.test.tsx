import userEvent from '@testing-library/user-event';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Expense } from '#contract/calls/expenses.calls.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import DecisionView from '#src/features/review/DecisionView.tsx';
import { accountingShown, shown } from '#tests/kit/decision-fixtures.ts';
import { people, written } from '#tests/kit/flow-fixtures.ts';
import { fill } from '#tests/kit/fill.ts';
import { deciding, renderScreen } from '../review/render-screen.tsx';

const supervisor = (changes: Partial<Expense> = {}) => {
  const { logic } = deciding('supervisor', { loadExpense: [shown(changes)] });
  return renderScreen(
    <DecisionView stage="supervisor" machine={logic} />,
    patterns.detalleGastoSupervisor,
    '/detalleGastoSupervisor/12/7',
    people.supervisor,
  );
};

const maintenance = (changes: Partial<Expense> = {}) => {
  const loadExpense = [shown({ active: 1, estado: 13, ...changes })];
  const { logic } = deciding('maintenance', { loadExpense });
  return renderScreen(
    <DecisionView stage="maintenance" machine={logic} />,
    patterns.detalleGastoMantenimiento,
    '/detalleGastoMantenimiento/12/7',
    people.maintenance,
  );
};

let askedOfAccounting: Record<string, unknown[]> = {};

const accounting = (changes: Partial<Expense> = {}) => {
  const { logic, asked } = deciding('accounting', {
    loadExpense: [accountingShown(changes)],
    guardarContabilidad: [answered(written())],
  });
  askedOfAccounting = asked;
  return renderScreen(
    <DecisionView stage="accounting" machine={logic} />,
    patterns.detalleGastoContabilidad,
    '/detalleGastoContabilidad/7/12',
    people.accounting,
  );
};

const screens = [
  ['the supervisor', supervisor],
  ['maintenance', maintenance],
] as const;

describe.each(screens)('the legalisation form of %s', (_, open) => {
  test('shows purchase, supplier, receipt and electronic invoice', async () => {
    open({ enlace_factura: 'https://facturas.test/1', data_factura: [] });
    expect(
      await screen.findByRole('heading', { name: 'Formulario de legalización - Caja menor' }),
    ).toBeVisible();
    const terms = [...document.querySelectorAll('dt')].map((term) => term.textContent);
    expect(terms).toEqual(
      expect.arrayContaining([
        'Fecha de compra',
        'Identificación del proveedor',
        'Proveedor',
        'Categorías',
        'Número de recibo',
        'Valor',
        'Concepto',
        'Factura electrónica',
        'Número de factura',
        'Representación gráfica',
      ]),
    );
    expect(screen.getByRole('link', { name: /^Abrir/ })).toHaveAttribute(
      'href',
      '/documentos/soportes/abc.pdf',
    );
    expect(screen.getByRole('link', { name: /representación gráfica/ })).toHaveAttribute(
      'href',
      'https://facturas.test/1',
    );
  });

  test('asks for a reason only for a rejection', async () => {
    const user = open();
    const reason = () => screen.queryByRole('combobox', { name: 'Motivo de rechazo' });
    await user.click(await screen.findByRole('radio', { name: 'Rechazado' }));
    expect(reason()).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'Aprobado' }));
    expect(reason()).toBeNull();
  });

  test('shows an anomaly, which is not a choice', async () => {
    open({ informe_novedad: 'El recibo ya está en otra caja.' });
    expect(await screen.findByText('El recibo ya está en otra caja.')).toBeVisible();
    expect(screen.getByRole('radio', { name: 'Aprobado' })).toBeEnabled();
    expect(screen.getByRole('radio', { name: 'Rechazado' })).toBeEnabled();
    expect(screen.queryByRole('radio', { name: /Novedad/ })).toBeNull();
  });
});

describe("accounting's form", () => {
  test('has a date within the last month, supplier name, document class and person type', async () => {
    accounting();
    const date = await screen.findByLabelText(/^Fecha de compra/);
    expect(date).toHaveAttribute('placeholder', 'aaaa-mm-dd');
    await userEvent.click(screen.getByRole('button', { name: 'Abrir el calendario' }));
    const day = (name: string) => screen.getByRole('button', { name });
    expect(day('lunes, 20 de mayo de 2030')).toBeEnabled();
    expect(day('martes, 21 de mayo de 2030')).toBeDisabled();
    await userEvent.click(day('Mes anterior'));
    expect(day('sábado, 20 de abril de 2030')).toBeEnabled();
    expect(day('viernes, 19 de abril de 2030')).toBeDisabled();
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('textbox', { name: 'Nombre del proveedor' })).toBeVisible();
    const classes = screen.getByRole('combobox', { name: 'Clase de documento' });
    expect(within(classes).getByRole('option', { name: 'Factura' })).toBeInTheDocument();
    expect(screen.getByRole('radio', { name: /^PJ/ })).toBeEnabled();
    expect(screen.getByRole('radio', { name: /^PN/ })).toBeEnabled();
  });

  test('sends the changes of these fields', async () => {
    const user = accounting({
      estado: 9,
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
    });
    fireEvent.change(await screen.findByLabelText(/^Fecha de compra/), {
      target: { value: '2030-05-02' },
    });
    const name = screen.getByRole('textbox', { name: 'Nombre del proveedor' });
    await user.clear(name);
    await fill(user, name, 'Ferretería El Tornillo');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Clase de documento' }), '4');
    await user.click(screen.getByRole('radio', { name: /^PN/ }));
    await user.click(screen.getByRole('radio', { name: 'Aprobado' }));
    await fill(user, screen.getByRole('textbox', { name: 'Observaciones' }), 'Ok');
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    await screen.findByText('Datos almacenados');
    expect(askedOfAccounting.guardarContabilidad).toEqual([
      expect.objectContaining({
        fecha_gasto: '2030-05-02',
        proveedor: 'Ferretería El Tornillo',
        indicadorImpuesto: 4,
        tipo_persona: 'PN',
      }),
    ]);
  });

  test('asks for a reason only for a rejection, and requires an observation', async () => {
    const user = accounting();
    const reason = () => screen.queryByRole('combobox', { name: 'Motivo de rechazo' });
    await user.click(await screen.findByRole('radio', { name: 'Aprobado' }));
    expect(reason()).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'Rechazado' }));
    expect(reason()).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Observaciones' })).toBeRequired();
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Debe agregar las observaciones');
    expect(alert).toHaveTextContent('Debes elegir un motivo de rechazo');
  });

  test.each([3, 9])(
    'in state %i splits the value in a table with a total and a button that adds rows',
    async (estado) => {
      const user = accounting({ estado });
      const plus = await screen.findByRole('button', { name: 'Agregar categoría' });
      const table = screen.getByRole('table');
      const heads = within(table).getAllByRole('columnheader');
      expect(heads.map((head) => head.textContent)).toEqual([
        'Categoría del recibo',
        'Cuenta',
        'Impuesto',
        'Valor',
      ]);
      expect(within(table).getByText('TOTAL')).toBeVisible();
      const rows = within(table).getAllByRole('row').length;
      await user.click(plus);
      expect(within(table).getAllByRole('row')).toHaveLength(rows + 1);
    },
  );
});
