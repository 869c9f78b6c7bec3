import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { PendingItem } from '#contract/calls/pending.calls.ts';
import type { AnswerOf } from '#contract/contract.ts';
import { inactiveStore } from '#machines/domain/fund/fund.ts';
import type { Person, ProfileId } from '#machines/domain/people/profiles.ts';
import { lastDays } from '#machines/domain/values/dates.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { boxContent } from '#src/features/boxes/box.actors.ts';
import { storeList } from '#src/features/boxes/box-lists.tsx';
import { type StoreRow, storeRecords } from '#src/features/records/record-list.actors.ts';
import { patterns, usualDays } from '#src/shell/screens/paths.ts';
import ControlBoxView from '#src/features/boxes/ControlBoxView.tsx';
import StoreListView from '#src/features/stores/StoreListView.tsx';
import { deviationFigures } from '#src/features/workflow/DeviationsLead.tsx';
import StoresView, { waitingItems } from '#src/features/stores/StoresView.tsx';
import { serverToday } from '#src/wire/server-clock.ts';
import { boxFacts, written } from '#tests/kit/flow-fixtures.ts';
import { answering, renderScreen } from '../review/render-screen.tsx';

const person = (profile: ProfileId): Person => ({ id: 20, profile });

const storeRow: StoreRow = {
  id: 3,
  nombre: 'Tienda Centro',
  centro_costo: 'CC1',
  formato_tienda: 'Express',
  ciudad: 'Cali',
  base: 500_000,
  disponible: 487_500,
  reembolso: 12_500,
  en_proceso: 12_500,
  por_girar: 0,
  a_cargo_tienda: 0,
  active_: 1,
};

const nothingDeviates: AnswerOf<'/flujoDesviaciones'> = {
  integridad: null,
  clases: [],
  arqueos: { cantidad: 0, casos: [] },
};

const pendingItem: PendingItem = {
  tipo: 'corregir',
  active: 5,
  id_caja: 7,
  id_lote: null,
  valor: 12_500,
  desde: 0,
  cantidad: 1,
  con_novedad: 0,
  gastos: [],
  porcentaje: null,
  id_tienda: 3,
  tienda: 'Tienda Centro',
  consecutivo: 1,
};

const oneStore = answered({ rows: [storeRow], total: 1 });

const heads = async () =>
  (await screen.findAllByRole('columnheader')).map((head) => head.textContent);

describe('the stores', () => {
  const waiting = {
    rows: [3, 4, 4].map((id_tienda) => ({ ...pendingItem, id_tienda })),
    total: 3,
  };
  const open = (profile: ProfileId, page: typeof oneStore = oneStore) => {
    const { logic, asked } = answering(storeRecords, {
      loadRows: [page],
      actdesElemento: [answered(written('Registro actualizado'))],
    });
    const user = renderScreen(
      <StoresView
        machine={logic}
        waiting={answering(waitingItems, { loadDetail: [answered(waiting)] }).logic}
      />,
      patterns.listarTiendas,
      '/listarTiendas',
      person(profile),
    );
    return { user, asked };
  };
  const everybody = ['Tienda', 'Centro de costo', 'Formato de tienda', 'Ciudad'];

  test.each([
    [1, 'Cree la primera tienda', 2],
    [2, 'No hay tiendas a su cargo', 0],
  ] as const)('that are none tell profile %i «%s»', async (profile, title, buttons) => {
    open(profile, answered({ rows: [], total: 0 }));
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.queryAllByRole('link', { name: 'Agregar tienda' })).toHaveLength(buttons);
  });

  test.each([2, 4] as const)('show profile %i its fund and petty cash links', async (profile) => {
    open(profile);
    expect(await heads()).toEqual([
      ...everybody,
      'Ver caja menor',
      'Base',
      'Dinero disponible',
      'Valor en proceso de reembolso',
    ]);
    expect(screen.getByRole('link', { name: 'Registrar gasto: Tienda Centro' })).toHaveAttribute(
      'href',
      '/crearGasto/3',
    );
    expect(screen.getByRole('link', { name: 'Ver caja menor: Tienda Centro' })).toHaveAttribute(
      'href',
      '/cajaActual/3',
    );
    expect(screen.queryByRole('link', { name: 'Agregar tienda' })).toBeNull();
  });

  test('show a user with one store its fund and links', async () => {
    open(2);
    const store = await screen.findByRole('region', { name: 'Tienda Centro' });
    expect(within(store).getByText(/^Quedan \$\s487\.500 de \$\s500\.000/)).toBeVisible();
    expect(within(store).getByRole('region', { name: 'Fondo de la tienda' })).toHaveTextContent(
      /En la caja abierta\$ 0.*En proceso de reembolso\$ 12.500.*Dinero disponible\$ 487.500/,
    );
    expect(
      within(store).getByRole('link', { name: 'Registrar gasto: Tienda Centro' }),
    ).toHaveAttribute('href', '/crearGasto/3');
    expect(
      within(store).getByRole('link', { name: 'Reembolso actual: Tienda Centro' }),
    ).toHaveAttribute('href', '/cajaActual/3');
  });

  test('show that a store is inactive, without a link to record an expense', async () => {
    open(2, answered({ rows: [{ ...storeRow, active_: 0 }], total: 1 }));
    const store = within(await screen.findByRole('region', { name: 'Tienda Centro' }));
    expect(store.getByText(inactiveStore)).toBeVisible();
    expect(store.queryByRole('link', { name: /^Registrar gasto/ })).toBeNull();
  });

  const north = { ...storeRow, id: 4, nombre: 'Tienda Norte', disponible: 100_000 };

  test('show a user with several stores the fund, the pending items and the links of each', async () => {
    open(2, answered({ rows: [storeRow, north], total: 2 }));
    const store = within(await screen.findByRole('region', { name: 'Tienda Norte' }));
    expect(store.getByText(/^Quedan \$\s100\.000 de \$\s500\.000/)).toBeVisible();
    expect(await store.findByRole('link', { name: '2 pendientes' })).toHaveAttribute(
      'href',
      '/misPendientes?buscar=Tienda+Norte',
    );
    expect(store.getByRole('link', { name: 'Registrar gasto: Tienda Norte' })).toHaveAttribute(
      'href',
      '/crearGasto/4',
    );
    const other = within(screen.getByRole('region', { name: 'Tienda Centro' }));
    expect(other.getByRole('link', { name: '1 pendiente' })).toBeVisible();
    expect(screen.getAllByRole('link', { name: /^Registrar gasto/ })).toHaveLength(2);
  });

  test('show a user with many stores only the list, whose rows have the button', async () => {
    const rows = Array.from({ length: 7 }, (_, index) => ({
      ...storeRow,
      id: 3 + index,
      nombre: `Tienda ${index}`,
    }));
    open(4, answered({ rows, total: 7 }));
    expect((await heads()).at(-1)).toBe('Registrar gasto');
    expect(screen.queryByRole('region', { name: 'Tienda 0' })).toBeNull();
  });

  test('show an administrator only the list', async () => {
    open(1);
    expect(await screen.findByRole('table', { name: 'Tiendas' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Tienda Centro' })).toBeNull();
  });

  test('mark low and exceeded funds in the list', async () => {
    const others = [
      { ...storeRow, disponible: 100_000 },
      { ...storeRow, id: 4, nombre: 'Tienda Norte', disponible: -50_000 },
      { ...storeRow, id: 5, nombre: 'Tienda Sur' },
    ];
    open(4, answered({ rows: others, total: 3 }));
    expect(await screen.findByText('Fondo bajo: quedan $ 100.000')).toBeVisible();
    expect(screen.getByText('Fondo excedido en $ 50.000')).toBeVisible();
    expect(screen.getAllByText(/^Fondo /)).toHaveLength(2);
  });

  test('let an administrator add, edit and deactivate stores', async () => {
    const { user, asked } = open(1);
    expect(await heads()).toEqual([...everybody, 'Activo', 'Acciones']);
    expect(screen.getByRole('link', { name: 'Agregar tienda' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Editar Tienda Centro' })).toHaveAttribute(
      'href',
      '/editarTienda/3',
    );
    await user.click(screen.getByRole('switch', { name: 'Activo: Tienda Centro' }));
    expect(await screen.findByText('Registro actualizado')).toBeVisible();
    expect(asked.actdesElemento).toEqual([{ id_elemento: 3, opc: 0 }]);
  });

  const openList = (profile: ProfileId, page = oneStore, found = nothingDeviates) => {
    const { logic, asked } = answering(deviationFigures, { loadDetail: [answered(found)] });
    renderScreen(
      <StoreListView
        machine={answering(storeList, { loadRows: [page] }).logic}
        deviations={logic}
      />,
      patterns.verTiendas,
      '/verTiendas',
      person(profile),
    );
    return asked;
  };

  test('that are none lead who may create one to its form', async () => {
    renderScreen(
      <StoreListView
        machine={answering(storeList, { loadRows: [answered({ rows: [], total: 0 })] }).logic}
      />,
      patterns.verTiendas,
      '/verTiendas',
      person(1),
      undefined,
      ['listarUsuarios', 'crearTienda', 'verTiendas'],
    );
    expect(await screen.findByText('Cree la primera tienda')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Agregar tienda' })).toHaveAttribute(
      'href',
      '/crearTienda',
    );
  });

  const unlisted = { umbral: null, personas: [], otras_personas: 0, casos: [] };

  test('show internal control the deviations first, with links to their cases', async () => {
    const asked = openList(7, oneStore, {
      ...nothingDeviates,
      clases: [
        { clase: 'tarde', cantidad: 1_200, ...unlisted },
        { clase: 'novedad', cantidad: 3, ...unlisted },
        { clase: 'repetido', cantidad: 0, ...unlisted },
      ],
      arqueos: { cantidad: 2, casos: [] },
    });
    const lead = within(
      await screen.findByRole('region', { name: 'Qué mirar de los últimos 90 días' }),
    );
    await lead.findByRole('link', { name: 'Meta superada: 1.200' });
    const links = lead.getAllByRole('link').map((link) => link.getAttribute('href'));
    const all = '/flujo?vista=desviaciones';
    expect(links).toEqual([all, `${all}&clase=tarde`, `${all}&clase=novedad`, all]);
    expect(lead.getByRole('link', { name: 'Gastos con novedad: 3' })).toBeVisible();
    expect(lead.getByRole('link', { name: 'Arqueos con diferencia: 2' })).toBeVisible();
    const { min: desde, max: hasta } = lastDays(serverToday(), usualDays);
    expect(asked.loadDetail).toEqual([{ key: { desde, hasta } }]);
  });

  test('show a manager the funds of the stores first, with a link to the lowest', async () => {
    const low = { ...storeRow, id: 4, nombre: 'Tienda Norte', disponible: 50_000 };
    const other = { ...low, reembolso: 400_000, por_girar: 300_000, a_cargo_tienda: 50_000 };
    const asked = openList(8, answered({ rows: [storeRow, other], total: 2 }));
    const lead = within(await screen.findByRole('region', { name: 'Fondo de 2 tiendas' }));
    expect(lead.getByRole('region', { name: 'Fondo de sus tiendas' })).toHaveTextContent(
      /caja abierta\$ 0.*proceso de reembolso\$ 112.500.*Por girar\$ 300.000.*A cargo del responsable\$ 50.000.*disponible\$ 537.500.*Base\$ 1.000.000/,
    );
    expect(lead.getByText('La tienda con menos disponible es Tienda Norte.')).toBeVisible();
    expect(lead.getByRole('link', { name: 'Ver la de menos fondo' })).toHaveAttribute(
      'href',
      '/historialTienda/4',
    );
    expect(asked.loadDetail).toBeUndefined();
  });

  test.each([3, 6] as const)(
    'show profile %i only the list with links to the history',
    async (profile) => {
      const asked = openList(profile);
      expect(await heads()).toContain('Ver historial');
      expect(
        screen.queryByRole('region', { name: /^(Qué mirar|Fondo de|Tienda Centro)/ }),
      ).toBeNull();
      expect(asked.loadDetail).toBeUndefined();
    },
  );

  test('link internal control to the history of a store', async () => {
    openList(7);
    expect(await heads()).toEqual([
      ...everybody,
      'Ver historial',
      'Base de la caja',
      'Dinero disponible',
    ]);
    expect(screen.getByRole('link', { name: 'Ver historial: Tienda Centro' })).toHaveAttribute(
      'href',
      '/historialTienda/3',
    );
  });
});

describe('a box for internal control', () => {
  test('has the columns of the specification and links to the expense detail', async () => {
    const { box, rows } = boxFacts({ active: 9, consecutivo: 4 }, { estado: 6, consecutivo: 4 });
    const { logic } = answering(boxContent, {
      loadDetail: [answered({ box, rows, shipping: {} })],
    });
    renderScreen(
      <ControlBoxView machine={logic} />,
      patterns.detalleCajaCI,
      '/detalleCajaCI/12',
      person(7),
    );
    expect(await screen.findByRole('heading', { name: 'Tienda Centro' })).toBeVisible();
    expect(await heads()).toEqual([
      'Tienda',
      'Reembolso n.º',
      'Factura n.º',
      'Proveedor',
      'Fecha',
      'Valor',
      'Ver detalle',
      'Estado',
    ]);
    const table = screen.getByRole('table', { name: 'Gastos de la caja' });
    expect(within(table).getByRole('link', { name: /^Ver detalle/ })).toHaveAttribute(
      'href',
      '/detalleGastoCI/7/12',
    );
    expect(screen.getByRole('link', { name: 'Historial Caja Menor' })).toHaveAttribute(
      'href',
      '/historialTienda/3',
    );
  });
});
