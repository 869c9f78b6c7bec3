/** An invitation in the browser, with the mail that is sent. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoToken, goTo, openBrowser, openTab, quiet, signIn } from '../kit/browser.ts';
import { openDemonstration } from '../kit/product-in-browser.ts';
import { readMail, startSmtp, type TestSmtp } from '../kit/smtp.ts';
import { press, type } from '../kit/tour-gestures.ts';
import { faultsOf } from '../kit/tour-screen.ts';
import { usualSizes } from '../kit/window-sizes.ts';

let smtp: TestSmtp;
let folder: ReturnType<typeof openDemonstration>;
let url: string;
let browser: Browser;
beforeAll(async () => {
  smtp = await startSmtp();
  folder = openDemonstration();
  const environment = { API_TOKEN: demoToken, SMTP_URL: smtp.url };
  ({ url } = await folder.serve('demo', { ...environment, PUBLIC_URL: 'https://caja.test/' }));
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await folder?.close();
  await smtp?.close();
});

const email = 'marta.diaz@cajamenor.test';

/** Path of the invitation link, from its mail. */
async function invitationPath(): Promise<string> {
  const received = await smtp.receives(({ to }) => to.includes(email));
  const { text } = readMail(received).part('text/plain');
  return /https:\/\/caja\.test\/#(\/invitacion\/[\w-]+)/.exec(text)?.[1] ?? '';
}

it('an administrator invites with one form, and the user chooses a password and signs in', async () => {
  const office = await openTab(browser, url);
  await signIn(office.page, 'admin');
  await goTo(office.page, '/crearUsuario');
  const main = office.page.getByRole('main');
  await main.getByLabel('Tipo de usuario').selectOption({ label: 'Supervisor' });
  await main.getByLabel('Tipo de documento').selectOption({ index: 1 });
  await type(office.page, 'Nombre', 'Marta Díaz');
  await type(office.page, 'Número de documento', '50020077');
  await type(office.page, 'Correo electrónico', email);
  await press(office.page, 'Guardar usuario');
  await office.page.waitForURL((to) => to.hash.startsWith('#/listarUsuarios'));
  const row = main.getByRole('row', { name: /Marta Díaz/ });
  const path = await invitationPath();
  await expect
    .poll(
      async () => {
        await office.page.reload();
        await row.waitFor();
        return row.getByText(/^Invitación /).textContent();
      },
      { timeout: 60_000 },
    )
    .toMatch(/^Invitación enviada el .+ · vence el /);
  expect(office.complaints).toEqual([]);

  const home = await openTab(browser, url);
  await goTo(home.page, path);
  const faults: Record<string, string[]> = {};
  const look = async (state: string) => {
    await quiet(home.page);
    faults[state] = await faultsOf(home.page, usualSizes);
  };
  await home.page.getByText('Marta Díaz').waitFor();
  await look('form');
  const choose = async (password: string) => {
    await type(home.page, 'Nueva contraseña', password);
    await type(home.page, 'Confirmar contraseña', password);
  };
  await choose('MartaDiaz1');
  await look('refused by the form');
  await choose('Colombia1');
  await press(home.page, 'Guardar contraseña');
  await home.page.getByText(/es de las más usadas/).waitFor();
  await look('refused by the server');
  expect(home.complaints.splice(0)).toEqual([expect.stringContaining('422')]);
  await choose('Fresno4821');
  await press(home.page, 'Guardar contraseña');
  await home.page.getByText(`Ingrese con ${email}.`).waitFor();
  await look('done');
  await home.page.getByRole('link', { name: 'Ir al ingreso' }).click();
  await home.page.getByText('INICIO DE SESIÓN').waitFor();
  expect(home.complaints).toEqual([]);
  await signIn(home.page, 'marta.diaz', 'Fresno4821');
  await goTo(home.page, path);
  await home.page.getByText(/^Esta invitación ya se usó\./).waitFor();
  await look('used');
  // On the dark background the focus ring is as light as the text.
  const link = home.page.getByRole('link', { name: 'Ir al ingreso' });
  await link.focus();
  const ring = await link.evaluate((to) => {
    const { color, outlineColor, outlineStyle } = getComputedStyle(to);
    return { isLight: outlineColor === color, outlineStyle };
  });
  expect(ring).toEqual({ isLight: true, outlineStyle: 'solid' });
  const states = ['form', 'refused by the form', 'refused by the server', 'done', 'used'];
  expect(faults).toEqual(Object.fromEntries(states.map((state) => [state, []])));
  await home.close();

  await office.page.reload();
  await row.waitFor();
  expect(await row.getByText('Invitación').count()).toBe(0);
  await office.close();
});
