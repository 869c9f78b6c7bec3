/** Signed out: Back shows no protected content, and a link opens after the sign-in. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { documents } from '#contract/contract.ts';
import { enter, goTo, quiet, signInOnScreen } from '../kit/browser.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';
import { apiOf } from '../kit/tour-addresses.ts';

const product = productInBrowser();

/** Address of a receipt that is a picture, in a box of the user's stores. */
async function pictureOf(page: Page): Promise<string> {
  const api = await apiOf(page);
  for (const { id_caja } of await api.call('/historialCajas', { ver_control: 1 }))
    for (const row of await api.call('/gastosCaja', { id_caja }))
      if ('soporte' in row && /\.(jpg|png)$/.test(row.soporte ?? ''))
        return `${documents.receipt.path}/${row.soporte}`;
  throw new Error('the demonstration has no receipt that is a picture');
}

const pictures = (page: Page): Promise<number> =>
  page.evaluate(() => [...document.images].filter(({ naturalWidth }) => naturalWidth > 0).length);

/** Goes back to an address, as from the history list of the Back button. */
async function goBackTo(page: Page, url: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const { entries } = await browser.send('Page.getNavigationHistory');
  const entry = entries.findLast((one) => one.url.endsWith(url));
  if (!entry) throw new Error(`${url} is not in the history`);
  await browser.send('Page.navigateToHistoryEntry', { entryId: entry.id });
  await page.waitForURL(`**${url}`);
}

it('after signing out, Back shows no receipt, and other local data is not deleted', async () => {
  const { page, close } = await product.openTab();
  await signInOnScreen(page, 'tienda');
  const receipt = await pictureOf(page);
  await page.goto(receipt);
  expect(await pictures(page)).toBe(1);
  await goTo(page, '/historialCaja');
  await page.evaluate(() => localStorage.setItem('de-otro-programa', 'queda'));
  const answered = page.waitForResponse((response) => response.url().endsWith('/auth/logout'));
  await page.getByRole('link', { name: 'Cerrar sesión' }).click();
  expect((await (await answered).allHeaders())['clear-site-data']).toBe('"cache"');
  await page.getByLabel('Usuario (correo electrónico)').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('de-otro-programa'))).toBe('queda');
  await goBackTo(page, receipt);
  expect(await pictures(page)).toBe(0);
  expect(await page.locator('body').textContent()).toContain('Su sesión terminó');
  await close();
});

it('a link opened without a session opens after the sign-in, if the profile may open it', async () => {
  const { page, complaints, close } = await product.openTab();
  await signInOnScreen(page, 'tienda');
  const [box] = await (await apiOf(page)).call('/historialCajas', { ver_control: 1 });
  const link = `/verCaja/${box?.id_caja}`;
  // Requests that are pending when the session ends would be refused and reported by the browser.
  await quiet(page);
  await page.context().clearCookies();
  for (const [address, landing] of [
    [link, link],
    ['/revisarCaja/1', '/listarTiendas'],
  ]) {
    await page.evaluate(() => localStorage.clear());
    await page.goto('about:blank');
    await page.goto(`/#${address}`);
    await page.waitForURL((url) => url.hash === '#/login');
    await enter(page, 'tienda');
    await page.waitForURL((url) => url.hash === `#${landing}`);
    await quiet(page);
    await page.getByRole('link', { name: 'Cerrar sesión' }).click();
    await page.waitForURL((url) => url.hash === '#/login');
  }
  expect(complaints).toEqual([]);
  await close();
});
