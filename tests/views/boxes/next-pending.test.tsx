import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PendingItem } from '#contract/calls/pending.calls.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import { NextPending, pendingItems } from '#src/features/boxes/box-lists.tsx';
import { answering, renderScreen } from '../review/render-screen.tsx';

const item: PendingItem = {
  tipo: 'decidir',
  id_tienda: 3,
  tienda: 'Mayorista Pereira',
  id_caja: 12,
  consecutivo: 5,
  id_lote: null,
  active: 9,
  valor: 90_000,
  desde: 1,
  cantidad: 1,
  con_novedad: 0,
  porcentaje: null,
  gastos: [{ id_gasto: 7, proveedor: 'Taxis', valor: 9_000, informe_novedad: '', motivo: '' }],
};

function open(...rows: PendingItem[]) {
  const { logic, asked } = answering(pendingItems, {
    loadRows: [answered({ rows, total: rows.length })],
  });
  const user = renderScreen(
    <NextPending machine={logic} />,
    patterns.cajasPendientes,
    '/cajasPendientes',
    { id: 20, profile: 6 },
  );
  return { user, asked };
}

const link = () =>
  screen.findByRole('link', {
    name: /^Siguiente: Decidir \d gastos? · Mayorista Pereira · n\.º\s5\s?\(J\)$/,
  });

test('the link names the next box and leads to its first expense', async () => {
  const { asked } = open(item);
  expect(await link()).toHaveAttribute('href', '/detalleGastoContabilidad/7/12');
  expect(asked.loadRows).toEqual([{ query: { pagina: 1, limite: 1 } }]);
});

test('the key J follows the link', async () => {
  const { user } = open(item);
  await link();
  await user.keyboard('j');
  expect(screen.queryByRole('link')).toBeNull();
});

test('without pending items there is no link', async () => {
  const { asked } = open();
  await expect.poll(() => asked.loadRows).toHaveLength(1);
  expect(screen.queryByRole('link')).toBeNull();
});
