/** A document that is opened while the database is gone: the tab asks again until it is back. */
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { signIn } from '#tests/kit/browser.ts';
import { productInBrowser } from '#tests/kit/product-in-browser.ts';

const product = productInBrowser();

test('the tab of a workbook says that it waits, and gets it without a further click', async () => {
  const { page, close } = await product.openTab();
  await signIn(page, 'contabilidad');
  await page.goto('/#/consolidado');
  const link = page.getByRole('link', { name: 'Descargar', exact: true });
  await link.waitFor();
  const database = join(product.dataDir, 'caja-menor.db');
  renameSync(database, `${database}.aparte`);
  const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
  await tab.getByText('Esta página lo intenta sola cada 5 segundos.').waitFor();
  const downloading = tab.waitForEvent('download', { timeout: 60_000 });
  renameSync(`${database}.aparte`, database);
  expect((await downloading).suggestedFilename()).toMatch(/\.xlsx$/);
  await close();
});
