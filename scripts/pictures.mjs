/**
 * Takes the pictures of the help and of the README from a running demonstration, all of them or the named ones:
 * `npm run pictures -- http://localhost:3000 decidir`.
 * Those of the help are screens of 1280×720, as WebP 640 pixels wide; those of the README are PNG.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { findBrowser } from '../tests/setup/find-browser.mjs';
import { thisMachine } from '../tests/setup/this-machine.mjs';
import { root } from './project.mjs';

const [url = 'http://localhost:3000', ...named] = process.argv.slice(2);

/**
 * Per picture of the help: the user, the address that the user opens, and the link to click there.
 * @type {[name: string, user: string, address: string, link?: string][]}
 */
const ofHelp = [
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
 * Per picture of the README: the user, the address and the link, as above, the width and height of the window, and the
 * part that is shown; without it, the window.
 * @type {[name: string, user: string, address: string, link: string, size: [number, number], part?: string][]}
 */
const ofReadme = [
  [
    'decision',
    'supervisor',
    '/misPendientes',
    'a[href*="detalleGastoSupervisor"]',
    [1366, 768],
    'main',
  ],
  ['recorrido', 'control', '/flujo/14', '', [1366, 1800], '[role=group][aria-label^="Dibujo"]'],
  ['registro', 'tienda', '/crearGasto/1', '', [390, 844]],
];

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
    const isThere = await receipt.waitFor({ timeout: 20_000 }).then(
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

/**
 * Opens an address as a user of the demonstration, and the link there.
 * @param {[width: number, height: number]} size
 * @param {string} user
 * @param {string} address
 * @param {string} [link]
 */
async function open([width, height], user, address, link) {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'es-CO',
    timezoneId: 'America/Bogota',
    viewport: { width, height },
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
    await page.waitForLoadState('networkidle');
    if (await page.locator('section[aria-label=Soporte]').count()) await withReceipt(page);
  }
  await page.waitForFunction(isWhole, undefined, { polling: 200 });
  return page;
}

/** @param {string} name */
const isWanted = (name) => named.length === 0 || named.includes(name);

/**
 * @param {string} file from the root
 * @param {Buffer} bytes
 */
function save(file, bytes) {
  writeFileSync(path.join(root, file), bytes);
  console.log(`${file} ${(bytes.length / 1_000).toFixed(1)} kB`);
}

for (const [name, user, address, link] of ofHelp.filter(([name]) => isWanted(name))) {
  const page = await open([1280, 720], user, address, link);
  const png = await page.screenshot();
  const webp = await sharp(png).resize(640).webp({ quality: 70 }).toBuffer();
  save(`src/features/help/pictures/${name}.webp`, webp);
  await page.context().close();
}
for (const [name, user, address, link, size, part] of ofReadme.filter(([name]) => isWanted(name))) {
  const page = await open(size, user, address, link);
  const png = await (part ? page.locator(part) : page).screenshot();
  save(`docs/images/${name}.png`, await sharp(png).png({ palette: true, effort: 10 }).toBuffer());
  await page.context().close();
}
await browser.close();
