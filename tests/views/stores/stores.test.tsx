import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Person, ProfileId } from '#machines/domain/people/profiles.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { boxContent } from '#src/features/boxes/box.actors.ts';
import { storeList } from '#src/features/boxes/box-lists.tsx';
import { type StoreRow, storeRecords } from '#src/features/records/record-list.actors.ts';
import { patterns } from '#src/app/screens/paths.ts';
import ControlBoxView from '#src/features/boxes/ControlBoxView.tsx';
import StoreListView from '#src/features/stores/StoreListView.tsx';
import StoresView from '#src/features/stores/StoresView.tsx';
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

const oneStore = answered({ rows: [storeRow], total: 1 });

const heads = async () =>
  (await screen.findAllByRole('columnheader')).map((head) => head.textContent);

describe('the stores', () => {
  const open = (profile: ProfileId, page: typeof oneStore = oneStore) => {
    const { logic, asked } = answering(storeRecords, {
      loadRows: [page],
      actdesElemento: [answered(written('Registro actualizado'))],
    });
    const user = renderScreen(
      <StoresView machine={logic} />,
      patterns.listarTiendas,
      '/listarTiendas',
      person(profile),
    );
    return { user, asked };
  };
  const everybody = ['Tienda', 'Centro de costo', 'Formato de tienda', 'Ciudad'];

  test.each([2, 4] as const)('profile %i reaches its petty cash', async (profile) => {
    open(profile);
    expect(await heads()).toEqual([
      ...everybody,
      'Ver caja menor',
      'Base',
      'Dinero disponible',
      'Valor en proceso de reembolso',
      'Registrar gasto',
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

  test('who has one store sees its fund, and chooses nothing', async () => {
    open(2);
    const store = await screen.findByRole('region', { name: 'Tienda Centro' });
    expect(within(store).getByRole('region', { name: 'Fondo de la tienda' })).toHaveTextContent(
      /En la caja abierta\$ 0.*En proceso de reembolso\$ 12.500.*Dinero disponible\$ 487.500/,
    );
    expect(within(store).getByRole('link', { name: 'Registrar gasto' })).toHaveAttribute(
      'href',
      '/crearGasto/3',
    );
    expect(within(store).getByRole('link', { name: 'Reembolso actual' })).toHaveAttribute(
      'href',
      '/cajaActual/3',
    );
  });

  test.each([
    [2, { rows: [storeRow, { ...storeRow, id: 4, nombre: 'Tienda Norte' }], total: 2 }],
    [1, { rows: [storeRow], total: 1 }],
  ] as const)(
    'profile %i with others, or without a box, has only the list',
    async (profile, page) => {
      open(profile, answered({ ...page, rows: [...page.rows] }));
      expect(await screen.findByRole('table', { name: 'Tiendas' })).toBeVisible();
      expect(screen.queryByRole('region', { name: 'Tienda Centro' })).toBeNull();
    },
  );

  test('a fund that is low or exceeded says so in the list', async () => {
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

  test('an administrator adds, edits and switches', async () => {
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

  test('whose history may be read lead to it by a wallet', async () => {
    const { logic } = answering(storeList, { loadRows: [oneStore] });
    renderScreen(<StoreListView machine={logic} />, patterns.verTiendas, '/verTiendas', person(7));
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

describe('a box as control reads it', () => {
  test('has the columns of the specification and leads to the detail of control', async () => {
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
