/** The limits of what the page brings over the wire, in requests and bytes: times belong to `npm run bench`. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { apiBase } from '#contract/contract.ts';
import { profileIds, profiles } from '#machines/domain/profiles.ts';
import { signInOnScreen } from '../kit/browser.ts';
import { measureLoad } from '../kit/page-load.ts';
import { firstNames } from '../kit/people.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';

const product = productInBrowser();

/** Everything from a cold cache until somebody can use it; 1 kB is 1,000 bytes. */
const limits = { requests: 8, signIn: 215, list: 250 };

const field = (page: Page) => () => page.getByLabel('Usuario (correo electrónico)').waitFor();
const rows = (page: Page) => () => page.getByRole('cell').first().waitFor();

it('the sign-in comes in few files', async () => {
  const { page, close } = await product.openTab();
  const { requests, kilobytes } = await measureLoad(page, () => page.goto('/'), field(page));
  expect(requests).toBeLessThanOrEqual(limits.requests);
  expect(kilobytes).toBeLessThanOrEqual(limits.signIn);
  await close();
});

it('until the first screen is there, the mark of the product is, in the middle', async () => {
  const { page, close } = await product.openTab();
  // Never answered.
  await page.route('**/assets/page-*.js', () => undefined);
  await page.goto('/', { waitUntil: 'commit' });
  const mark = page.locator('#root > img');
  await mark.waitFor();
  const box = await mark.boundingBox();
  const size = page.viewportSize();
  expect(box && { x: box.x + box.width / 2, y: box.y + box.height / 2 }).toEqual(
    size && { x: size.width / 2, y: size.height / 2 },
  );
  await close();
});

describe.each(profileIds)('profile %i', (profile) => {
  it('has its first list in few files, and asks once for each', async () => {
    const { page, close } = await product.openTab();
    await signInOnScreen(page, firstNames[profile]);
    await rows(page)();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.clearBrowserCache');
    await page.goto('about:blank');
    const list = `/#/${profiles[profile].permisos[0]}`;
    const calls: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith(apiBase)) calls.push(pathname.slice(apiBase.length));
    });
    const { requests, kilobytes } = await measureLoad(page, () => page.goto(list), rows(page));
    // How much waits is asked by whoever it may wait for, beside the list.
    const isCount = (call: string) => call === '/contarPendientes';
    expect(calls.filter((call) => !isCount(call))).toEqual([
      '/auth/sesion',
      expect.stringMatching(/^\/(obtener|historial|cajas)/),
    ]);
    expect(calls.filter(isCount)).toHaveLength([2, 3, 4, 5, 6].includes(profile) ? 1 : 0);
    expect(requests).toBeLessThanOrEqual(limits.requests);
    expect(kilobytes).toBeLessThanOrEqual(limits.list);
    await close();
  });
});
