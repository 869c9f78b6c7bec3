/** Accounting exports the entries of a month, and fetches the file. */
import { afterAll, expect, it } from 'vitest';
import { resize, signIn } from '../kit/browser.ts';
import { effortRow, Job, recordEffort } from '../kit/effort.ts';
import { heading } from '../kit/main-job.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';

const product = productInBrowser();
/** Inputs above which the test fails. */
const LIMIT = 4;
let inputs = 0;
afterAll(() =>
  recordEffort('Exporting entries', [
    'The cost of exporting everything that is closed to the accounting program, counted by `tests/e2e/entries.test.ts` at',
    '1366×768 from the first screen of accounting; after the slash, the limit above which the test fails.',
    '',
    effortRow(['Job', 'Inputs']),
    effortRow(['---', '---']),
    effortRow(['Exporting, and fetching the file', `${inputs} / ${LIMIT}`]),
  ]),
);

it('exports what is closed once, and fetches its file', async () => {
  const { page } = await product.openTab();
  await signIn(page, 'contabilidad');
  await resize(page, { width: 1366, height: 768 });
  const job = await Job.begin(page);
  await page.getByRole('link', { name: 'Comprobantes' }).click();
  await heading(page, 'Comprobantes').waitFor();
  await page.getByRole('button', { name: 'Exportar' }).click();
  await page.getByText('Datos almacenados').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Archivo' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('comprobantes-1.csv');
  ({ inputs } = await job.counts());
  expect(inputs).toBeLessThanOrEqual(LIMIT);
  await page.getByText('0 comprobantes').waitFor();
});
