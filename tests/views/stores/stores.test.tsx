import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Person, ProfileId } from '#machines/domain/profiles.ts';
import { answered } from '#machines/flows/result.ts';
import { boxContent } from '#src/actors/box-view.actors.ts';
import { storeList } from '#src/actors/list-boxes.actors.ts';
import { type StoreRow, storeRecords } from '#src/actors/record-list.actors.ts';
import { patterns } from '#src/screens/paths.ts';
import ControlBoxView from '#src/views/boxes/ControlBoxView.tsx';
import StoreListView from '#src/views/stores/StoreListView.tsx';
import StoresView from '#src/views/stores/StoresView.tsx';
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
  active_: 1,
};

const oneStore = answered({ rows: [storeRow], total: 1 });

const heads = async () =>
  (await screen.findAllByRole('columnheader')).map((head) => head.textContent);

describe('the stores', () => {
  const open = (profile: ProfileId) => {
    const { logic, asked } = answering(storeRecords, {
      loadRows: [oneStore],
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
    ]);
    expect(screen.getByRole('link', { name: 'Ver caja menor: Tienda Centro' })).toHaveAttribute(
      'href',
      '/cajaActual/3',
    );
    expect(screen.queryByRole('link', { name: 'Agregar tienda' })).toBeNull();
  });

  test('an administrator adds, edits and switches', async () => {
    const { user, asked } = open(1);
    expect(await heads()).toEqual([...everybody, 'Editar', 'Activo']);
    expect(screen.getByRole('link', { name: 'Agregar tienda' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Editar: Tienda Centro' })).toHaveAttribute(
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
