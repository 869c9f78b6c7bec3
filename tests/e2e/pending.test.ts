/**
 * The way to what waits, with two thousand closed boxes behind it; the menu and the tab count it. A list is found again
 * as it was left: search, tab, order, page, row.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoToken, goTo, openBrowser, openTab, signIn, type Tab } from '../kit/browser.ts';
import { effortRow, Job, keepEffort } from '../kit/effort.ts';
import { openDemonstration } from '../kit/product-in-browser.ts';
import type { DataFolder } from '../kit/program.ts';
import { apiOf } from '../kit/tour-addresses.ts';

let folder: DataFolder;
let browser: Browser;
let url: string;
beforeAll(async () => {
  folder = openDemonstration();
  const grown = await folder.run('data-grow', {}, [], ['12000']).ended;
  expect(grown.code, grown.errors).toBe(0);
  ({ url } = await folder.serve('demo', { API_TOKEN: demoToken }));
  browser = await openBrowser();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await folder?.close();
});

async function signedIn(user: string): Promise<Tab> {
  const tab = await openTab(browser, url);
  await signIn(tab.page, user);
  return tab;
}

const menu = (page: Page) => page.getByRole('navigation', { name: 'Menú principal' });

/** The address moves at once, a screen goes when the next one is there. */
const left = (page: Page, title: string) =>
  page.getByRole('heading', { level: 1, name: title }).waitFor({ state: 'detached' });

const clicks: string[][] = [];
afterAll(() =>
  keepEffort('Finding what waits', [
    'What it costs to open the oldest expense to decide, with two thousand closed boxes behind it, counted by',
    '`tests/e2e/pending.test.ts` from the first screen; behind the bar, the limit above which the test fails.',
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
  it('comes from the sign-in to the oldest expense to decide in two clicks', async () => {
    const { page, close } = await signedIn(user);
    const api = await apiOf(page);
    const items = await api.call('/misPendientes', {});
    const oldest = items.find(({ tipo }) => tipo === 'decidir');
    const { pendientes, cerradas } = await api.call('/contarPendientes', {});
    expect(pendientes).toBe(items.length);
    if (user === 'contabilidad') expect(cerradas).toBeGreaterThanOrEqual(2_000);
    const entry = menu(page).getByRole('link').first();
    await entry.getByText(String(pendientes), { exact: true }).waitFor();
    expect(await entry.textContent()).toBe(`Mis pendientes${pendientes}`);
    const job = await Job.begin(page);
    await entry.click();
    await page.getByRole('row').getByRole('link', { name: 'Decidir' }).first().click();
    await page.waitForURL(
      (address) =>
        address.hash.startsWith(`#/${screen}`) &&
        address.hash.split('/').includes(String(oldest?.id_caja)) &&
        address.hash.split('/').includes(String(oldest?.gastos[0]?.id_gasto)),
    );
    expect(await page.title()).toMatch(new RegExp(`^\\(${pendientes}\\) `));
    const { inputs } = await job.counts();
    expect(inputs).toBeLessThanOrEqual(2);
    clicks.push([user, `${inputs} / 2`, 'the last page of a list']);
    await close();
  });
});

it('each thing that waits for a store leads to a screen where it is attended to', async () => {
  const { page, complaints, close } = await signedIn('tienda');
  await menu(page).getByRole('link').first().click();
  const actions = page.getByRole('row').getByRole('link', {
    name: /^(Enviar|Adjuntar|Corregir|Ver caja|Ver gasto) ?: /,
  });
  await actions.first().waitFor();
  const count = await actions.count();
  expect(count).toBeGreaterThan(2);
  for (let index = 0; index < count; index += 1) {
    const before = page.url();
    await actions.nth(index).click();
    await page.waitForURL((address) => address.href !== before);
    await left(page, 'Mis pendientes');
    expect(await page.getByText('No existe o no puede verlo').count()).toBe(0);
    await page.goBack();
    await actions.first().waitFor();
  }
  expect(complaints).toEqual([]);
  await close();
});

it('the history opens on what waits, and each group shows as many as its name says', async () => {
  const { page, close } = await signedIn('supervisor');
  const tabs = page.getByRole('navigation', { name: 'Cajas por etapa' }).getByRole('link');
  await tabs.first().waitFor();
  expect(await tabs.first().getAttribute('aria-current')).toBe('page');
  for (const name of ['Por decidir', 'En trámite', 'Cerradas']) {
    const tab = tabs.filter({ hasText: name });
    await tab.click();
    await page.getByRole('table', { name: 'Historial de cajas' }).waitFor();
    const total = Number((await tab.textContent())?.replace(/\D/g, ''));
    const shown = page.getByRole('status').filter({ hasText: / de / });
    await shown.filter({ hasText: new RegExp(` de ${total.toLocaleString('es-CO')}$`) }).waitFor();
  }
  await close();
});

describe('a list is found again as it was left', () => {
  const table = (page: Page) => page.getByRole('table');
  const settled = (page: Page) =>
    page.waitForFunction(() => document.querySelector('table:not([aria-busy])') !== null);

  /** Types what is looked for, and waits for the rows of it. */
  async function search(page: Page, text: string) {
    const answered = page.waitForResponse(
      (response) => response.request().postData()?.includes(`"buscar":"${text}"`) ?? false,
    );
    await page.getByRole('searchbox').fill(text);
    await answered;
    await settled(page);
  }

  async function leaveHistory(page: Page) {
    await goTo(page, '/historialCaja?grupo=cerradas');
    await page.getByRole('button', { name: /^Valor solicitado/ }).click();
    await search(page, 'a');
    expect(page.url()).toContain('buscar=a');
    await page.getByRole('button', { name: 'Página siguiente' }).click();
    await page.waitForURL(/pagina=2/);
    await page.getByText(/^26–50 de /).waitFor();
    await settled(page);
    const rows = table(page).getByRole('row');
    const last = rows.last();
    const text = await last.textContent();
    await last.scrollIntoViewIfNeeded();
    const scroll = await page.evaluate(() => window.scrollY);
    expect(scroll).toBeGreaterThan(0);
    const address = page.url();
    await last.getByRole('link').click();
    await page.waitForURL(/#\/verCaja/);
    await left(page, 'Historial de cajas');
    return { address, text, scroll };
  }

  const ways = {
    Back: (page: Page) => page.goBack(),
    'the link that leads back': (page: Page) =>
      page.getByRole('main').getByRole('link', { name: 'Historial de cajas' }).click(),
  };

  it.each(Object.entries(ways))('by %s', async (_, goBack) => {
    const { page, close } = await signedIn('coordinador');
    const was = await leaveHistory(page);
    await goBack(page);
    await settled(page);
    expect(page.url()).toBe(was.address);
    await page.locator('[data-opened]').first().waitFor();
    const opened = page.getByRole('row').filter({ has: page.locator('[data-opened]') });
    expect(await opened.textContent()).toBe(was.text);
    await page.waitForFunction((scroll) => window.scrollY === scroll, was.scroll);
    expect(await opened.evaluate((row) => row.contains(document.activeElement))).toBe(true);
    await close();
  });

  it('and the menu begins anew', async () => {
    const { page, close } = await signedIn('coordinador');
    await leaveHistory(page);
    await menu(page).getByRole('link', { name: 'Historial de cajas' }).click();
    await settled(page);
    expect(new URL(page.url()).hash).toBe('#/historialCaja');
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
    await close();
  });

  it.each([
    ['admin', '/listarUsuarios', 'Nombre'],
    ['admin', '/listarEmpresa', 'Nombre'],
    ['admin', '/listarTiendas', 'Centro de costo'],
    ['contabilidad', '/cajasPendientes', 'Valor'],
    ['contabilidad', '/verTiendas', 'Ciudad'],
  ])('%s at %s, after a reload too', async (user, path, head) => {
    const { page, close } = await signedIn(user);
    await goTo(page, path);
    const button = page.getByRole('columnheader', { name: head }).getByRole('button');
    await button.click();
    await settled(page);
    if (!page.url().includes('direccion=desc')) await button.click();
    await page.waitForURL(/direccion=desc/);
    await search(page, 'e');
    const rows = await table(page).textContent();
    await page.reload();
    await page.getByRole('table').waitFor();
    await settled(page);
    expect(await page.getByRole('searchbox').inputValue()).toBe('e');
    expect(await table(page).textContent()).toBe(rows);
    await close();
  });
});
