import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { boxSendMachine } from '#machines/flows/box-send.machine.ts';
import { answered } from '#machines/flows/result.ts';
import { patterns } from '#src/routes/paths.ts';
import AccountingBoxView from '#src/views/boxes/AccountingBoxView.tsx';
import MaintenanceBoxView from '#src/views/boxes/MaintenanceBoxView.tsx';
import SupervisorBoxView from '#src/views/boxes/SupervisorBoxView.tsx';
import { boxFacts, people, written } from '#tests/kit/flow-fixtures.ts';
import { type Answers, answering, renderScreen } from '../review/render-screen.tsx';

const screens = {
  supervisor: { View: SupervisorBoxView, pattern: patterns.verCajaSupervisor },
  maintenance: { View: MaintenanceBoxView, pattern: patterns.verCajaMantenimiento },
  accounting: { View: AccountingBoxView, pattern: patterns.revisarCaja },
} as const;

const open = (reviewer: keyof typeof screens, answers: Answers) => {
  const { View, pattern } = screens[reviewer];
  const { logic, asked } = answering(boxSendMachine, answers, 0);
  const address = pattern.replace(':idCaja', '12');
  const user = renderScreen(<View machine={logic} />, pattern, address, people[reviewer]);
  return { user, asked };
};

const everyExpenseMarked = 'Debe marcar todos los gastos para poder enviar';

const columns = () =>
  within(screen.getByRole('table', { name: 'Gastos de la caja' }))
    .getAllByRole('columnheader')
    .map((head) => head.textContent);

const detail = () => screen.findByRole('link', { name: 'Ver detalle del recibo R100' });

describe('a box before its reviewers', () => {
  test('the supervisor sees why the box cannot be sent, and where it is', async () => {
    open('supervisor', {
      loadBox: [answered(boxFacts({ active: 2, consecutivo: 4, estado: 'En supervisión' }, {}))],
    });
    expect(await screen.findByRole('heading', { name: 'Tienda Centro' })).toBeVisible();
    expect(screen.getByText('Reembolso n.º 4')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Enviar' })).toHaveAccessibleDescription(
      everyExpenseMarked,
    );
    expect(columns()).toEqual([
      'Fecha',
      'Factura n.º',
      'NIT',
      'Proveedor',
      'Categoría',
      'Valor',
      'Archivo',
      'Ver detalle',
      'Estado',
    ]);
    expect(await detail()).toHaveAttribute('href', '/detalleGastoSupervisor/12/7');
    const way = screen.getByRole('list', { name: 'Recorrido de la caja' });
    expect(within(way).getByText('Supervisor', { exact: false })).toHaveTextContent('etapa actual');
  });

  test('the supervisor sends a marked box', async () => {
    const { user, asked } = open('supervisor', {
      loadBox: [answered(boxFacts({ active: 2 }, { estado: 3 }))],
      sendBox: [answered(written('Caja enviada'))],
    });
    await user.click(await screen.findByRole('button', { name: 'Enviar' }));
    await user.click(await screen.findByRole('button', { name: 'Ok' }));
    expect(await screen.findByTestId('elsewhere')).toHaveTextContent('/historialCaja');
    expect(asked.sendBox).toEqual([
      { path: '/enviarCajaSupervisor', body: { id_caja: 12, version: 8 } },
    ]);
  });

  test('a box in other hands is only read', async () => {
    open('supervisor', { loadBox: [answered(boxFacts({ active: 9 }, { estado: 3 }))] });
    expect(await detail()).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Enviar' })).toBeNull();
  });

  test('maintenance sees no dates and opens its own detail', async () => {
    open('maintenance', { loadBox: [answered(boxFacts({ active: 1 }, { estado: 13 }))] });
    expect(await detail()).toHaveAttribute('href', '/detalleGastoMantenimiento/12/7');
    expect(columns()).not.toContain('Fecha');
    expect(screen.getByRole('button', { name: 'Enviar' })).toHaveAccessibleDescription(
      everyExpenseMarked,
    );
  });

  test.each([
    [9, '/detalleGastoContabilidad/7/12', '/enviarCajaContabilidadPrevia', 6],
    [4, '/detalleGastoContabilidadFinal/7/12', '/enviarCajaContabilidad', 15],
  ])(
    'accounting with a box in %i leads to %s and sends by %s',
    async (active, to, path, estado) => {
      const { user, asked } = open('accounting', {
        loadBox: [answered(boxFacts({ active }, { estado }))],
        sendBox: [answered(written('Caja enviada'))],
      });
      expect(await detail()).toHaveAttribute('href', to);
      expect(columns()).toContain('Fecha');
      await user.click(await screen.findByRole('button', { name: 'Enviar' }));
      await user.click(await screen.findByRole('button', { name: 'Ok' }));
      expect(await screen.findByTestId('elsewhere')).toHaveTextContent('/cajasPendientes');
      expect(asked.sendBox).toEqual([expect.objectContaining({ path })]);
    },
  );

  test('accounting sees with which company and guide the papers came', async () => {
    const facts = boxFacts({ active: 4 }, { estado: 3 });
    open('accounting', {
      loadBox: [answered({ ...facts, shipping: { empresa: 'Envía', codigo_soporte: 'G-77' } })],
    });
    expect(await screen.findByText('Envía')).toBeVisible();
    expect(screen.getByText('G-77')).toBeVisible();
  });

  test('a novelty is marked beside the state, with its lines', async () => {
    open('supervisor', {
      loadBox: [
        answered(
          boxFacts(
            { active: 2 },
            { informe_novedad: 'El recibo ya se usó.\nEl soporte se repite.' },
          ),
        ),
      ],
    });
    expect(await screen.findByRole('button', { name: 'Novedad' })).toHaveAccessibleDescription(
      'El recibo ya se usó. El soporte se repite.',
    );
  });
});
