/** Documents that are opened or saved while the database is gone: each tab asks again until it is back. */
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { signIn } from '#tests/kit/browser.ts';
import { productInBrowser } from '#tests/kit/product-in-browser.ts';
import { apiOf } from '#tests/kit/tour-addresses.ts';

const product = productInBrowser();

test('a tab says that it waits, and saves the document without a further click', async () => {
  const { page, close } = await product.openTab();
  await signIn(page, 'contabilidad');
  const api = await apiOf(page);
  const batches = await api.call('/lotesGiros', {});
  const { id, archivo } = batches.find((batch) => batch.archivo !== null) ?? {};
  const links: readonly [address: string, link: string | RegExp, file: string | RegExp][] = [
    ['/consolidado', 'Descargar', /\.xlsx$/],
    ['/giros', 'Cuentas por inscribir en el banco', /^cuentas-nuevas-.*\.csv$/],
    ['/giros?lista=girados', 'Descargar los girados (XLSX)', /^giros-hechos-.*\.xlsx$/],
    ['/giros?lista=girados', /^Comprobante de egreso de/, /^comprobante-de-egreso-.*\.pdf$/],
    [`/giros/${id}`, 'Descargar el archivo', archivo?.nombre ?? ''],
  ];
  const pages = await Promise.all(
    links.map(async ([address, name]) => {
      const screen = await page.context().newPage();
      await screen.goto(`/#${address}`);
      const link = screen.getByRole('link', { name, exact: true }).first();
      await link.waitFor({ timeout: 60_000 });
      return { screen, link };
    }),
  );
  const database = join(product.dataDir, 'caja-menor.db');
  renameSync(database, `${database}.aparte`);
  const savings = [];
  for (const { screen, link } of pages) {
    const [tab] = await Promise.all([screen.waitForEvent('popup'), link.click()]);
    await tab.getByText('Esta página lo intenta sola cada 5 segundos.').waitFor();
    savings.push(tab.waitForEvent('download', { timeout: 60_000 }));
  }
  renameSync(`${database}.aparte`, database);
  const saved = await Promise.all(savings);
  for (const [index, [, , file]] of links.entries())
    expect(saved[index]?.suggestedFilename()).toMatch(file);
  await close();
});
