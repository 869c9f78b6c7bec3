/** The second factor in the browser, with a device that the test simulates. */
import type { Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { demoPassword, goTo, quiet, signIn, signInOnScreen, type Tab } from '../kit/browser.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';
import { codeAt } from '../kit/second-factor.ts';
import { openScreen } from '../kit/tour-screen.ts';

const product = productInBrowser();
let tabs: Tab[] = [];

/** Messages of the browser itself about refused calls. */
const reported = /Failed to load resource/;

afterEach(async () => {
  const complaints = tabs.flatMap((tab) => tab.complaints);
  await Promise.all(tabs.map((tab) => tab.close()));
  tabs = [];
  expect(complaints.filter((line) => !reported.test(line))).toEqual([]);
});

async function openPage(): Promise<Page> {
  const tab = await product.openTab();
  tabs.push(tab);
  return tab.page;
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const signedIn = (page: Page) => page.getByRole('link', { name: 'Cerrar sesión' }).waitFor();

async function password(page: Page, user: string): Promise<void> {
  await page.getByLabel('Usuario (correo electrónico)').fill(`${user}@cajamenor.test`);
  await page.getByRole('textbox', { name: /^Contraseña/ }).fill(demoPassword);
  await press(page, 'Iniciar sesión');
}

async function giveCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Código', { exact: true }).fill(code);
  await press(page, 'Verificar');
}

/** @returns the secret and the recovery codes */
async function enrol(page: Page): Promise<{ secret: string; codes: string[] }> {
  await press(page, 'Activar el segundo factor');
  await page.getByRole('img', { name: 'Código QR del segundo factor' }).waitFor();
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  await page.getByLabel('Código', { exact: true }).fill(codeAt(secret, Date.now()));
  await press(page, 'Confirmar');
  const list = page.getByRole('list', { name: 'Códigos de recuperación' });
  await list.waitFor();
  const codes = await list.getByRole('listitem').allInnerTexts();
  await press(page, 'Ya guardé los códigos');
  return { secret, codes };
}

it('a user enrols, signs in with codes, and an administrator resets the second factor', async () => {
  const page = await openPage();
  await signIn(page, 'contabilidad');
  await goTo(page, '/mi-cuenta');
  const { secret, codes } = await enrol(page);
  await page.getByText('Le quedan 10 códigos de recuperación.').waitFor();
  await page.getByRole('link', { name: 'Cerrar sesión' }).click();

  await password(page, 'contabilidad');
  await giveCode(page, '000000');
  await page.getByRole('alert').getByText('El código no es correcto o ya se usó.').waitFor();
  await giveCode(page, codeAt(secret, Date.now() + 30_000));
  await signedIn(page);

  // The session ends during the work: a dialog over the page requires the code.
  await page.context().clearCookies({ name: 'sid' });
  await page.goto('/');
  await password(page, 'contabilidad');
  await giveCode(page, codes[0] ?? '');
  await signedIn(page);
  await page.context().clearCookies({ name: 'sid' });
  await goTo(page, '/historialCaja');
  const dialog = page.getByRole('dialog', { name: 'Su sesión terminó' });
  await dialog.getByRole('textbox', { name: /^Contraseña/ }).fill(demoPassword);
  await dialog.getByRole('button', { name: 'Iniciar sesión' }).click();
  await dialog.getByLabel('Código', { exact: true }).fill(codes[1] ?? '');
  await dialog.getByRole('button', { name: 'Verificar' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await goTo(page, '/mi-cuenta');
  await page.getByText('Le quedan 8 códigos de recuperación.').waitFor();

  const admin = await openPage();
  await signIn(admin, 'admin');
  await goTo(admin, '/listarUsuarios');
  await admin.getByPlaceholder('Buscar por nombre o correo').fill('contabilidad@');
  // The row moves until the search is applied.
  await admin.waitForURL(/buscar=contabilidad/);
  await quiet(admin);
  const row = admin.getByRole('row').filter({ hasText: 'contabilidad@cajamenor.test' });
  await openScreen(admin, () => row.getByRole('link', { name: /^Editar/ }).click());
  await press(admin, 'Restablecer');
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Restablecer' }).click();
  await admin.getByText('Segundo factor restablecido').waitFor();
  await signInOnScreen(await openPage(), 'contabilidad');
});
