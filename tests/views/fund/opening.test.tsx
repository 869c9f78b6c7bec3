import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { FundMovements } from '#machines/flows/payments/payment.kinds.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import { StoreOpening } from '#src/features/fund/StoreOpening.tsx';
import { movementsOf } from '#src/features/payments/payments.actors.ts';
import { written } from '#tests/kit/flow-fixtures.ts';
import { admin } from '#tests/kit/record-fixtures.ts';
import { fillIn } from '../fill-in.ts';
import { answering, renderScreen } from '../review/render-screen.tsx';

const fund = (change: Partial<FundMovements> = {}): FundMovements => ({
  id_tienda: 3,
  tienda: 'Tienda Centro',
  base: 1_000_000,
  por_devolver: 0,
  disponible: 1_000_000,
  activa: 1,
  por_abrir: 1,
  en_caja: 0,
  en_proceso: 0,
  por_girar: 0,
  a_cargo: 0,
  movimientos: [],
  ...change,
});

const opening: FundMovements['movimientos'][number] = {
  id: 7,
  concepto: 'Apertura',
  estado: 'hecho',
  nombre_estado: 'Hecho',
  valor: 1_000_000,
  motivo: 'Fondo $ 1.000.000: efectivo $ 300.000',
  fecha: '2020-06-17 10:00',
  persona: 'Carolina Ruiz',
  deudor: 'Ana',
  id_deudor: 9,
  dia: '',
  referencia: '',
  resuelto: '',
  resuelto_por: '',
  puede: [{ evento: 'MOVEMENT.TAKE_BACK' }],
};

function open(...shown: FundMovements[]) {
  const { logic, asked } = answering(movementsOf, {
    loadData: shown.map((facts) => answered(facts)),
    act: [answered(written())],
  });
  const user = renderScreen(
    <StoreOpening idTienda={3} machine={logic} />,
    patterns.editarTienda,
    '/editarTienda/3',
    admin,
  );
  return { user, asked };
}

const button = (name: string) => screen.findByRole('button', { name });
const field = (name: string | RegExp) => screen.getByRole('textbox', { name });

test('the form says what is left to be paid, refuses a surplus, and sends only boxes that are filled in', async () => {
  const { user, asked } = open(fund(), fund({ por_abrir: 0, movimientos: [opening] }));
  await button('Abrir el fondo');
  await fillIn(user, field('Efectivo contado'), '800000');
  await fillIn(user, field('Número de la próxima caja'), '13');
  await fillIn(user, field('Número de la caja 1'), '12');
  await fillIn(user, field('Valor de la caja 1'), '250000');
  expect(screen.getByText(/^Sobran \$\s50\.000 del fondo de \$\s1\.000\.000\.$/)).toBeVisible();
  expect(await button('Abrir el fondo')).toHaveAccessibleDescription(/suba el fondo/);
  await fillIn(user, field('Efectivo contado'), '300000');
  expect(screen.getByText(/^Quedan por girar \$\s450\.000\.$/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Otra caja' }));
  expect(field('Número de la caja 2')).toBeVisible();
  await fillIn(user, field(/^Día de la caja 1/), '2020-06-10');
  await user.tab();
  await user.click(await button('Abrir el fondo'));
  expect(await screen.findByRole('button', { name: 'Guardar' })).toBeVisible();
  expect(asked.act).toMatchObject([
    {
      request: {
        path: '/abrirFondo',
        body: {
          id_tienda: 3,
          base: 1_000_000,
          efectivo: 300_000,
          debe: 0,
          sin_registrar: 0,
          siguiente: 13,
          cajas: [{ numero: 12, valor: 250_000, dia: '2020-06-10' }],
        },
      },
    },
  ]);
});

test('an opening that nothing followed is taken back with a reason', async () => {
  const { user, asked } = open(fund({ por_abrir: 0, movimientos: [opening] }), fund());
  expect(await screen.findByText('Fondo $ 1.000.000: efectivo $ 300.000')).toBeVisible();
  expect(screen.getByRole('link', { name: /^Acta/ })).toHaveAttribute(
    'href',
    '/documentos/movimientos/7',
  );
  await fillIn(user, field('Por qué'), 'Era otra tienda');
  await user.click(await button('Guardar'));
  expect(await button('Abrir el fondo')).toBeVisible();
  expect(asked.act).toMatchObject([
    {
      request: { path: '/deshacerApertura', body: { id_movimiento: 7, motivo: 'Era otra tienda' } },
    },
  ]);
});

test('a store whose fund has moved has neither', async () => {
  const { asked } = open(fund({ por_abrir: 0 }));
  await waitFor(() => expect(asked.loadData).toHaveLength(1));
  await waitFor(() => expect(screen.queryByText(/^Cargando/)).toBeNull());
  expect(screen.queryAllByRole('button')).toEqual([]);
});
