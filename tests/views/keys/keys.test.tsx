import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AnswerOf } from '#contract/contract.ts';
import type { Person } from '#machines/domain/people/profiles.ts';
import { answered } from '#machines/flows/steps/result.ts';
import KeysView, { keysFlow } from '#src/features/keys/KeysView.tsx';
import { patterns } from '#src/shell/screens/paths.ts';
import { answering, renderScreen } from '../review/render-screen.tsx';

const administrator: Person = { id: 1, profile: 1 };

type Key = AnswerOf<'/clavesIntegracion'>[number];

const row: Key = {
  id: 4,
  nombre: 'Nómina',
  prefijo: 'cm_0a1b2c',
  alcances: ['lecturaTiendas', 'lecturaFlujo'],
  tiendas: ['Tienda Centro'],
  estado: 'vigente',
  creada: '2020-06-01 08:30',
  creada_por: 'Ana Ruiz',
  vence: '2020-08-30 08:30',
  ultimo_uso: '',
  anterior_hasta: '',
};

const clave = 'cm_0a1b2c_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
const made = [{ status: '200' as const, msg: 'Copie la clave ahora.', clave }];

function open(rows: Key[], after: Key[], answer: object[] = made) {
  const { logic, asked } = answering(keysFlow, {
    loadData: [answered(rows), answered(after)],
    act: [answered(answer as typeof made)],
  });
  const user = renderScreen(
    <KeysView machine={logic} />,
    patterns.clavesIntegracion,
    '/business/claves',
    administrator,
    undefined,
    ['business'],
  );
  return { user, asked };
}

test('creates a key, and shows it until it is put away', async () => {
  const { user, asked } = open([], [row]);
  await user.type(await screen.findByLabelText(/^Nombre del programa/), 'Nómina');
  const create = screen.getByRole('button', { name: 'Crear clave' });
  await user.click(create);
  expect(await screen.findByText('Elija al menos un alcance.')).toBeVisible();
  await user.click(screen.getByLabelText('Leer las tiendas'));
  await user.type(screen.getByLabelText(/^Tiendas/), 'CC-01');
  await user.click(create);
  expect(await screen.findByText(clave)).toBeVisible();
  expect(asked.act).toMatchObject([
    {
      request: {
        path: '/crearClaveIntegracion',
        body: { nombre: 'Nómina', alcances: ['lecturaTiendas'], tiendas: 'CC-01', dias: 90 },
      },
    },
  ]);
  expect(await screen.findByText('Leer las tiendas, Leer las cifras del flujo')).toBeVisible();
  expect(screen.getByText('Solo Tienda Centro')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Ya la guardé' }));
  expect(screen.queryByText(clave)).toBeNull();
});

test.each([
  ['Rotar', '/rotarClaveIntegracion', { id_clave: 4, prefijo: 'cm_0a1b2c' }],
  ['Revocar', '/revocarClaveIntegracion', { id_clave: 4 }],
])('%s asks first', async (label, path, body) => {
  const { user, asked } = open([row], [{ ...row, estado: 'revocada' }], made);
  await user.click(await screen.findByRole('button', { name: `${label}: Nómina` }));
  const dialog = await screen.findByRole('alertdialog', { name: `¿${label} «Nómina»?` });
  expect(asked.act ?? []).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: `Sí, ${label.toLowerCase()}` }));
  expect(await screen.findByText('Revocada')).toBeVisible();
  expect(asked.act).toMatchObject([{ request: { path, body } }]);
});
