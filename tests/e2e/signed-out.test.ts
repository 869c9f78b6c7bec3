/** A screen nobody is signed in on: what is behind it stays there, and a link leads on after the sign-in. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { documents } from '#contract/contract.ts';
import { enter, goTo, quiet, signInOnScreen } from '../kit/browser.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';
import { apiOf } from '../kit/tour-addresses.ts';

const product = productInBrowser();

/** Address of a receipt that is a picture, in some box of the person's store. */
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

/** Goes back to an address, as choosing it from the list behind the button does. */
async function goBackTo(page: Page, url: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const { entries } = await browser.send('Page.getNavigationHistory');
  const entry = entries.findLast((one) => one.url.endsWith(url));
  if (!entry) throw new Error(`${url} is not in the history`);
  await browser.send('Page.navigateToHistoryEntry', { entryId: entry.id });
  await page.waitForURL(`**${url}`);
}

it('after signing out Back shows no receipt, and no drafts are lost', async () => {
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

it('a link that is opened without a session is where the sign-in leads, unless it is of another profile', async () => {
  const { page, complaints, close } = await product.openTab();
  await signInOnScreen(page, 'tienda');
  const [box] = await (await apiOf(page)).call('/historialCajas', { ver_control: 1 });
  const link = `/verCaja/${box?.id_caja}`;
  // What is still asked for when a session ends is refused, and the browser tells of it.
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
