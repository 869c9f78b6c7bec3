import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Person } from '#machines/domain/people/profiles.ts';
import type { FundMovements } from '#machines/flows/payments/payment.kinds.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import MovementsView from '#src/features/fund/MovementsView.tsx';
import { movementsOf } from '#src/features/payments/payments.actors.ts';
import { written } from '#tests/kit/flow-fixtures.ts';
import { answering, renderScreen } from '../review/render-screen.tsx';

type Movement = FundMovements['movimientos'][number];

const store: Person = { id: 9, profile: 2 };
const accountant: Person = { id: 20, profile: 6 };

const movement = (change: Partial<Movement> = {}): Movement => ({
  id: 4,
  concepto: 'Disminución de la base',
  estado: 'pedida',
  nombre_estado: 'Por devolver',
  valor: 40_000,
  motivo: 'Bajaron las ventas',
  fecha: '2020-06-17 10:00',
  persona: 'Carolina Ruiz',
  deudor: '',
  id_deudor: null,
  dia: '',
  referencia: '',
  resuelto: '',
  resuelto_por: '',
  puede: [],
  ...change,
});

const fund = (change: Partial<FundMovements> = {}): FundMovements => ({
  id_tienda: 3,
  tienda: 'Tienda Centro',
  base: 500_000,
  por_devolver: 0,
  disponible: 300_000,
  activa: 1,
  por_abrir: 0,
  en_caja: 0,
  en_proceso: 0,
  por_girar: 0,
  a_cargo: 0,
  movimientos: [],
  ...change,
});

function open(person: Person, ...shown: FundMovements[]) {
  const { logic, asked } = answering(movementsOf, {
    loadData: shown.map((facts) => answered(facts)),
    act: [answered(written())],
  });
  const [pattern, address] =
    person === store
      ? [patterns.movimientosCaja, '/cajaActual/3/movimientos']
      : [patterns.movimientosTienda, '/historialTienda/3/movimientos'];
  const user = renderScreen(<MovementsView machine={logic} />, pattern, address, person);
  return { user, asked };
}

const button = (name: string) => screen.findByRole('button', { name });

describe('the movements of a fund', () => {
  test('say that there is none', async () => {
    open(store, fund());
    expect(await screen.findByText('El fondo no ha tenido movimientos')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Base: $ 500.000' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('say who, when, why and what followed, each with its act', async () => {
    const settled = { estado: 'consignado', nombre_estado: 'Consignado', dia: '2020-06-18' };
    const row = movement({ ...settled, referencia: '4471', resuelto_por: 'Luis Soto' });
    open(accountant, fund({ movimientos: [row] }));
    const header = await screen.findByRole('rowheader', { name: 'Disminución de la base' });
    const cells = [...(header.closest('tr')?.cells ?? [])].map(({ textContent }) => textContent);
    expect(cells.slice(0, 7)).toEqual([
      'Disminución de la base',
      '$ 40.000',
      'Consignado',
      '17 jun 2020 10:00',
      'Carolina Ruiz',
      'Bajaron las ventas',
      '18 jun 2020, ref. 4471, Luis Soto',
    ]);
    expect(screen.getByRole('link', { name: /^Acta/ })).toHaveAttribute(
      'href',
      '/documentos/movimientos/4',
    );
    expect(screen.queryByRole('button', { name: 'Consignar' })).toBeNull();
  });

  test('take the money of a lower base with day and reference', async () => {
    const puede = [{ evento: 'MOVEMENT.PAY_IN' }];
    const asked40 = fund({ por_devolver: 40_000, movimientos: [movement({ puede })] });
    const { user, asked } = open(store, asked40, fund({ base: 460_000 }));
    expect(await screen.findByText(/La tienda debe devolver \$\s40\.000 de su base/)).toBeVisible();
    await user.click(await button('Consignar'));
    expect(await button('Guardar')).toHaveAccessibleDescription(
      'Escriba la referencia o cómo se consignó',
    );
    await user.click(screen.getByRole('textbox', { name: /^Referencia/ }));
    await user.paste('CONS 881');
    await user.click(await button('Guardar'));
    expect(await screen.findByRole('heading', { name: 'Base: $ 460.000' })).toBeVisible();
    expect(asked.act).toMatchObject([
      {
        request: {
          path: '/consignarMovimiento',
          body: { id_movimiento: 4, referencia: 'CONS 881' },
        },
      },
    ]);
  });

  test('let accounting pay in a debt in the name of its debtor, or take it over', async () => {
    const debt = movement({
      concepto: 'Faltante de un arqueo',
      estado: 'aCargo',
      nombre_estado: 'A cargo',
      deudor: 'Ana Ruiz',
      id_deudor: 9,
      puede: [{ evento: 'MOVEMENT.PAY_IN' }, { evento: 'MOVEMENT.TAKE_OVER' }],
    });
    const { user, asked } = open(accountant, fund({ movimientos: [debt] }), fund());
    expect(await button('Asumir')).toBeEnabled();
    await user.click(await button('Consignar'));
    expect(screen.getByText('Faltante de un arqueo: $ 40.000, debe Ana Ruiz')).toBeVisible();
    await user.click(screen.getByRole('textbox', { name: /^Referencia/ }));
    await user.paste('En efectivo');
    await user.click(await button('Guardar'));
    await screen.findByText('El fondo no ha tenido movimientos');
    expect(asked.act).toMatchObject([
      { request: { path: '/consignarMovimiento', body: { id_movimiento: 4, id_deudor: 9 } } },
    ]);
  });

  test('are answered by the store with one press', async () => {
    const paid = movement({
      concepto: 'Aumento de la base',
      estado: 'porGirar',
      nombre_estado: 'Girado',
      puede: [{ evento: 'PAYMENT.RECEIVE' }, { evento: 'PAYMENT.CLAIM' }],
    });
    const { user, asked } = open(store, fund({ movimientos: [paid] }), fund());
    await user.click(await button('Recibí el dinero'));
    await screen.findByText('El fondo no ha tenido movimientos');
    expect(asked.act).toMatchObject([
      { request: { path: '/responderGiro', body: { id_caja: -4, recibido: 1 } } },
    ]);
  });
});

describe('the fund of a store that was switched off', () => {
  const left = async () =>
    within(await screen.findByRole('list', { name: 'Lo que falta para liquidar el fondo' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '));

  test('says what is left to do, in order, with a link to the debts', async () => {
    const parts = { en_caja: 10_000, en_proceso: 20_000, por_girar: 30_000, a_cargo: 40_000 };
    open(accountant, fund({ activa: 0, por_devolver: 200_000, ...parts }));
    expect(await left()).toEqual([
      '$ 10.000 en la caja abierta y en vales: la tienda envía la caja y legaliza los vales.',
      '$ 20.000 en proceso: se revisan y se cierran las cajas enviadas.',
      '$ 30.000 por girar: se giran, o se retienen para bajar la base.',
      '$ 40.000 a cargo: se consignan o se asumen. Ver qué se debe',
      '$ 200.000 por devolver de la base: consígnelos, o reténgalos de un giro.',
      '$ 300.000 de la base, que nadie ha pedido: un administrador la baja a 0 en «Editar tienda».',
    ]);
    expect(screen.getByRole('link', { name: 'Ver qué se debe' })).toHaveAttribute(
      'href',
      '/historialTienda/3/a-cargo',
    );
  });

  test('is settled at a base of 0', async () => {
    open(accountant, fund({ activa: 0, base: 0 }));
    await screen.findByText('El fondo no ha tenido movimientos');
    expect(screen.queryByText(/por liquidar/)).toBeNull();
  });
});
