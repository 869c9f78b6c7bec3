import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AnswerOf } from '#contract/contract.ts';
import { answered } from '#machines/flows/steps/result.ts';
import CompanySignInView, {
  companySignIn,
  companyTrial,
} from '#src/features/company-sign-in/CompanySignInView.tsx';
import {
  OwnCompanyAccount,
  ownCompanyAccount,
} from '#src/features/company-sign-in/OwnCompanyAccount.tsx';
import { patterns } from '#src/shell/screens/paths.ts';
import { fill } from '#tests/kit/fill.ts';
import { people, refused, written } from '#tests/kit/flow-fixtures.ts';
import { type Answers, answering, renderScreen } from '../review/render-screen.tsx';

const administrator = { id: 10, profile: 1 } as const;

const settings: AnswerOf<'/ingresoCompania'> = {
  version: 3,
  activo: 0,
  emisor: '',
  cliente: '',
  dato_grupos: 'groups',
  nuevos: 'crear',
  grupos: [],
  sin_clave: [],
  administrador: null,
  secreto: 0,
  regreso: 'https://caja.test/ingreso/compania/respuesta',
  salida: 'https://caja.test/ingreso/compania/salida',
  administradores: [{ id: 4, nombre: 'Ana Ruiz' }],
};

function openSettings(answers: Answers = {}, trials: Answers = {}) {
  const main = answering(companySignIn, {
    loadData: [answered(settings), answered(settings)],
    ...answers,
  });
  const trial = answering(companyTrial, { loadData: [answered(null), answered(null)], ...trials });
  const user = renderScreen(
    <CompanySignInView machine={main.logic} trial={trial.logic} />,
    patterns.ingresoCompania,
    '/business/ingreso',
    administrator,
  );
  return { user, asked: main.asked, tried: trial.asked };
}

const button = (name: string) => screen.findByRole('button', { name });

test('the settings show the addresses to register and that the secret is missing', async () => {
  openSettings();
  expect(await screen.findByText(settings.regreso)).toBeVisible();
  expect(screen.getByText(settings.salida)).toBeVisible();
  expect(screen.getByText(/OIDC_CLIENT_SECRET_FILE/)).toBeVisible();
});

test('a group without stores is added and saved with the version that was shown', async () => {
  const { user, asked } = openSettings({ writeRequest: [answered(written())] });
  await fill(user, await screen.findByLabelText(/^Emisor/), 'https://cuentas.test');
  await user.click(await button('Agregar grupo'));
  await fill(user, screen.getByRole('textbox', { name: /^Grupo/ }), 'tiendas-norte');
  await user.click(await button('Guardar'));
  expect(await screen.findByText('Datos almacenados')).toBeVisible();
  expect(asked.writeRequest).toMatchObject([
    {
      request: {
        version: 3,
        emisor: 'https://cuentas.test',
        cliente: '',
        grupos: [{ grupo: 'tiendas-norte', tipo: 2, tiendas: '' }],
      },
    },
  ]);
});

test('a trial says what is wrong, with what is typed', async () => {
  const msg = 'El emisor no respondió a tiempo.';
  const { user, tried } = openSettings(
    {},
    { writeRequest: [answered([{ status: '200', msg, correcto: 0, avisa_salida: 0 }])] },
  );
  await fill(user, await screen.findByLabelText(/^Emisor/), 'https://cuentas.test');
  await fill(user, screen.getByLabelText(/^Identificación del cliente/), 'caja');
  await user.click(await button('Probar'));
  expect(await screen.findByText(msg)).toBeVisible();
  expect(tried.writeRequest).toMatchObject([
    { request: { emisor: 'https://cuentas.test', cliente: 'caja' } },
  ]);
});

function openAccount(answers: Answers, address = '/mi-cuenta') {
  const { logic } = answering(ownCompanyAccount, answers);
  const left: string[] = [];
  const user = renderScreen(
    <OwnCompanyAccount machine={logic} onLeave={(to) => left.push(to)} />,
    patterns.cuenta,
    address,
    people.store,
  );
  return { user, left };
}

const join = () => button('Unir con la cuenta de la compañía');

test('a user leaves for the account of the company to join it', async () => {
  const direccion = '/ingreso/compania?union=x';
  const { user, left } = openAccount({
    loadData: [answered({ activo: 1, unida: 0 }), answered({ activo: 1, unida: 0 })],
    writeRequest: [answered([{ status: '200', msg: 'Ingrese ahora.', direccion }])],
  });
  await user.click(await join());
  await expect.poll(() => left).toEqual([direccion]);
});

test('the account says why it was not joined, and that it is', async () => {
  openAccount({ loadData: [answered({ activo: 1, unida: 0 })] }, '/mi-cuenta?compania=otro');
  expect(await screen.findByText(/^Esa cuenta de la compañía tiene otro correo/)).toBeVisible();
  expect(await join()).toBeVisible();
});

test('a joined account is not joined again', async () => {
  openAccount({ loadData: [answered({ activo: 1, unida: 1 })] });
  expect(await screen.findByText('Unida')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Unir/ })).toBeNull();
});

test('a refusal of the server is shown', async () => {
  const msg = 'El ingreso con la cuenta de la compañía está apagado.';
  const { user } = openAccount({
    loadData: [answered({ activo: 1, unida: 0 }), answered({ activo: 1, unida: 0 })],
    writeRequest: [refused(409, msg)],
  });
  await user.click(await join());
  expect(await screen.findByText(msg)).toBeVisible();
});
