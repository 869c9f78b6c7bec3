/**
 * Load time of the workflow page in a real browser, with years of boxes. Needs the built page (`npm run build`) and
 * `CHROMIUM_PATH`. `BENCH_BOXES=300 npm run bench` is a short run.
 */
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openTab } from '#tests/kit/browser.ts';
import { addManyBoxes } from '#tests/kit/many-boxes.ts';
import { testPassword } from '#tests/kit/people.ts';
import { startTestServer, type TestServer } from '#tests/kit/server.ts';

const BOXES = Number(process.env.BENCH_BOXES ?? 20_000);

let server: TestServer;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  server = await startTestServer({
    config: { validateAnswers: false, logLevel: 'fatal' },
    webDir: fileURLToPath(new URL('../../dist/web', import.meta.url)),
  });
  // The browser uses the system clock.
  server.clock.set(Date.now());
  await addManyBoxes(server, { boxes: BOXES, stores: Math.ceil(BOXES / 100), days: 730 });
  const url = await server.app.listen({ port: 0, host: '127.0.0.1' });
  browser = await openBrowser();
  ({ page } = await openTab(browser, url));
  await page.goto('/');
  await page.getByLabel('Usuario (correo electrónico)').fill(server.people[7].email);
  await page.getByRole('textbox', { name: /^Contraseña/ }).fill(testPassword);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await page.getByRole('link', { name: 'Cerrar sesión' }).waitFor();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** From the address to the figures, with a full page load each time; the best of three counts. */
async function measured(what: string, address: string, figures: () => Promise<unknown>) {
  let best = Number.POSITIVE_INFINITY;
  for (let time = 0; time < 3; time += 1) {
    await page.goto('about:blank');
    const start = performance.now();
    await page.goto(`${address}`);
    await figures();
    best = Math.min(best, performance.now() - start);
  }
  process.stdout.write(`${best.toFixed(0).padStart(6)} ms  ${what}\n`);
  return best;
}

const cells = (table: string) =>
  page.getByRole('table', { name: table }).getByRole('cell').first().waitFor();

test('the workflow page shows the current boxes within two seconds', async () => {
  const { id } = await server.db
    .selectFrom('cajas')
    .select('id')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const root = new URL(page.url()).origin;
  const now = await measured('ahora', `${root}/#/flujo`, () => cells('Cajas por estado'));
  await measured('ahora, las cajas cerradas', `${root}/#/flujo?estado=closed`, () =>
    cells('Cajas en «Cerrada»'),
  );
  await measured('historia de 30 días', `${root}/#/flujo?vista=historia`, () =>
    cells('Tiempo en cada estado'),
  );
  await measured('la caja con más eventos', `${root}/#/flujo/${id}`, () =>
    page.getByRole('slider', { name: 'Paso del recorrido' }).waitFor(),
  );
  expect(now).toBeLessThan(2_000);
});
