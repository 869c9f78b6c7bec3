/** The photo of a receipt, from the camera to the legalisation: upright, light and still legible. */
import type { BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { apiBase } from '#contract/contract.ts';
import { demoPassword, demoToken, goTo, signIn } from '../kit/browser.ts';
import { cameraPhoto, type PhotoOptions } from '../kit/files/camera-photos.ts';
import { pdfFile } from '../kit/files/receipt-files.ts';
import { heading, todayInBogota } from '../kit/main-job.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';
import { WebClient } from '../kit/web-client.ts';

/** Almacén Bocagrande: nothing in its open box. */
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

let receipts = 0;

async function fillIn(page: Page): Promise<string> {
  receipts += 1;
  const receipt = `FOTO${receipts}`;
  await page.getByLabel('Documento del proveedor').fill('900373923');
  await page.getByRole('option', { name: /900373923/ }).click();
  await page.getByRole('button', { name: 'Hoy' }).click();
  await page.getByLabel('Valor').fill(String(11_000 + 300 * receipts));
  await page.getByLabel('Número de recibo').fill(receipt);
  await page.getByLabel('Concepto').fill('Taxi');
  await page.getByRole('checkbox').first().check();
  await page.getByRole('radio', { name: 'No', exact: true }).check({ force: true });
  return receipt;
}

/** Saves the expense; returns the file that the server keeps of it. */
async function saved(page: Page): Promise<Buffer> {
  const upload = page.waitForResponse(`**${apiBase}/cargarSoporte`);
  await page.getByRole('button', { name: 'Guardar gasto' }).click();
  const [{ soporte }] = (await (await upload).json()) as [{ soporte: string }];
  await page.getByText('Datos almacenados').waitFor();
  const answer = await page.request.get(`${product.url}/documentos/soportes/${soporte}`);
  return answer.body();
}

/** The colour in the middle of an edge, as shares of red and green. */
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
  // The statistics of sharp are those of its input.
  const { channels } = await sharp(spot).stats();
  return (channels[0]?.mean ?? 0) > 150 && (channels[1]?.mean ?? 0) < 100 ? 'red' : 'paper';
}

describe('a photo of a phone', () => {
  it.each([1, 3, 6, 8] as const)(
    'is sent upright and light, however it was held: EXIF %i',
    async (orientation) => {
      const page = await openForm();
      const taken = await photo(`EXIF${orientation}`, { orientation });
      expect(taken.buffer.length).toBeGreaterThan(1_000_000);
      await choose(page, taken);
      await fillIn(page);
      const sent = await saved(page);
      const { width, height, format, orientation: left } = await sharp(sent).metadata();
      expect({ format, left }).toEqual({ format: 'jpeg', left: undefined });
      expect(sent.length).toBeLessThanOrEqual(400_000);
      const upright = orientation === 6 || orientation === 8;
      expect([width, height]).toEqual(upright ? [1500, 2000] : [2000, 1500]);
      expect(await edge(sent, 'top')).toBe('red');
    },
  );

  it('is turned by hand', async () => {
    const page = await openForm();
    await choose(page, await photo('MANO', { orientation: 1, width: 1600, height: 1200 }));
    await page.getByRole('button', { name: 'Girar la foto' }).click();
    await page.getByText('Preparando…').waitFor({ state: 'hidden' });
    await fillIn(page);
    const sent = await saved(page);
    const { width, height } = await sharp(sent).metadata();
    expect([width, height]).toEqual([1200, 1600]);
    expect(await edge(sent, 'right')).toBe('red');
  });

  it('and two more become one PDF of three pages, without the one that was taken away', async () => {
    const page = await openForm();
    const options = { orientation: 6, width: 1600, height: 1200 } as const;
    await choose(
      page,
      await Promise.all(['UNO', 'DOS', 'TRES'].map((text) => photo(text, options))),
    );
    await page.getByLabel('Agregar otra foto').setInputFiles(await photo('CUATRO', options));
    await page.getByRole('button', { name: 'Girar la foto 4' }).waitFor();
    await page.getByRole('button', { name: 'Quitar la foto 2' }).click();
    await expect
      .poll(() => page.getByRole('button', { name: /^Girar la foto/ }).count(), { timeout: 15_000 })
      .toBe(3);
    await page.getByText('Preparando…').waitFor({ state: 'hidden' });
    await fillIn(page);
    const sent = await saved(page);
    expect(sent.subarray(0, 5).toString()).toBe('%PDF-');
    // The server draws each of its sheets.
    await page.goto('/#/cajaActual/7');
    const client = await clientOf();
    const { id } = await client.must('/obtenerCajaActual', { id_tienda: store });
    const rows = await client.must('/gastosCaja', { id_caja: id });
    const soporte = rows.flatMap((row) =>
      'recibo' in row && row.recibo === `FOTO${receipts}` ? [row.soporte ?? ''] : [],
    )[0];
    for (const sheet of [1, 2, 3]) {
      const drawn = await page.request.get(`${product.url}/documentos/hojas/${soporte}/${sheet}`);
      expect(drawn.status()).toBe(200);
      expect(await edge(await drawn.body(), 'top')).toBe('red');
    }
    const fourth = await page.request.get(`${product.url}/documentos/hojas/${soporte}/4`);
    expect(fourth.status()).toBe(404);
  });
});

describe('a file', () => {
  it('that this browser cannot read is refused with words, and what was there stays', async () => {
    const page = await openForm();
    const heic = { name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: Buffer.from('no picture') };
    await input(page).setInputFiles(heic);
    await page.getByText(/Este navegador no puede leer fotos HEIC/).waitFor();
    await choose(page, await photo('BUENA', { width: 1600, height: 1200 }));
    const broken = { name: 'rota.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') };
    await page.getByLabel('Agregar otra foto').setInputFiles(broken);
    await page.getByText('«rota.jpg» no se puede leer como imagen', { exact: false }).waitFor();
    await page.getByText('BUENA.jpg').waitFor();
  });

  it('in PDF stays as it is, byte by byte', async () => {
    const page = await openForm();
    const buffer = await pdfFile('factura');
    await input(page).setInputFiles({ name: 'factura.pdf', mimeType: 'application/pdf', buffer });
    await page.getByText('factura.pdf').waitFor();
    await fillIn(page);
    expect((await saved(page)).equals(buffer)).toBe(true);
  });

  it('that does not arrive is not lost, and is sent again', async () => {
    const page = await openForm();
    await choose(page, await photo('PERDIDA', { width: 1600, height: 1200 }));
    await fillIn(page);
    let calls = 0;
    await page.route(`**${apiBase}/cargarSoporte`, (route) => {
      calls += 1;
      return calls === 1 ? route.abort() : route.continue();
    });
    await page.getByRole('button', { name: 'Guardar y registrar otro' }).click();
    // The device keeps it, and tries again by itself.
    await page.getByText('Se envió 1 gasto').waitFor();
    expect(calls).toBe(2);
    expect(await page.getByLabel('Concepto').inputValue()).toBe('');
  });
});

async function clientOf(): Promise<WebClient> {
  const client = new WebClient(product.url, demoToken);
  await client.signIn({ email: 'tienda@cajamenor.test', password: demoPassword });
  return client;
}

it('twelve photos make a legalisation of at most 6 MB', async () => {
  const page = await openForm();
  await choose(page, await photo('DOCE'));
  await fillIn(page);
  const light = await saved(page);
  const client = await clientOf();
  /** Outlet Cañaveral: nothing in its open box either, and nobody else sends it here. */
  const id_tienda = 5;
  const shop = new WebClient(product.url, demoToken);
  await shop.signIn({ email: 'yuliana.pinto@cajamenor.test', password: demoPassword });
  const { id } = await shop.must('/obtenerCajaActual', { id_tienda });
  const { proveedores } = await client.must('/sugerenciasGasto', { id_tienda: store });
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
    // Another file each time: what follows the end of a JPEG is not read.
    const file = Buffer.concat([light, Buffer.from(String(index))]);
    const { status } = await shop.upload('/cargarSoporte', { id_gasto }, file);
    expect(status).toBe(200);
  }
  await shop.must('/enviarCaja', { id_caja: id, id_tienda });
  const tab = await product.openTab();
  contexts.push(tab.page.context());
  await signIn(tab.page, 'yuliana.pinto');
  const document = await tab.page.request.get(
    `${product.url}/documentos/legalizar.php?id_caja=${id}`,
  );
  expect(document.status()).toBe(200);
  expect((await document.body()).length).toBeLessThanOrEqual(6_000_000);
});
