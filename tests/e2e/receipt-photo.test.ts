/** The photo of a receipt, from the camera to the legalisation: upright and reduced in size. */
import type { BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterEach, expect, it } from 'vitest';
import { apiBase } from '#contract/contract.ts';
import { beginSession, demoPassword, demoToken, goTo, signIn } from '../kit/browser.ts';
import { cameraPhoto, type PhotoOptions } from '../kit/files/camera-photos.ts';
import { encryptedPdf, pdfFile, pngFile } from '../kit/files/receipt-files.ts';
import { heading, todayInBogota } from '../kit/main-job.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';
import { WebClient } from '../kit/web-client.ts';

/** Almacén Bocagrande: its open box is empty. */
const store = 7;

const product = productInBrowser();
const contexts: BrowserContext[] = [];
afterEach(() => Promise.all(contexts.splice(0).map((context) => context.close())));

async function openForm(): Promise<Page> {
  const tab = await product.openTab();
  contexts.push(tab.page.context());
  await signIn(tab.page, 'tienda');
  await goTo(tab.page, `/crearGasto/${store}`);
  await heading(tab.page, /^Caja menor - /).waitFor();
  return tab.page;
}

interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const photo = async (text: string, options?: PhotoOptions): Promise<ChosenFile> => ({
  name: `${text}.jpg`,
  mimeType: 'image/jpeg',
  buffer: await cameraPhoto(text, options),
});

const input = (page: Page) => page.getByLabel('Archivo de soporte');

/** Chooses files and waits until they are prepared. */
async function choose(page: Page, files: ChosenFile | ChosenFile[]): Promise<void> {
  await input(page).setInputFiles(files);
  await page
    .getByRole('button', { name: /^Girar la foto/ })
    .first()
    .waitFor();
}

async function fillIn(page: Page, receipt: string, value: string): Promise<void> {
  await page.getByLabel('Documento del proveedor').fill('900373923');
  await page.getByRole('option', { name: /900373923/ }).click();
  await page.getByRole('button', { name: 'Hoy' }).click();
  await page.getByLabel('Valor').fill(value);
  await page.getByLabel('Número de recibo').fill(receipt);
  await page.getByLabel('Concepto').fill('Taxi');
  await page.getByRole('checkbox').first().check();
  await page.getByRole('radio', { name: 'No', exact: true }).check({ force: true });
}

/** Saves the expense. @returns its receipt as the server stores it */
async function saved(page: Page): Promise<Buffer> {
  const upload = page.waitForResponse(`**${apiBase}/cargarSoporte`);
  await page.getByRole('button', { name: 'Guardar gasto' }).click();
  const [{ soporte }] = (await (await upload).json()) as [{ soporte: string }];
  await page.getByText('Datos almacenados').waitFor();
  const answer = await page.request.get(`${product.url}/documentos/soportes/${soporte}`);
  return answer.body();
}

/** Colour in the middle of an edge: red or paper. */
async function edge(picture: Buffer, side: 'top' | 'right' | 'bottom' | 'left') {
  const { width, height } = await sharp(picture).metadata();
  const across = Math.round(width / 2);
  const down = Math.round(height / 2);
  const place = {
    top: { left: across, top: 10 },
    bottom: { left: across, top: height - 20 },
    left: { left: 10, top: down },
    right: { left: width - 20, top: down },
  }[side];
  const spot = await sharp(picture)
    .extract({ ...place, width: 8, height: 8 })
    .png()
    .toBuffer();
  // sharp computes statistics of its input, without operations.
  const { channels } = await sharp(spot).stats();
  return (channels[0]?.mean ?? 0) > 150 && (channels[1]?.mean ?? 0) < 100 ? 'red' : 'paper';
}

it('a photo is sent upright and reduced; a legalisation with twelve has at most 6 MB', async () => {
  const page = await openForm();
  const taken = await photo('TAXI', { orientation: 6 });
  expect(taken.buffer.length).toBeGreaterThan(1_000_000);
  await choose(page, taken);
  await fillIn(page, 'FOTO1', '11300');
  const light = await saved(page);
  const { width, height, format, orientation } = await sharp(light).metadata();
  expect({ width, height, format, orientation }).toEqual({
    width: 1500,
    height: 2000,
    format: 'jpeg',
    orientation: undefined,
  });
  expect(light.length).toBeLessThanOrEqual(400_000);
  expect(await edge(light, 'top')).toBe('red');

  const id = await sendTwelve(light);
  const { page: shop } = await product.openTab();
  contexts.push(shop.context());
  await beginSession(shop, 'yuliana.pinto');
  const document = await shop.request.get(`${product.url}/documentos/legalizar.php?id_caja=${id}`);
  expect(document.status()).toBe(200);
  expect((await document.body()).length).toBeLessThanOrEqual(6_000_000);
});

it('photos become upright pages of one PDF, and can be turned and removed', async () => {
  const page = await openForm();
  const small = { width: 800, height: 600 };
  const held = async (text: string, orientation: 1 | 3 | 6 | 8) =>
    photo(text, { ...small, orientation });
  await choose(page, [await held('UNO', 1), await held('DOS', 6), await held('TRES', 3)]);
  await page.getByLabel('Agregar otra foto').setInputFiles(await held('CUATRO', 8));
  await page.getByRole('button', { name: 'Girar la foto 4' }).waitFor();
  await page.getByRole('button', { name: 'Quitar la foto 2' }).click();
  await page.getByRole('button', { name: 'Girar la foto 4' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Girar la foto 1' }).click();
  await page.getByText('Preparando…').waitFor({ state: 'hidden' });
  await fillIn(page, 'FOTO2', '11600');
  expect((await saved(page)).subarray(0, 5).toString()).toBe('%PDF-');
  // The server draws each sheet.
  const client = await clientOf('tienda');
  const { id } = await client.must('/obtenerCajaActual', { id_tienda: store });
  const rows = await client.must('/gastosCaja', { id_caja: id });
  const recorded = rows.find((row) => 'recibo' in row && row.recibo === 'FOTO2');
  const soporte = recorded && 'soporte' in recorded ? recorded.soporte : '';
  const sheet = (number: number) =>
    page.request.get(`${product.url}/documentos/hojas/${soporte}/${number}`);
  for (const [number, side] of [
    [1, 'right'],
    [2, 'top'],
    [3, 'top'],
  ] as const)
    expect(await edge(await (await sheet(number)).body(), side)).toBe('red');
  expect((await sheet(4)).status()).toBe(404);
});

it('unreadable photos are refused with a message; a PDF is stored byte by byte', async () => {
  const page = await openForm();
  const heic = { name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: Buffer.from('no picture') };
  await input(page).setInputFiles(heic);
  await page.getByText(/Este navegador no puede leer fotos HEIC/).waitFor();
  const broken = { name: 'rota.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') };
  await input(page).setInputFiles(broken);
  await page.getByText('«rota.jpg» no se puede leer como imagen', { exact: false }).waitFor();
  const buffer = await pdfFile('factura');
  await input(page).setInputFiles({ name: 'factura.pdf', mimeType: 'application/pdf', buffer });
  await page.getByText('factura.pdf').waitFor();
  await fillIn(page, 'FOTO3', '11900');
  expect((await saved(page)).equals(buffer)).toBe(true);
});

async function clientOf(user: string): Promise<WebClient> {
  const client = new WebClient(product.url, demoToken);
  await client.signIn({ email: `${user}@cajamenor.test`, password: demoPassword });
  return client;
}

/** Sends a box of another store with twelve expenses, each with the photo. @returns its id */
async function sendTwelve(light: Buffer): Promise<number> {
  /** Outlet Cañaveral: its open box is empty, too, and no other test here sends it. */
  const id_tienda = 5;
  const shop = await clientOf('yuliana.pinto');
  const { id } = await shop.must('/obtenerCajaActual', { id_tienda });
  const { proveedores } = await shop.must('/sugerenciasGasto', { id_tienda });
  const categories = await shop.must('/datosGenerales', {
    tabla: 'categoria_gasto',
    condicional: { id_formato: 5 },
  });
  const [category] = categories.flatMap((row) => ('cuenta' in row ? [row.id] : []));
  for (let index = 0; index < 12; index += 1) {
    const [{ id_gasto } = { id_gasto: 0 }] = await shop.must('/enviarGasto', {
      id_tienda,
      id_proveedor: proveedores[0]?.id ?? 0,
      fecha_gasto: todayInBogota(),
      recibo: `LEG${index}`,
      valor: 5_000 + 200 * index,
      concepto: 'Taxi',
      categoria: [category ?? 0],
      tipo_factura: 0,
    });
    // A different file each time: bytes after the end of a JPEG are not read.
    const file = Buffer.concat([light, Buffer.from(String(index))]);
    const { status } = await shop.upload('/cargarSoporte', { id_gasto }, file);
    expect(status).toBe(200);
  }
  await shop.must('/enviarCaja', { id_caja: id, id_tienda });
  return id;
}

it('a PDF that needs a password is refused when it is chosen, one with restrictions is not', async () => {
  const page = await openForm();
  const mimeType = 'application/pdf';
  await input(page).setInputFiles({
    name: 'extracto.pdf',
    mimeType,
    buffer: await encryptedPdf('EXTRACTO'),
  });
  await page.getByText('«extracto.pdf» tiene contraseña: quítela o tómele una foto.').waitFor();
  const restricted = await pdfFile('RESTRINGIDO', { restricted: true });
  expect(restricted.includes('/Encrypt')).toBe(true);
  await input(page).setInputFiles({ name: 'restringido.pdf', mimeType, buffer: restricted });
  await page.getByRole('button', { name: 'Quitar el archivo' }).waitFor();
});

it('an animated PNG is sent as a picture of its first frame', async () => {
  const page = await openForm();
  const buffer = pngFile('ANIMADA', true);
  await choose(page, { name: 'animada.png', mimeType: 'image/png', buffer });
  await fillIn(page, 'FOTO3', '11900');
  expect((await sharp(await saved(page)).metadata()).format).toBe('jpeg');
});
