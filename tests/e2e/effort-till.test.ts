/** Effort to record an expense in a store: each job counted against its limits, on a phone or at a desk. */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoPassword, demoToken } from '../kit/browser.ts';
import { effortRow, Job, recordEffort } from '../kit/effort.ts';
import { cameraPhoto } from '../kit/files/camera-photos.ts';
import { cufeOf, exampleInvoice, invoiceXml } from '../kit/files/invoice-xml.ts';
import { pdfFile } from '../kit/files/receipt-files.ts';
import { heading, todayInBogota } from '../kit/main-job.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';
import { WebClient } from '../kit/web-client.ts';

/** Almacén Medellín Centro: its open and earlier boxes have expenses of several suppliers. */
const store = 1;

const product = productInBrowser();
const contexts: BrowserContext[] = [];

interface Cost {
  taps: number;
  keys: number;
  /** Greatest height of the form, in window heights. */
  form: number;
  /** Seconds of redirects before the next expense could begin. */
  waited: number;
}

const counted: Record<string, { cost: Cost; limits: Cost; before: string }> = {};

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const desk = { viewport: { width: 1366, height: 768 } };

/** Taps in the camera of a phone, outside the page: the shutter, and the confirmation. */
let cameraTaps = 0;

/** Signs in, and starts counting at the list of stores. */
async function begin(device: typeof phone | typeof desk): Promise<Job> {
  const context = await product.browser.newContext({
    ...device,
    baseURL: product.url,
    locale: 'es-CO',
    timezoneId: 'America/Bogota',
  });
  contexts.push(context);
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await page.goto('/');
  await page.getByLabel('Usuario (correo electrónico)').fill('tienda@cajamenor.test');
  await page.getByRole('textbox', { name: /^Contraseña/ }).fill(demoPassword);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await heading(page, 'Tiendas').waitFor();
  cameraTaps = 0;
  return Job.begin(page);
}

/** A tap or a click, depending on the device. */
type Press = (control: ReturnType<Page['getByRole']>) => Promise<void>;
const tap: Press = (control) => control.tap();
const click: Press = (control) => control.click();

async function openForm({ page }: Job, press: Press): Promise<void> {
  await press(page.getByRole('link', { name: /^Registrar gasto ?: Almacén Medellín Centro$/ }));
  await heading(page, /^Caja menor - /).waitFor();
}

/** One of the frequent suppliers. */
const frequent = (page: Page, name: string | RegExp) =>
  page.getByRole('group', { name: 'Proveedores frecuentes' }).getByRole('button', { name });

async function takePhoto(page: Page, number: number): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByText('Tomar foto').tap(),
  ]);
  await chooser.setFiles({
    name: `IMG_${number}.jpg`,
    mimeType: 'image/jpeg',
    buffer: await cameraPhoto(`Recibo ${number}`, { width: 800, height: 600 }),
  });
  await page.getByRole('button', { name: 'Girar la foto' }).waitFor();
  cameraTaps += 2;
}

/** Position of the next tap in a field, in pixels: two at one point would be a double tap, which sets no caret. */
let tapAt = 24;

/** Types into the field that has got the focus by itself. */
async function fillFocused(page: Page, field: string, text: string): Promise<void> {
  const input = page.getByLabel(field, { exact: true });
  await input.and(page.locator(':focus')).waitFor();
  await page.keyboard.type(text);
}

/** Types once the field has the focus, which it gets a moment after the tap. */
async function fill(page: Page, field: string, text: string): Promise<void> {
  const input = page.getByLabel(field, { exact: true });
  tapAt = 144 - tapAt;
  await input.tap({ position: { x: tapAt, y: 20 } });
  await input.and(page.locator(':focus')).waitFor();
  await page.keyboard.type(text);
  expect(await input.inputValue(), field).not.toBe('');
}

const formScreens = (page: Page, label = 'Nuevo gasto'): Promise<number> =>
  page.evaluate((name) => {
    const form = document.querySelector(`form[aria-label="${name}"]`);
    return (form?.getBoundingClientRect().height ?? 0) / window.innerHeight;
  }, label);

/** Saves, and waits until the next expense can begin in the same form. */
async function saveAndGoOn(page: Page, press: Press, recorded: RegExp): Promise<void> {
  await press(page.getByRole('button', { name: 'Guardar y registrar otro' }));
  await page.getByText(recorded).waitFor();
}

async function keep(
  name: string,
  job: Job,
  form: number,
  limits: Cost,
  before: string,
  // The form stays open between two expenses.
  expected = ['listarTiendas', 'crearGasto'],
): Promise<void> {
  const { inputs, keys, waited, screens } = await job.counts();
  const cost = {
    taps: inputs - keys + cameraTaps,
    keys,
    form: Math.round(form * 100) / 100,
    waited,
  };
  counted[name] = { cost, limits, before };
  for (const [figure, value] of Object.entries(cost))
    expect(value, `${name}: ${figure} ${JSON.stringify(cost)}`).toBeLessThanOrEqual(
      limits[figure as keyof Cost],
    );
  expect(screens).toEqual(expected);
}

/** Expenses of the open box with these receipt numbers. */
async function recorded(receipts: readonly string[]) {
  const client = await clientOf('tienda');
  const { id } = await client.must('/obtenerCajaActual', { id_tienda: store });
  const rows = await client.must('/gastosCaja', { id_caja: id });
  return rows.flatMap((row) => ('recibo' in row && receipts.includes(row.recibo) ? [row] : []));
}

async function clientOf(user: string): Promise<WebClient> {
  const client = new WebClient(product.url, demoToken);
  await client.signIn({ email: `${user}@cajamenor.test`, password: demoPassword });
  return client;
}

const invoice = { numero: 'FETILL77', total: 41_300 };
/** The most frequent supplier of the store, and one whose last receipt was on paper. */
let first: string;
let onPaper: string;

beforeAll(async () => {
  const { proveedores } = await (await clientOf('tienda')).must('/sugerenciasGasto', {
    id_tienda: store,
  });
  const [most] = proveedores;
  first = most?.nombre ?? '';
  // A phone shows four suppliers.
  onPaper = proveedores.slice(1, 4).find((one) => one.tipo_factura === 0)?.nombre ?? '';
  const xml = invoiceXml({
    ...exampleInvoice,
    numero: invoice.numero,
    cufe: cufeOf(invoice.numero),
    fecha: todayInBogota(),
    total: `${invoice.total}.00`,
    nit: most?.num_doc ?? '',
    digito: most?.digito ?? '',
  });
  const accounting = await clientOf('contabilidad');
  const { status } = await accounting.upload('/importarFacturas', {}, Buffer.from(xml));
  expect(status).toBe(200);
});

afterAll(async () => {
  await Promise.all(contexts.map((context) => context.close()));
  recordEffort('Recording an expense', [
    'The cost of recording an expense for a store, counted by `tests/e2e/effort-till.test.ts` from the list of stores after the',
    'sign-in until the next expense can begin, on a phone at 390×844 with touches, the invoice at 1366×768; after the slash,',
    'the limit above which the test fails. A photo is three taps, two of them in the camera. The height of the filled-in form is',
    'measured in window heights.',
    '',
    effortRow(['Job', 'Taps', 'Keys', 'Form, screens', 'Seconds waited', 'Before']),
    effortRow(['---', '---', '---', '---', '---', '---']),
    ...Object.entries(counted).map(([name, { cost, limits, before }]) =>
      effortRow([
        name,
        ...(['taps', 'keys', 'form', 'waited'] as const).map(
          (figure) => `${cost[figure]} / ${limits[figure]}`,
        ),
        before,
      ]),
    ),
  ]);
});

it('recording a photo of a known supplier is within its limits', async () => {
  const job = await begin(phone);
  const { page } = job;
  await openForm(job, tap);
  await takePhoto(page, 1);
  const chips = await frequent(page, /./).filter({ visible: true }).all();
  const rows = new Set(await Promise.all(chips.map(async (chip) => (await chip.boundingBox())?.y)));
  expect([chips.length, rows.size]).toEqual([4, 2]);
  await frequent(page, onPaper).tap();
  await fillFocused(page, 'Valor', '12500');
  await fill(page, 'Número de recibo', 'R-551');
  const form = await formScreens(page);
  await saveAndGoOn(page, tap, /Lleva 1 gasto\./);
  await keep(
    'Taxi receipt by photo, known supplier',
    job,
    form,
    { taps: 7, keys: 10, form: 1.5, waited: 0 },
    '18 taps, 35 keys, 2.7 screens, 3 s',
  );
  const [row] = await recorded(['R551']);
  expect(row).toMatchObject({ valor: 12_500, soporte: expect.stringMatching(/\.jpg$/) });
});

it('recording a photo of an unknown person is within its limits', async () => {
  const job = await begin(phone);
  const { page } = job;
  await openForm(job, tap);
  await takePhoto(page, 2);
  await fill(page, 'Documento del proveedor', '7948512');
  await page.getByLabel('Nombre del proveedor').waitFor();
  await page.keyboard.press('Enter');
  await fillFocused(page, 'Nombre del proveedor', 'Ana Gil Londoño');
  await page.keyboard.press('Enter');
  await fillFocused(page, 'Dirección', 'Carrera 5 10');
  await page.keyboard.press('Enter');
  await fillFocused(page, 'Valor', '9000');
  await fill(page, 'Número de recibo', '52');
  await page.getByRole('checkbox').first().tap();
  await fill(page, 'Concepto', 'Flete');
  const form = await formScreens(page);
  await saveAndGoOn(page, tap, /Lleva 1 gasto\./);
  await keep(
    'The same, unknown natural person',
    job,
    form,
    { taps: 9, keys: 48, form: 1.8, waited: 0 },
    '23 taps, 65 keys',
  );
  expect(await recorded(['52'])).toMatchObject([
    { proveedor_nombre: 'Ana Gil Londoño', valor: 9_000 },
  ]);
});

it('recording an imported invoice at a desk is within its limits', async () => {
  const job = await begin(desk);
  const { page } = job;
  await openForm(job, click);
  await frequent(page, first).click();
  await page.getByRole('button', { name: new RegExp(invoice.numero) }).click();
  await page.getByLabel('Archivo de soporte').setInputFiles({
    name: 'factura.pdf',
    mimeType: 'application/pdf',
    buffer: await pdfFile('FETILL77'),
  });
  await page.getByText('factura.pdf').waitFor();
  const form = await formScreens(page);
  await saveAndGoOn(page, click, /Lleva 1 gasto\./);
  await keep(
    'Electronic invoice, imported, at a desk',
    job,
    form,
    { taps: 4, keys: 0, form: 1.5, waited: 0 },
    '14 clicks, 55 keys',
  );
  expect(await recorded([invoice.numero])).toMatchObject([
    { numero_factura: invoice.numero, valor: invoice.total },
  ]);
});

it('correcting an expense at a desk is within its limits', async () => {
  const client = await clientOf('tienda');
  const pending = await client.must('/misPendientes', {});
  const [rejected] = pending.find(({ tipo }) => tipo === 'corregir')?.gastos ?? [];
  if (rejected === undefined) throw new Error('the demonstration has nothing to correct');
  const job = await begin(desk);
  const { page } = job;
  await page
    .getByRole('navigation', { name: 'Menú principal' })
    .getByRole('link', { name: /^Mis pendientes/ })
    .click();
  await page
    .getByRole('main')
    .getByRole('row', { name: /^Corregir/ })
    .getByRole('link', { name: new RegExp(rejected.proveedor) })
    .click();
  const value = page.getByLabel('Valor', { exact: true });
  await value.click();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('18000');
  const form = await formScreens(page, 'Corrección del gasto');
  await page.getByRole('button', { name: 'Guardar la corrección' }).click();
  await page.getByText('Registro actualizado').waitFor();
  await keep(
    'A rejected expense, corrected at a desk',
    job,
    form,
    { taps: 4, keys: 6, form: 1.5, waited: 0 },
    'recorded anew: 8 taps, 10 keys',
    ['listarTiendas', 'misPendientes', 'crearGasto'],
  );
  const [expense] = await client.must('/detalleGasto', { id_gasto: rejected.id_gasto });
  expect(expense).toMatchObject({ valor: 18_000, estado: 1 });
});

it('recording ten receipts in a row is within its limits', async () => {
  const job = await begin(phone);
  const { page } = job;
  await openForm(job, tap);
  const receipts = Array.from({ length: 10 }, (_, index) => String(9010 + index));
  let form = 0;
  for (const [index, receipt] of receipts.entries()) {
    await takePhoto(page, 10 + index);
    await frequent(page, onPaper).tap();
    await fillFocused(page, 'Valor', String(3_000 + 200 * index));
    await fill(page, 'Número de recibo', receipt);
    form = Math.max(form, await formScreens(page));
    const count = index + 1;
    await saveAndGoOn(
      page,
      tap,
      count === 1 ? /Lleva 1 gasto\./ : new RegExp(`Lleva ${count} gastos`),
    );
  }
  await keep(
    'Ten receipts in a row',
    job,
    form,
    { taps: 61, keys: 90, form: 1.5, waited: 0 },
    '180 taps, 350 keys, 30 s',
  );
  expect(await recorded(receipts)).toHaveLength(10);
});

// Last: after this test the supplier counts as one with electronic invoices.
it('typing an invoice on a phone is within its limits', async () => {
  const job = await begin(phone);
  const { page } = job;
  await openForm(job, tap);
  await takePhoto(page, 3);
  await frequent(page, onPaper).tap();
  await fillFocused(page, 'Valor', '86450');
  // The last receipt of the supplier was on paper.
  await page.locator('label', { hasText: /^Sí$/ }).tap();
  await fillFocused(page, 'Número de factura', 'FEPV20451');
  const form = await formScreens(page);
  await saveAndGoOn(page, tap, /Lleva 1 gasto\./);
  await keep(
    'Electronic invoice, typed on a phone',
    job,
    form,
    { taps: 7, keys: 20, form: 1.7, waited: 0 },
    '',
  );
  // The receipt number is the invoice number.
  expect(await recorded(['FEPV20451'])).toMatchObject([
    { numero_factura: 'FEPV20451', valor: 86_450, fecha_gasto: todayInBogota() },
  ]);
});
