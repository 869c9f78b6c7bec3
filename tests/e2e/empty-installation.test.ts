/** Every screen of a company without stores and boxes, for an administrator and for accounting. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { profiles } from '#machines/domain/people/profiles.ts';
import { openBrowser, openTab } from '../kit/browser.ts';
import { type DataFolder, openDataFolder, programToken } from '../kit/program.ts';
import { plainAddresses } from '../kit/tour-addresses.ts';
import { faultsOf, openAddress } from '../kit/tour-screen.ts';
import { WebClient } from '../kit/web-client.ts';
import { usualSizes } from '../kit/window-sizes.ts';

const password = 'Fresno4821';
const emails = { 1: 'ana.ruiz@droguerias.test', 6: 'juan.rios@droguerias.test' } as const;

let folder: DataFolder;
let browser: Browser;
let url: string;
beforeAll(async () => {
  folder = openDataFolder();
  const ana = ['Ana Ruiz', emails[1], '52123456', password, password];
  expect((await folder.run('admin-create', {}, ana).ended).errors).toBe('');
  ({ url } = await folder.serve());
  const admin = new WebClient(url, programToken);
  await admin.signIn({ email: emails[1], password });
  const [created] = await admin.must('/registrarUsuario', {
    nombre: 'Juan Ríos',
    tipo: 6,
    tipo_doc: 1,
    num_doc: '71888999',
    email: emails[6],
    invitar: 1,
  });
  const usuarios = [created?.id_usuario ?? 0];
  const [invited] = await admin.must('/enlacesInvitacion', { usuarios });
  const invitacion = invited?.enlace.split('/').at(-1) ?? '';
  await admin.must('/aceptarInvitacion', { invitacion, password });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await folder?.close();
});

test.each([1, 6] as const)(
  'profile %i opens every screen without faults',
  async (profile) => {
    const { page, complaints, close } = await openTab(browser, url);
    await page.goto('/');
    await page.getByLabel('Usuario (correo electrónico)').fill(emails[profile]);
    await page.getByRole('textbox', { name: /^Contraseña/ }).fill(password);
    await page.getByRole('button', { name: 'Iniciar sesión' }).click();
    await page.getByRole('link', { name: 'Cerrar sesión' }).waitFor();
    const faults: Record<string, string[]> = {};
    for (const address of ['/mi-cuenta', '/ayuda', ...plainAddresses(profiles[profile].permisos)]) {
      await openAddress(page, address);
      expect(new URL(page.url()).hash).toBe(`#${address}`);
      const found = await faultsOf(page, usualSizes);
      if (found.length > 0) faults[address] = found;
    }
    expect(faults).toEqual({});
    expect(complaints).toEqual([]);
    await close();
  },
  300_000,
);
