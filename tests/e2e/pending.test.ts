/** Pending items: the next one and their count; Back restores the search, order, page and row of a list. */
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { goTo, quiet, resize, signIn, type Tab } from '../kit/browser.ts';
import { effortRow, Job, recordEffort } from '../kit/effort.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';
import { apiOf } from '../kit/tour-addresses.ts';
import { openScreen } from '../kit/tour-screen.ts';

const product = productInBrowser();

async function signedIn(user: string): Promise<Tab> {
  const tab = await product.openTab();
  await signIn(tab.page, user);
  return tab;
}

const menu = (page: Page) => page.getByRole('navigation', { name: 'Menú principal' });

const clicks: string[][] = [];
afterAll(() =>
  recordEffort('Finding what waits', [
    'The cost of opening the oldest expense to decide, counted by `tests/e2e/pending.test.ts` from the first screen; after the',
    'slash, the limit above which the test fails.',
    '',
    effortRow(['User of the demonstration', 'Clicks', 'Before']),
    effortRow(['---', '---', '---']),
    ...clicks.map(effortRow),
  ]),
);

describe.each([
  ['supervisor', 'detalleGastoSupervisor'],
  ['mantenimiento', 'detalleGastoMantenimiento'],
  ['contabilidad', 'detalleGastoContabilidad'],
])('%s', (user, screen) => {
  it('opens the oldest expense to decide with one click after the sign-in', async () => {
    const { page, close } = await signedIn(user);
    const api = await apiOf(page);
    const items = await api.call('/misPendientes', {});
    const oldest = items.find(({ tipo }) => tipo === 'decidir');
    const { pendientes } = await api.call('/contarPendientes', {});
    expect(pendientes).toBe(items.length);
    await menu(page).getByText(String(pendientes), { exact: true }).waitFor();
    const job = await Job.begin(page);
    await openScreen(page, () => page.getByRole('link', { name: /^Siguiente: / }).click());
    await page.waitForURL(
      (address) =>
        address.hash.startsWith(`#/${screen}`) &&
        address.hash.split('/').includes(String(oldest?.id_caja)) &&
        address.hash.split('/').includes(String(oldest?.gastos[0]?.id_gasto)),
    );
    expect(await page.title()).toMatch(new RegExp(`^\\(${pendientes}\\) `));
    const { inputs } = await job.counts();
    expect(inputs).toBeLessThanOrEqual(1);
    clicks.push([user, `${inputs} / 1`, 'the last page of a list']);
    await close();
  });
});

it('Back restores the search, order, page, scroll position and row of a list', async () => {
  const { page, close } = await signedIn('coordinador');
  // Few rows are in view, so that the list scrolls.
  await resize(page, { width: 1280, height: 400 });
  await goTo(page, '/historialCaja?grupo=cerradas&limite=5');
  await page.getByRole('button', { name: /^Valor solicitado/ }).click();
  await page.getByRole('searchbox').fill('a');
  await page.waitForURL(/buscar=a/);
  await quiet(page);
  await page.getByRole('button', { name: 'Página siguiente' }).click();
  await page.getByText(/^6–10 de /).waitFor();
  await quiet(page);
  const last = page.getByRole('table').getByRole('row').last();
  const text = await last.textContent();
  await last.scrollIntoViewIfNeeded();
  const scroll = await page.evaluate(() => window.scrollY);
  expect(scroll).toBeGreaterThan(0);
  const address = page.url();
  await openScreen(page, () => last.getByRole('link').click());
  expect(page.url()).toMatch(/#\/verCaja/);

  await openScreen(page, () => page.goBack());
  expect(page.url()).toBe(address);
  const opened = page.getByRole('row').filter({ has: page.locator('[data-opened]') });
  expect(await opened.textContent()).toBe(text);
  expect(await page.evaluate(() => window.scrollY)).toBe(scroll);
  expect(await opened.evaluate((row) => row.contains(document.activeElement))).toBe(true);
  await close();
});
