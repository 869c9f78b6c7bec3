/**
 * Takes the pictures of the help from a running demonstration, all of them or the named ones:
 * `npm run help:pictures -- http://localhost:3000 decidir`.
 * Each picture is a screen of 1280×720, as WebP 640 pixels wide.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { findBrowser } from '../tests/setup/find-browser.mjs';
import { thisMachine } from '../tests/setup/this-machine.mjs';
import { root } from './project.mjs';

const [url = 'http://localhost:3000', ...named] = process.argv.slice(2);
const folder = path.join(root, 'src/features/help/pictures');

/**
 * Per picture: the user, the address that the user opens, and the link to click there.
 * @type {[name: string, user: string, address: string, link?: string][]}
 */
const shots = [
  ['usuarios', 'admin', '/listarUsuarios'],
  ['configuracion', 'admin', '/business'],
  ['caja-actual', 'tienda', '/cajaActual/1'],
  ['registrar-gasto', 'tienda', '/crearGasto/1'],
  ['pendientes', 'supervisor', '/misPendientes'],
  ['decidir', 'supervisor', '/misPendientes', 'a[href*="detalleGastoSupervisor"]'],
  ['mantenimiento', 'mantenimiento', '/misPendientes', 'a[href*="detalleGastoMantenimiento"]'],
  ['tiendas', 'coordinador', '/listarTiendas'],
  ['cajas-pendientes', 'contabilidad', '/cajasPendientes'],
  ['contabilidad', 'contabilidad', '/misPendientes', 'a[href*="detalleGastoContabilidad/"]'],
  ['lista-tiendas', 'control', '/verTiendas'],
  ['historial-tienda', 'control', '/historialTienda/1'],
  ['flujo', 'control', '/flujo'],
];

/**
 * Runs in the page.
 * @param {{ png: string, width: number }} given
 * @returns {Promise<string>}
 */
async function asWebp({ png, width }) {
  const picture = new Image();
  picture.src = `data:image/png;base64,${png}`;
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = Math.round((picture.height / picture.width) * width);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/webp', 0.7).split(',')[1] ?? '';
}

/** Runs in the page: true when everything is loaded, with a receipt in its pane if there is one. */
const isWhole = () =>
  document.querySelector('.chakra-skeleton, [aria-busy=true]') === null &&
  [...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0) &&
  (document.querySelector('[aria-label=Soporte]') === null ||
    document.querySelector('[data-receipt] img') !== null);

/**
 * Moves to the next expense until a receipt is visible: a PDF may take long to draw.
 * @param {import('playwright-core').Page} page
 */
async function withReceipt(page) {
  for (let expense = 0; expense < 12; expense += 1) {
    const receipt = page.locator('[data-receipt] img').filter({ visible: true });
    const isThere = await receipt.waitFor({ timeout: 5_000 }).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await page.keyboard.press('j');
  }
}

const executablePath = findBrowser(thisMachine);
if (!executablePath) throw new Error('Install Chromium, or set CHROMIUM_PATH to its executable.');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const painter = await browser.newPage();
for (const [name, user, address, link] of shots) {
  if (named.length > 0 && !named.includes(name)) continue;
  const context = await browser.newContext({
    baseURL: url,
    locale: 'es-CO',
    timezoneId: 'America/Bogota',
    viewport: { width: 1280, height: 720 },
  });
  const data = { token: 'caja-menor', email: `${user}@cajamenor.test`, password: 'Caja2026' };
  await context.request.post('/api/v1/auth/user', { data });
  const page = await context.newPage();
  await page.goto('/salud');
  await page.evaluate(() => localStorage.setItem('isLogin', '1'));
  await page.goto(`/#${address}`);
  await page.waitForLoadState('networkidle');
  if (link) {
    await page.locator(link).first().click();
    await page.locator('section[aria-label=Soporte]').waitFor();
    await withReceipt(page);
  }
  await page.waitForFunction(isWhole, undefined, { polling: 200 });
  const png = (await page.screenshot()).toString('base64');
  const webp = Buffer.from(await painter.evaluate(asWebp, { png, width: 640 }), 'base64');
  writeFileSync(path.join(folder, `${name}.webp`), webp);
  console.log(`${name}.webp ${(webp.length / 1_000).toFixed(1)} kB`);
  await context.close();
}
await browser.close();
