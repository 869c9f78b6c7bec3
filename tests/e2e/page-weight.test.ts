/** The page before the sign-in: its transfer size and layout. The first lists are in `profiles.test.ts`. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { signIn } from '../kit/browser.ts';
import { limits, measureLoad } from '../kit/page-load.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';

const product = productInBrowser();

const field = (page: Page) => () => page.getByLabel('Usuario (correo electrónico)').waitFor();

it('the sign-in page loads few files and kilobytes', async () => {
  const { page, close } = await product.openTab();
  const { requests, kilobytes } = await measureLoad(page, () => page.goto('/'), field(page));
  expect(requests).toBeLessThanOrEqual(limits.requests);
  expect(kilobytes).toBeLessThanOrEqual(limits.signIn);
  await close();
});

it('until the first screen is loaded, the logo is in the middle', async () => {
  const { page, close } = await product.openTab();
  // Never answered.
  await page.route('**/assets/page-*.js', () => undefined);
  await page.goto('/', { waitUntil: 'commit' });
  const mark = page.locator('#root > img');
  // The document arrives before its styles, which the first paint needs.
  await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint').length > 0,
  );
  const box = await mark.boundingBox();
  const size = page.viewportSize();
  expect(box && { x: box.x + box.width / 2, y: box.y + box.height / 2 }).toEqual(
    size && { x: size.width / 2, y: size.height / 2 },
  );
  await close();
});

/** The distances from the top at which the button of the sign-in is drawn, until the page is complete. */
const placesOfButton = (page: Page): Promise<number[]> =>
  page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const places = new Set<number>();
        const look = () => {
          const button = document.querySelector('button[type=submit]');
          if (button !== null) places.add(button.getBoundingClientRect().y);
          if (document.querySelector('#entrar-como') === null) requestAnimationFrame(look);
          else resolve([...places]);
        };
        look();
      }),
  );

it('the button of the sign-in stays where it was first drawn', async () => {
  const { page, close } = await product.openTab();
  await signIn(page, 'coordinador');
  const places = placesOfButton(page);
  await page.getByRole('link', { name: 'Cerrar sesión' }).click();
  expect(await places).toHaveLength(1);
  await close();
});
