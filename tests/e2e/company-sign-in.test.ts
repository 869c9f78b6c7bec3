/** The company's account in the browser: settings, the sign-in form of a real provider, and joining a user. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoToken, goTo, openBrowser, openTab, signIn } from '../kit/browser.ts';
import {
  type CompanyAccounts,
  clientId,
  clientSecret,
  startCompanyAccounts,
} from '../kit/company-accounts.ts';
import { openDemonstration } from '../kit/product-in-browser.ts';
import type { DataFolder } from '../kit/program.ts';

let folder: DataFolder;
let browser: Browser;
let accounts: CompanyAccounts;
let url: string;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  accounts = await startCompanyAccounts(`${url}/ingreso/compania/respuesta`);
  folder = openDemonstration();
  await folder.serve('demo', {
    API_TOKEN: demoToken,
    PORT: String(port),
    PUBLIC_URL: url,
    OIDC_CLIENT_SECRET: clientSecret,
  });
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await folder?.close();
  await accounts?.close();
});

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** The provider's own form. */
async function fillProvider(page: Page, login: string): Promise<void> {
  await page.locator('input[name=login]').fill(login);
  await page.locator('input[name=password]').fill('x');
  await page.getByRole('button', { name: 'Sign-in' }).click();
}

it('an administrator switches it on, a new person enters, and a user joins an account', async () => {
  const admin = await openTab(browser, url);
  await signIn(admin.page, 'admin');
  await goTo(admin.page, '/business/ingreso');
  await admin.page.getByLabel('Emisor').fill(accounts.issuer);
  await admin.page.getByLabel('Identificación del cliente').fill(clientId);
  await press(admin.page, 'Probar');
  await admin.page.getByText(/El emisor responde y acepta al cliente/).waitFor();
  await press(admin.page, 'Agregar grupo');
  await admin.page.getByRole('textbox', { name: /^Grupo/ }).fill('control');
  await admin.page.getByLabel(/^Perfil(?!es)/).selectOption({ label: 'Control interno' });
  await admin.page.getByText('Encendido', { exact: true }).click();
  await press(admin.page, 'Guardar');
  await admin.page.getByText('Datos almacenados').waitFor();
  expect(admin.complaints).toEqual([]);
  await admin.close();

  accounts.employees.set('nueva', {
    sub: 'nueva',
    email: 'nueva@compania.test',
    email_verified: true,
    name: 'Persona Nueva',
    groups: ['control'],
  });
  const person = await openTab(browser, url);
  await person.page.goto('/#/consolidado');
  await press(person.page, 'Ingresar con la cuenta de la compañía');
  await fillProvider(person.page, 'nueva');
  await person.page.getByRole('link', { name: 'Cerrar sesión' }).waitFor();
  await person.page.getByText('Persona Nueva').first().waitFor();
  // The link that was opened before the sign-in.
  await person.page.getByRole('heading', { name: /consolidado/i, level: 1 }).waitFor();
  await person.close();

  // Somebody without a group reads why.
  accounts.employees.set('sin-grupo', {
    sub: 'sin-grupo',
    email: 'sin.grupo@compania.test',
    email_verified: true,
    name: 'Sin Grupo',
    groups: [],
  });
  const refused = await openTab(browser, url);
  await refused.page.goto('/');
  await press(refused.page, 'Ingresar con la cuenta de la compañía');
  await fillProvider(refused.page, 'sin-grupo');
  await refused.page.getByText(/^Ninguno de sus grupos/).waitFor();
  await refused.close();

  accounts.employees.set('une', {
    sub: 'une',
    email: 'control@cajamenor.test',
    email_verified: true,
    name: 'Control',
    groups: ['control'],
  });
  const user = await openTab(browser, url);
  await signIn(user.page, 'control');
  await goTo(user.page, '/mi-cuenta');
  await press(user.page, 'Unir con la cuenta de la compañía');
  await fillProvider(user.page, 'une');
  await user.page.getByText('Unida', { exact: true }).waitFor();
  await user.close();
});

it('the notice on personal data is read once, before the screen of the link', async () => {
  const admin = await openTab(browser, url);
  await signIn(admin.page, 'admin');
  await goTo(admin.page, '/business');
  await admin.page.getByLabel('Aviso de tratamiento de datos').fill('Sus datos son del reembolso.');
  await press(admin.page, 'Guardar');
  await admin.page.getByText('Datos almacenados').waitFor();
  await admin.close();

  const user = await openTab(browser, url);
  await user.page.goto('/#/consolidado');
  await user.page.getByLabel('Usuario (correo electrónico)').fill('contabilidad@cajamenor.test');
  await user.page.getByRole('textbox', { name: /^Contraseña/ }).fill('Caja2026');
  await press(user.page, 'Iniciar sesión');
  await user.page.getByText('Sus datos son del reembolso.').waitFor();
  await press(user.page, 'Entendido');
  await user.page.getByRole('heading', { name: /consolidado/i, level: 1 }).waitFor();
  await user.page.reload();
  await user.page.getByRole('heading', { name: /consolidado/i, level: 1 }).waitFor();
  expect(user.complaints).toEqual([]);
  await user.close();
});
