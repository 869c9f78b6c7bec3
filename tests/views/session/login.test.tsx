import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answered } from '#machines/flows/steps/result.ts';
import { ThemeProvider } from '#src/shell/theme/ThemeProvider.tsx';
import { CenteredShell } from '#src/ui/layout/CenteredShell.tsx';
import { refused, written } from '#tests/kit/flow-fixtures.ts';
import { fill } from '#tests/kit/fill.ts';
import { setPageSetting } from '../page-setting.ts';
import { openSignIn } from './open-sign-in.tsx';

const wrong = refused(401, 'Usuario o contraseña incorrectos.');

test('messages are cleared when the user switches between sign-in and password recovery', async () => {
  const asked = openSignIn({
    authUser: [wrong],
    recoverPassword: [answered(written('Revise su correo.'))],
  });
  const user = userEvent.setup();
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));

  await fill(user, await screen.findByLabelText(/^Usuario/), 'ana@cajamenor.test');
  await fill(user, screen.getByLabelText('Contraseña'), 'Fresno4821');
  await press('Iniciar sesión');
  expect(await screen.findByText('Usuario o contraseña incorrectos.')).toBeVisible();

  await press('Restablecer contraseña');
  expect(await screen.findByRole('heading', { name: 'Restablecer contraseña' })).toBeVisible();
  expect(screen.queryByText('Usuario o contraseña incorrectos.')).toBeNull();
  await fill(user, screen.getByLabelText(/^Correo electrónico/), 'Ana@cajamenor.test');
  await press('Enviar contraseña temporal');
  expect(await screen.findByText('Revise su correo.')).toBeVisible();
  expect(asked.recoverPassword).toEqual([{ email: 'ana@cajamenor.test' }]);

  await press('Volver al inicio de sesión');
  expect(await screen.findByRole('heading', { name: 'INICIO DE SESIÓN' })).toBeVisible();
  expect(screen.queryByText('Revise su correo.')).toBeNull();
});

test('one press signs in as a user of the demonstration', async () => {
  setPageSetting(
    'demonstration',
    '{"password":"Caja2026","users":[{"email":"tienda@cajamenor.test","nombre":"Tienda"},{"email":"supervisor@cajamenor.test","nombre":"Supervisor"}]}',
  );
  const asked = openSignIn({ authUser: [wrong] });
  const offered = await screen.findByRole('region', { name: 'Demostración: entrar como' });
  expect(
    within(offered)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Tienda', 'Supervisor']);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Supervisor' }));
  expect(await screen.findByText('Usuario o contraseña incorrectos.')).toBeVisible();
  expect(asked.authUser).toEqual([{ email: 'supervisor@cajamenor.test', password: 'Caja2026' }]);
});

test('production offers no users', async () => {
  openSignIn({});
  expect(await screen.findByRole('button', { name: 'Iniciar sesión' })).toBeVisible();
  expect(screen.queryByText(/entrar como/)).toBeNull();
});

test('the sign-in page shows the company name', () => {
  setPageSetting('company', 'Tiendas & Cía.');
  render(
    <ThemeProvider>
      <CenteredShell title="INICIO DE SESIÓN">formulario</CenteredShell>
    </ThemeProvider>,
  );
  expect(screen.getByText('Tiendas & Cía.')).toBeVisible();
});

test('the account of the company is offered only where it is switched on', async () => {
  openSignIn({});
  await screen.findByRole('button', { name: 'Iniciar sesión' });
  expect(screen.queryByText('Ingresar con la cuenta de la compañía')).toBeNull();
});

test('the sign-in page offers the account of the company', async () => {
  setPageSetting('company-sign-in', 'si');
  openSignIn({});
  expect(
    await screen.findByRole('button', { name: 'Ingresar con la cuenta de la compañía' }),
  ).toBeVisible();
});
