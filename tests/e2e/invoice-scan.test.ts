/** The QR of an invoice, by camera, photo or text, fills in the form; the barcode of a guide fills in its number. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { boxStates } from '#machines/domain/stages/states.ts';
import { demoPassword, demoToken, goTo, openTab, signIn } from '../kit/browser.ts';
import { CHROMIUM_ARGUMENTS, chromiumPath } from '../kit/environment.ts';
import { cufeOf, exampleInvoice, invoiceXml } from '../kit/files/invoice-xml.ts';
import { guidePhoto } from '../kit/files/guide-picture.ts';
import { qrPhoto, writeQrFilm } from '../kit/files/qr-pictures.ts';
import { heading, todayInBogota } from '../kit/main-job.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';
import { press } from '../kit/tour-gestures.ts';
import { WebClient } from '../kit/web-client.ts';

const product = productInBrowser();
const folder = mkdtempSync(join(tmpdir(), 'caja-menor-'));
const film = join(folder, 'factura.y4m');

const imported = { numero: 'QRE101', cufe: cufeOf('QRE101'), nit: '900373923' };

/** QR text of another invoice of the same supplier, which is not imported. */
const printed = [
  'NumFac: QRE-7',
  `FecFac: ${todayInBogota()}`,
  'HorFac: 10:53:10-05:00',
  'NitFac: 900373923',
  'DocAdq: 800197268',
  'ValFac: 31000.00',
  'ValIva: 5890.00',
  'ValOtroIm: 0.00',
  'ValTolFac: 36890.00',
  `CUFE: ${cufeOf('QRE7')}`,
  `QRCode: https://catalogo-vpfe.dian.gov.co/document/searchqr?documentkey=${cufeOf('QRE7')}`,
].join('\n');

let filming: Browser;
beforeAll(async () => {
  await writeQrFilm(film, printed);
  filming = await chromium.launch({
    executablePath: chromiumPath(),
    args: [
      ...CHROMIUM_ARGUMENTS,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  });
  const accounting = new WebClient(product.url, demoToken);
  await accounting.signIn({ email: 'contabilidad@cajamenor.test', password: demoPassword });
  const xml = invoiceXml({
    ...exampleInvoice,
    ...imported,
    digito: '8',
    fecha: todayInBogota(),
    total: '47300.00',
  });
  expect((await accounting.upload('/importarFacturas', {}, Buffer.from(xml))).status).toBe(200);
});
afterAll(async () => {
  await filming?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens the dialog over the form. @returns `foreign`: requests to other hosts */
async function openScan(page: Page): Promise<{ foreign: string[] }> {
  const foreign: string[] = [];
  page.on('request', (request) => {
    const address = new URL(request.url());
    if (address.protocol.startsWith('http') && address.origin !== product.url)
      foreign.push(address.href);
  });
  await signIn(page, 'tienda');
  await goTo(page, '/crearGasto/1');
  await heading(page, /^Caja menor - /).waitFor();
  await press(page, 'Escanear QR');
  return { foreign };
}

const typedIn = (page: Page, label: string): Promise<string> =>
  page.getByRole('main').getByLabel(label, { exact: true }).inputValue();

async function isFilledIn(page: Page, expected: Record<string, string>): Promise<void> {
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  for (const [label, value] of Object.entries(expected))
    await expect.poll(() => typedIn(page, label), { message: label, timeout: 15_000 }).toBe(value);
}

it('the camera reads the QR, and closes', async () => {
  const { page, complaints, close } = await openTab(filming, product.url);
  const { foreign } = await openScan(page);
  await isFilledIn(page, {
    'Documento del proveedor': '900373923',
    'Número de recibo': 'QRE7',
    'Número de factura': 'QRE7',
    'Fecha de compra': todayInBogota(),
    Valor: '$ 36.890',
  });
  expect(await page.getByRole('main').getByRole('radio', { name: 'Sí' }).isChecked()).toBe(true);
  expect(await page.locator('video').count()).toBe(0);
  expect(foreign).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

it('without a camera, a photo is read, and a CUFE selects an imported invoice', async () => {
  const { page, close } = await product.openTab();
  await openScan(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/elija una foto con el QR, o pegue su texto o el CUFE\.$/).waitFor();
  const photo = dialog.getByLabel('Elegir una foto con el QR');
  const file = { name: 'qr.jpg', mimeType: 'image/jpeg' };
  await photo.setInputFiles({ ...file, buffer: await qrPhoto('https://wa.me/573001234567') });
  await dialog.getByText(/^Este no es el código de una factura electrónica/).waitFor();
  await photo.setInputFiles({ ...file, buffer: await qrPhoto(printed) });
  await isFilledIn(page, { 'Número de factura': 'QRE7', Valor: '$ 36.890' });

  await press(page, 'Escanear QR');
  await dialog.getByLabel('O pegue el texto del QR o el CUFE').fill(imported.cufe);
  await press(page, 'Usar este código');
  await isFilledIn(page, { 'Número de factura': imported.numero, Valor: '$ 47.300' });
  // The form below was not submitted.
  expect(await page.locator('[data-invalid]').count()).toBe(0);
  const offered = page.getByRole('group', { name: 'Facturas electrónicas sin gasto' });
  await offered.getByRole('button', { name: /^QRE101/, pressed: true }).waitFor();
  await page.getByRole('main').getByLabel('Valor', { exact: true }).fill('47000');
  await page.getByText('La factura QRE101 es de $ 47.300.').waitFor();
  await close();
});

it('a photo of a guide fills in its number from the barcode, and sends nothing', async () => {
  const store = new WebClient(product.url, demoToken);
  await store.signIn({ email: 'tienda@cajamenor.test', password: demoPassword });
  const boxes = await store.must('/historialCajas', { ver_control: 1 });
  const toShip = boxes.find(({ active }) => active === boxStates.readyToShip.codigo);
  if (toShip === undefined) throw new Error('The demonstration has no box to ship');
  const { id_caja } = toShip;
  const { page, complaints, close } = await product.openTab();
  await signIn(page, 'tienda');
  await goTo(page, `/verCajaRevisada/${id_caja}`);
  await page.getByLabel('Empresa de envío').selectOption({ label: 'Servientrega' });
  await press(page, 'Escanear');
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/elija una foto de la guía, o cierre y escriba el número\.$/).waitFor();
  const photo = dialog.getByLabel('Elegir una foto de la guía');
  const file = { name: 'guia.jpg', mimeType: 'image/jpeg' };
  await photo.setInputFiles({ ...file, buffer: await qrPhoto('Remite:\nTienda Centro') });
  await dialog.getByText(/^Este código no es el número de la guía/).waitFor();
  await photo.setInputFiles({ ...file, buffer: await guidePhoto('9001234567') });
  await isFilledIn(page, { 'Número de guía': '9001234567' });
  const after = await store.must('/obtenerCaja', { id_caja });
  expect(after.active).toBe(boxStates.readyToShip.codigo);
  expect(complaints).toEqual([]);
  await close();
});
