import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Person } from '#machines/domain/people/profiles.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import { ProposedAccounts } from '#src/features/payments/ProposedAccounts.tsx';
import { proposedAccounts } from '#src/features/payments/payments.actors.ts';
import { written } from '#tests/kit/flow-fixtures.ts';
import { answering, renderScreen } from '../review/render-screen.tsx';

const row = (id: number, tienda: string, id_creada_por: number) => ({
  id,
  id_tienda: id + 100,
  tienda,
  via: 'transferencia' as const,
  banco: 'Bancolombia',
  id_banco: 1007,
  tipo_cuenta: 'ahorros',
  cuenta: '•••• 4471',
  titular: 'Ana Ruiz',
  tipo_doc: 'CC',
  documento: '1037584410',
  creada: '2026-06-17 10:00',
  creada_por: 'Carolina',
  id_creada_por,
  numero: `009123${id}4471`,
});

const open = (person: Person, cuentas: ReturnType<typeof row>[], reciente_hasta: number | null) => {
  const { logic, asked } = answering(proposedAccounts, {
    loadData: [
      answered({ cuentas, reciente_hasta }),
      answered({
        cuentas: cuentas.filter(({ id_creada_por }) => id_creada_por === person.id),
        reciente_hasta,
      }),
    ],
    act: [answered(written())],
  });
  const user = renderScreen(
    <ProposedAccounts machine={logic} />,
    patterns.listarTiendas,
    '/listarTiendas',
    person,
  );
  return { user, asked };
};

const list = () => screen.findByRole('list', { name: 'Cuentas por confirmar' });
const cuentas = [row(4, 'Centro', 1), row(5, 'Norte', 1), row(6, 'Sur', 2)];

test('those that others proposed are named with their numbers and confirmed at once', async () => {
  const { user, asked } = open({ id: 2, profile: 1 }, cuentas, null);
  const lines = within(await list()).getAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'CentroPropuesta por Carolina: Transferencia · Bancolombia · ahorros · 00912344471 · Ana Ruiz · CC 1037584410',
    'NortePropuesta por Carolina: Transferencia · Bancolombia · ahorros · 00912354471 · Ana Ruiz · CC 1037584410',
    'SurPropuesta por Carolina: Transferencia · Bancolombia · ahorros · 00912364471 · Ana Ruiz · CC 1037584410',
  ]);
  expect(screen.getByText('1 cuenta suya espera a que otra persona confirme.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Confirmar las 2 cuentas' }));
  expect(await screen.findByText('Cuentas confirmadas')).toBeVisible();
  expect(asked.act).toMatchObject([
    { request: { path: '/confirmarCuentas', body: { cuentas: [4, 5] } } },
  ]);
});

test('who proposed them all has nothing to press', async () => {
  open({ id: 1, profile: 1 }, [row(4, 'Centro', 1)], null);
  await list();
  expect(screen.queryByRole('button')).toBeNull();
});

test('fresh rights confirm none, and the button says from when', async () => {
  // 18 June 2026, 10:00 in Colombia.
  open({ id: 2, profile: 1 }, [row(4, 'Centro', 1)], Date.UTC(2026, 5, 18, 15));
  expect(
    await screen.findByRole('button', { name: 'Confirmar la cuenta' }),
  ).toHaveAccessibleDescription(/Podrá desde el 18 jun 2026 10:00\.$/);
});

test('without a proposal there is nothing to see', async () => {
  const { asked } = open({ id: 2, profile: 1 }, [], null);
  await expect.poll(() => asked.loadData?.length).toBe(1);
  expect(screen.queryByText('Cuentas por confirmar')).toBeNull();
});
