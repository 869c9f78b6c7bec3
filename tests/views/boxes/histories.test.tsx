import { cleanup, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { PendingItem } from '#contract/calls/pending.calls.ts';
import type { Person, ProfileId } from '#machines/domain/people/profiles.ts';
import { answered } from '#machines/flows/steps/result.ts';
import {
  type HistoryRow,
  boxHistory,
  pendingBoxes,
  pendingItems,
} from '#src/features/boxes/box-lists.tsx';
import { patterns } from '#src/shell/screens/paths.ts';
import HistoryView from '#src/features/boxes/HistoryView.tsx';
import PendingBoxesView from '#src/features/boxes/PendingBoxesView.tsx';
import StoreHistoryView from '#src/features/boxes/StoreHistoryView.tsx';
import { refusedBy } from '#tests/kit/flow-fixtures.ts';
import { answering, renderScreen } from '../review/render-screen.tsx';

const person = (profile: ProfileId): Person => ({ id: 20, profile });

const historyRow = (changes: Partial<HistoryRow> = {}): HistoryRow => ({
  id_caja: 12,
  tienda: 'Tienda Centro',
  consecutivo: 4,
  fecha: '2030-05-11',
  total: 25_000,
  total_aprobado: 12_500,
  por_decidir: 0,
  estado: 'Lista para envío',
  color: 'info',
  active: 3,
  tipo_usuario: 'Tienda',
  fecha_movimiento: '2030-05-12 10:30',
  giro: '',
  ...changes,
});

const page = <Row,>(...rows: Row[]) => answered({ rows, total: rows.length });

const heads = async () =>
  (await screen.findAllByRole('columnheader')).map((head) => head.textContent);

describe('the history of boxes', () => {
  const open = (profile: ProfileId, row: HistoryRow = historyRow()) => {
    const { logic, asked } = answering(boxHistory, { loadRows: [page(row), page(row)] });
    const user = renderScreen(
      <HistoryView machine={logic} />,
      patterns.historialCaja,
      '/historialCaja',
      person(profile),
    );
    return { user, asked };
  };

  test('requests the first page in ascending order of the last movement', async () => {
    const { asked } = open(2);
    expect(await screen.findByRole('heading', { name: 'Historial de cajas' })).toBeVisible();
    expect(asked.loadRows).toEqual([
      {
        query: {
          ver_control: 1,
          pagina: 1,
          limite: 25,
          orden: 'fecha_movimiento',
          direccion: 'asc',
        },
      },
    ]);
  });

  test.each([
    [3, true],
    [5, false],
  ])('a box in state %i says since when it waits: %s', async (active, waits) => {
    open(2, historyRow({ active }));
    await screen.findByText('Lista para envío');
    expect(screen.queryByText('recién') !== null).toBe(waits);
  });

  test('shows the message of a box that was just sent, and marks its row', async () => {
    const rows = [historyRow({ id_caja: 13, consecutivo: 5 }), historyRow()];
    const { logic, asked } = answering(boxHistory, { loadRows: [page(...rows)] });
    const message = 'Caja n.º 5 enviada a Luz Marina Ospina · suele tardar 2 días hábiles';
    renderScreen(
      <HistoryView machine={logic} />,
      patterns.historialCaja,
      {
        pathname: '/historialCaja',
        search: '?grupo=todas&orden=fecha_movimiento&direccion=desc',
        state: { noticed: 13, message },
      },
      person(2),
    );
    expect(await screen.findByText(message)).toBeVisible();
    const table = await screen.findByRole('table', { name: 'Historial de cajas' });
    const marked = [...table.querySelectorAll('tbody tr')].map(
      (row) => row.querySelector('[data-opened]') !== null,
    );
    expect(marked).toEqual([true, false]);
    expect(asked.loadRows).toMatchObject([
      { query: { orden: 'fecha_movimiento', direccion: 'desc' } },
    ]);
  });

  test('links to the next box after a send for a reviewer, but not for a store', async () => {
    const item: PendingItem = {
      tipo: 'decidir',
      id_tienda: 3,
      tienda: 'Mayorista Pereira',
      id_caja: 12,
      consecutivo: 5,
      id_lote: null,
      active: 2,
      valor: 90_000,
      desde: 1,
      cantidad: 1,
      con_novedad: 0,
      porcentaje: null,
      gastos: [{ id_gasto: 7, proveedor: 'Taxis', valor: 9_000, informe_novedad: '', motivo: '' }],
    };
    const openSent = (profile: ProfileId) => {
      cleanup();
      renderScreen(
        <HistoryView
          machine={answering(boxHistory, { loadRows: [page()] }).logic}
          pending={
            answering(pendingItems, { loadRows: [answered({ rows: [item], total: 1 })] }).logic
          }
        />,
        patterns.historialCaja,
        { pathname: '/historialCaja', state: { noticed: 13, message: 'Caja n.º 4 enviada' } },
        person(profile),
      );
      return screen.findByText('Caja n.º 4 enviada');
    };
    const notice = await openSent(3);
    const next = await screen.findByRole('link', {
      name: /^Siguiente: Decidir .* · Mayorista Pereira/,
    });
    expect(next).toHaveAttribute('href', '/detalleGastoSupervisor/12/7');
    // In the page header, as on the lists of pending boxes.
    expect(next.compareDocumentPosition(notice)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await openSent(2);
    expect(screen.queryByRole('link', { name: /^Siguiente/ })).toBeNull();
  });

  test('opens on the boxes to decide, in the same order', async () => {
    const { logic, asked } = answering(boxHistory, { loadRows: [page(historyRow()), page()] });
    const counts = {
      pendientes: 2,
      por_decidir: 2,
      en_tramite: 7,
      cerradas: 10,
      unica_tienda: null,
    };
    const user = renderScreen(
      <HistoryView machine={logic} />,
      patterns.historialCaja,
      '/historialCaja',
      person(3),
      counts,
    );
    const tabs = await screen.findByRole('navigation', { name: 'Cajas por etapa' });
    const names = within(tabs).getAllByRole('link');
    expect(names.map(({ textContent }) => textContent)).toEqual([
      'Por decidir 2',
      'En trámite 7',
      'Cerradas 10',
      'Todas',
    ]);
    expect(names[0]).toHaveAttribute('aria-current', 'page');
    await user.click(screen.getByRole('link', { name: 'Todas' }));
    expect(await screen.findByText('Todavía no hay cajas enviadas')).toBeVisible();
    const query = { ver_control: 1, orden: 'fecha_movimiento', direccion: 'asc' };
    expect(asked.loadRows).toEqual([
      { query: expect.objectContaining({ ...query, grupo: 'por_decidir' }) },
      { query: { ...query, pagina: 1, limite: 25 } },
    ]);
  });

  test('leaves the sorting to the server', async () => {
    const { user, asked } = open(3);
    await user.click(await screen.findByRole('button', { name: /^Tienda/ }));
    await screen.findByRole('table');
    expect(asked.loadRows?.at(-1)).toEqual({
      query: expect.objectContaining({ orden: 'tienda', direccion: 'asc', pagina: 1 }),
    });
  });

  test.each([2, 4] as const)('shows the approved value to profile %i', async (profile) => {
    open(profile);
    expect(await heads()).toContain('Valor aprobado');
  });

  test.each([3, 5] as const)('hides the approved value from profile %i', async (profile) => {
    open(profile);
    expect(await heads()).not.toContain('Valor aprobado');
  });

  test.each([
    [2, 3, '/verCajaRevisada/12'],
    [2, 4, '/verCajaRevisada/12'],
    [2, 9, '/verCaja/12'],
    [4, 5, '/verCaja/12'],
    [3, 2, '/verCajaSupervisor/12'],
    [5, 1, '/verCajaMantenimiento/12'],
  ] as const)('for profile %i links a box in state %i to %s', async (profile, active, to) => {
    open(profile, historyRow({ active }));
    expect(
      await screen.findByRole('link', { name: 'Abrir la caja n.º 4 de Tienda Centro' }),
    ).toHaveAttribute('href', to);
  });
});

describe('the history of one store', () => {
  const open = (profile: ProfileId, answer: Parameters<typeof answering>[1][string][number]) => {
    const { logic, asked } = answering(boxHistory, { loadRows: [answer] });
    renderScreen(
      <StoreHistoryView machine={logic} />,
      patterns.historialTienda,
      '/historialTienda/3',
      person(profile),
    );
    return asked;
  };

  test('has the columns of the specification', async () => {
    const asked = open(6, page(historyRow()));
    expect(await heads()).toEqual([
      'Tienda',
      'Reembolso n.º',
      'Fecha de creación',
      'Valor solicitado',
      'Valor aprobado',
      'Estado',
      'Encargado',
      'Fecha de recepción',
      'Ver detalle',
    ]);
    expect(asked.loadRows).toEqual([{ query: expect.objectContaining({ id_tienda: 3 }) }]);
  });

  test.each([
    [3, '/verCajaSupervisor/12'],
    [6, '/detalleCajaCI/12'],
    [7, '/detalleCajaCI/12'],
    [8, '/detalleCajaCI/12'],
  ] as const)('for profile %i links a box to %s', async (profile, to) => {
    open(profile, page(historyRow()));
    expect(await screen.findByRole('link', { name: /^Abrir la caja n.º 4/ })).toHaveAttribute(
      'href',
      to,
    );
  });

  test('shows the not-found message for a store that the user may not see', async () => {
    open(8, refusedBy.absence);
    expect(await screen.findByText('No existe o no tiene permiso')).toBeVisible();
  });
});

const nothingPending = () =>
  answering(pendingItems, { loadRows: [answered({ rows: [], total: 0 })] }).logic;

describe('the boxes that wait for accounting', () => {
  test('are listed with their value, state and a link to the review', async () => {
    const { id_caja: id, ...row } = historyRow({ active: 4, estado: 'En contabilidad (final)' });
    const { logic } = answering(pendingBoxes, { loadRows: [page({ ...row, id })] });
    renderScreen(
      <PendingBoxesView machine={logic} pending={nothingPending()} />,
      patterns.cajasPendientes,
      '/cajasPendientes',
      person(6),
    );
    expect(await heads()).toEqual([
      'Tienda',
      'Reembolso n.º',
      'Fecha de recibido en contabilidad',
      'Valor',
      'Estado',
      'Ver detalle',
    ]);
    expect(screen.getByText('En contabilidad (final)')).toBeVisible();
    expect(screen.getByRole('link', { name: /^Abrir la caja n.º 4/ })).toHaveAttribute(
      'href',
      '/revisarCaja/12',
    );
    // The next pending item is a link above the table, not a second list.
    expect(screen.getAllByRole('table')).toHaveLength(1);
    expect(screen.queryByRole('list')).toBeNull();
  });

  test('can be loaded again after a failure; an empty list shows a message', async () => {
    const { logic } = answering(pendingBoxes, { loadRows: [new Error('offline'), page()] });
    const user = renderScreen(
      <PendingBoxesView machine={logic} pending={nothingPending()} />,
      patterns.cajasPendientes,
      '/cajasPendientes',
      person(6),
    );
    await user.click(await screen.findByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByText('No hay cajas pendientes')).toBeVisible();
  });
});
