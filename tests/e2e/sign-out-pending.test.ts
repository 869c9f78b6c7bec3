/** A sign-out without a network: no screen opens any more, and the session ends once there is a network. */
import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { apiBase, documents } from '#contract/contract.ts';
import { goTo, signIn } from '../kit/browser.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';

const product = productInBrowser();
const contexts: BrowserContext[] = [];
afterEach(() => Promise.all(contexts.splice(0).map((context) => context.close())));

const workbook = `${documents.consolidated.path}?desde=2026-01-01&hasta=2026-01-31`;

/** Signs in, in a separate context, on a page with a service worker. */
async function openStore(): Promise<{ page: Page; context: BrowserContext; oldCookie: string }> {
  const { page } = await product.openTab();
  const context = page.context();
  contexts.push(context);
  await signIn(page, 'tienda');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const sid = (await context.cookies()).find(({ name }) => name === 'sid');
  return { page, context, oldCookie: `sid=${sid?.value}` };
}

/** Status of a document for a request with the cookie from outside the browser. */
const statusWith = async (cookie: string): Promise<number> =>
  (await fetch(product.url + workbook, { headers: { cookie } })).status;

const unfinished = (page: Page): Promise<void> =>
  page.getByText('La sesión todavía no se ha cerrado').waitFor();

const signInForm = (page: Page): Promise<void> =>
  page.getByLabel('Usuario (correo electrónico)').waitFor();

it('stays pending after a reload and in other tabs, and ends when the network is back', async () => {
  const { page, context, oldCookie } = await openStore();
  const other = await context.newPage();
  await other.goto('/');
  await other.getByRole('link', { name: 'Cerrar sesión' }).waitFor();
  const allowed = await statusWith(oldCookie);
  expect(allowed).not.toBe(401);
  await context.setOffline(true);
  await goTo(page, '/logout');
  await unfinished(page);
  await unfinished(other);
  await page.reload();
  await unfinished(page);
  await goTo(page, '/historialCaja');
  await unfinished(page);
  expect(await statusWith(oldCookie)).toBe(allowed);
  await context.setOffline(false);
  await signInForm(page);
  await signInForm(other);
  expect(await statusWith(oldCookie)).toBe(401);
  await signIn(page, 'coordinador');
});

it('the service worker ends the session before a document request if the page cannot', async () => {
  const { page, context, oldCookie } = await openStore();
  await context.setOffline(true);
  await goTo(page, '/logout');
  await unfinished(page);
  const logout = `**${apiBase}/auth/logout`;
  // Only the requests of the page.
  await page.route(logout, (route) => route.abort());
  await context.setOffline(false);
  const asked = page.evaluate(async (address) => (await fetch(address)).status, workbook);
  expect(await asked).toBe(401);
  expect(await statusWith(oldCookie)).toBe(401);
  await page.unroute(logout);
  await page.reload();
  await signInForm(page);
});
