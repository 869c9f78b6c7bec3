/** Delays: the slowest store and user in three clicks, marked when they exceed the target of the settings. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { goTo, signIn } from '../kit/browser.ts';
import { effortRow, Job, recordEffort } from '../kit/effort.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';
import { apiOf } from '../kit/tour-addresses.ts';

const product = productInBrowser();

const firstRow = (page: Page) =>
  page.getByRole('table', { name: 'Demoras' }).getByRole('row').nth(1);

/** The name with the longest wait of all. */
async function slowest(page: Page, por: 'tienda' | 'persona'): Promise<string> {
  const rows = await (await apiOf(page)).call('/flujoDemoras', { por });
  const [first] = rows
    .filter(({ desde }) => desde !== null)
    .toSorted((one, other) => (one.desde ?? 0) - (other.desde ?? 0));
  return first?.nombre ?? '';
}

it('delays lead to the slowest store and user, and to the drawing of that store', async () => {
  const { page, complaints, close } = await product.openTab();
  await signIn(page, 'admin');
  await goTo(page, '/business');
  await page.getByLabel('Días en Supervisor').fill('1');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await page.getByText('Datos almacenados').waitFor();

  const job = await Job.begin(page);
  await page.getByRole('link', { name: 'Flujo de trabajo' }).click();
  await page.getByRole('link', { name: 'Causas' }).click();
  const store = await slowest(page, 'tienda');
  await firstRow(page).getByRole('link', { name: store }).waitFor();
  const { inputs: toStore } = await job.counts();
  await page.getByRole('link', { name: 'Por persona' }).click();
  const person = await slowest(page, 'persona');
  await firstRow(page).getByRole('rowheader', { name: person }).waitFor();
  const { inputs: toBoth } = await job.counts();
  expect(toBoth).toBeLessThanOrEqual(3);
  recordEffort('Finding who holds boxes up', [
    'The cost of seeing the slowest store and the slowest person, counted by `tests/e2e/delays.test.ts` from any screen;',
    'after the slash, the limit above which the test fails.',
    '',
    effortRow(['Job', 'Clicks', 'Before']),
    effortRow(['---', '---', '---']),
    effortRow(['The slowest store', `${toStore} / 3`, '']),
    effortRow(['The slowest store and the slowest person', `${toBoth} / 3`, '26']),
  ]);
  await page.getByRole('row').filter({ hasText: 'más que la meta' }).first().waitFor();

  await page.getByRole('link', { name: 'Por tienda' }).click();
  await firstRow(page).getByRole('link', { name: store }).click();
  await page.getByRole('list', { name: 'Recorrido de una caja' }).waitFor();
  expect(
    await page.getByLabel('Tienda', { exact: true }).locator('option:checked').textContent(),
  ).toBe(store);
  await page.getByRole('table', { name: /^Cajas en / }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});
