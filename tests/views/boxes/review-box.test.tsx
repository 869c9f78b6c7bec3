import { screen, within } from '@testing-library/react';
import { MotionGlobalConfig } from 'framer-motion';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { boxSendMachine } from '#machines/flows/boxes/box-send.machine.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { noteServerDate } from '#src/wire/server-clock.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import { boxFacts, people, written } from '#tests/kit/flow-fixtures.ts';
import { type Answers, answering, renderScreen } from '../review/render-screen.tsx';
import { reviewBoxAt } from './review-box-at.tsx';

const screens = {
  supervisor: { View: reviewBoxAt('supervisor'), pattern: patterns.verCajaSupervisor },
  maintenance: { View: reviewBoxAt('maintenance'), pattern: patterns.verCajaMantenimiento },
  accounting: { View: reviewBoxAt('accounting'), pattern: patterns.revisarCaja },
} as const;

const open = (reviewer: keyof typeof screens, answers: Answers, noticed?: number) => {
  const { View, pattern } = screens[reviewer];
  const { logic, asked } = answering(boxSendMachine, answers, 0);
  const address = { pathname: pattern.replace(':idCaja', '12'), state: { noticed } };
  const user = renderScreen(<View machine={logic} />, pattern, address, people[reviewer]);
  return { user, asked };
};

const oneUnmarked = 'Debe marcar todos los gastos para poder enviar. Falta 1 gasto por decidir';

const columns = () =>
  within(screen.getByRole('table', { name: 'Gastos de la caja' }))
    .getAllByRole('columnheader')
    .map((head) => head.textContent);

const detail = () => screen.findByRole('link', { name: 'Ver detalle del recibo R100' });

/** The server clock, as read from the date of its responses. */
beforeEach(() => noteServerDate('Mon, 20 May 2030 15:00:00 GMT'));
afterEach(() => noteServerDate(new Date().toUTCString()));

describe('the review screen of a box', () => {
  test.each([
    [7, 1],
    [8, 0],
  ])('animates only the decided row: expense %i, %i rows', async (decided, moving) => {
    MotionGlobalConfig.skipAnimations = false;
    open('supervisor', { loadBox: [answered(boxFacts({ active: 2 }, {}))] }, decided);
    const row = (await detail()).closest('tbody');
    MotionGlobalConfig.skipAnimations = true;
    expect(row?.querySelectorAll('tr[style*="translateY"]')).toHaveLength(moving);
  });

  test.each([
    [[{ id: 7 }, { id: 8 }], 'Le faltan 2 de 2'],
    [[{ id: 7 }, { id: 8, estado: 2 }], 'Le faltan 1 de 2 · 1 espera a otra etapa'],
  ])('counts what is left here and elsewhere, as its filter does: %j', async (rows, sentence) => {
    open('supervisor', { loadBox: [answered(boxFacts({ active: 2 }, ...rows))] });
    expect((await screen.findByText(/^Le faltan/)).textContent).toBe(sentence);
    expect(screen.getByRole('button', { name: 'Por decidir 2' })).toBeVisible();
  });

  test('shows an exceeded fund once', async () => {
    const facts = boxFacts({ active: 2, consecutivo: 4 }, {});
    const ubicacion = { ...facts.box.ubicacion, fondo_excedido: 120_000 };
    open('supervisor', { loadBox: [answered({ ...facts, box: { ...facts.box, ubicacion } })] });
    const said = await screen.findByText(/Fondo excedido/);
    expect(said.parentElement).toHaveTextContent(/^Fondo excedido en \$ 120\.000$/);
  });

  test('shows the supervisor why the box cannot be sent, and its location', async () => {
    open('supervisor', {
      loadBox: [answered(boxFacts({ active: 2, consecutivo: 4, estado: 'En supervisión' }, {}))],
    });
    expect(await screen.findByRole('heading', { name: 'Tienda Centro' })).toBeVisible();
    expect(screen.getByText('n.º 4')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Enviar' })).toHaveAccessibleDescription(oneUnmarked);
    expect(columns()).toEqual([
      'Fecha',
      'Factura n.º',
      'NIT',
      'Proveedor',
      'Categoría',
      'Valor',
      'Soporte',
      'Ver detalle',
      'Estado',
    ]);
    expect(await detail()).toHaveAttribute('href', '/detalleGastoSupervisor/12/7');
    expect(screen.getByText('Recorrido').closest('details')).not.toHaveAttribute('open');
    const way = screen.getByRole('list', { name: 'Recorrido de la caja' });
    expect(within(way).getByText('Supervisor', { exact: false })).toHaveTextContent('etapa actual');
    expect(within(way).getByText('Mantenimiento', { exact: false })).toHaveTextContent('no aplica');
    const facts = screen.getAllByRole('definition').map((fact) => fact.textContent);
    expect(facts.slice(0, 3)).toEqual([
      'En supervisión',
      'Carlos Pérez',
      'hace 5 días 2 horas hábiles',
    ]);
    expect(screen.getByText('Desde 11 may 2030 09:10')).toBeInTheDocument();
  });

  test('sorts its rows by date as the column header indicates, decided or not', async () => {
    open('supervisor', {
      loadBox: [
        answered(
          boxFacts(
            { active: 2 },
            { id: 7, fecha_gasto: '2030-05-03', estado: 1 },
            { id: 8, fecha_gasto: '2030-05-01', estado: 3 },
            { id: 9, fecha_gasto: '2030-05-02', estado: 1 },
          ),
        ),
      ],
    });
    expect(await screen.findByRole('columnheader', { name: 'Fecha' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    const dates = within(screen.getByRole('table'))
      .getAllByText(/^\d+ may 2030$/)
      .map(({ textContent }) => textContent);
    expect(dates).toEqual(['1 may 2030', '2 may 2030', '3 may 2030']);
  });

  test.each([
    ['supervisor', 2, 1, 3, '/detalleGastoSupervisor/12/'],
    ['maintenance', 1, 13, 9, '/detalleGastoMantenimiento/12/'],
    ['accounting', 9, 3, 6, '/detalleGastoContabilidad/'],
    ['accounting', 4, 3, 15, '/detalleGastoContabilidadFinal/'],
  ] as const)(
    'links %s with a box in state %i to each undecided expense',
    async (reviewer, active, waiting, marked, to) => {
      const { user } = open(reviewer, {
        loadBox: [
          answered(
            boxFacts(
              { active },
              { id: 7, estado: waiting },
              { id: 8, recibo: 'R200', estado: marked },
              { id: 9, recibo: 'R300', estado: waiting },
            ),
          ),
        ],
      });
      const send = await screen.findByRole('button', { name: 'Enviar' });
      expect(send).toHaveAccessibleDescription(
        'Debe marcar todos los gastos para poder enviar. Faltan 2 gastos por decidir',
      );
      await user.hover(send);
      const bubble = within(document.querySelector('[data-hint]') as HTMLElement);
      expect(bubble.getAllByRole('link').map((link) => link.textContent)).toEqual([
        'Recibo R100 · Papelería Norte',
        'Recibo R300 · Papelería Norte',
      ]);
      await user.click(bubble.getByRole('link', { name: /R300/ }));
      expect(await screen.findByTestId('elsewhere')).toHaveTextContent(`${to}9`);
    },
  );

  test('lets the supervisor send a box whose expenses are all decided', async () => {
    const { user, asked } = open('supervisor', {
      loadBox: [answered(boxFacts({ active: 2 }, { estado: 3 }))],
      sendBox: [answered(written('Caja enviada'))],
    });
    await user.click(await screen.findByRole('button', { name: 'Enviar' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText('1 gasto: 1 aprobado')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Ok' }));
    expect(await screen.findByTestId('elsewhere')).toHaveTextContent('/historialCaja');
    expect(asked.sendBox).toEqual([
      { path: '/enviarCajaSupervisor', body: { id_caja: 12, version: 8 } },
    ]);
  });

  test('is read-only while the box is at another stage', async () => {
    open('supervisor', { loadBox: [answered(boxFacts({ active: 9 }, { estado: 3 }))] });
    expect(await detail()).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Enviar' })).toBeNull();
  });

  test('shows maintenance no dates, and links to the detail for maintenance', async () => {
    open('maintenance', { loadBox: [answered(boxFacts({ active: 1 }, { estado: 13 }))] });
    expect(await detail()).toHaveAttribute('href', '/detalleGastoMantenimiento/12/7');
    expect(columns()).not.toContain('Fecha');
    expect(screen.getByRole('button', { name: 'Enviar' })).toHaveAccessibleDescription(oneUnmarked);
  });

  test.each([
    [9, '/detalleGastoContabilidad/7/12', '/enviarCajaContabilidadPrevia', 6],
    [4, '/detalleGastoContabilidadFinal/7/12', '/enviarCajaContabilidad', 15],
  ])(
    'for accounting links a box in state %i to %s and sends it with %s',
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

  test('shows accounting the shipping company and guide number of the papers', async () => {
    const facts = boxFacts({ active: 4 }, { estado: 3 });
    open('accounting', {
      loadBox: [answered({ ...facts, shipping: { empresa: 'Envía', codigo_soporte: 'G-77' } })],
    });
    expect(await screen.findByText('Envía')).toBeVisible();
    expect(screen.getByText('G-77')).toBeVisible();
  });

  test('marks an anomaly, with its lines as the description', async () => {
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
