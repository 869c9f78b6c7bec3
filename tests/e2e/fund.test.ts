/** A user with one store on a phone: the fund, sending a box, and shipping its papers. */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoPassword, demoToken, goTo } from '../kit/browser.ts';
import { effortRow, Job, recordEffort } from '../kit/effort.ts';
import { pdfFile } from '../kit/files/receipt-files.ts';
import { heading, todayInBogota } from '../kit/main-job.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';
import { WebClient } from '../kit/web-client.ts';

/** Isla Buenavista Barranquilla is the only store of its user. */
const only = { user: 'jaime.deltoro', store: 4, name: 'Isla Buenavista Barranquilla' };

const product = productInBrowser();
const contexts: BrowserContext[] = [];

/** Limits of the job from the list of stores until the papers are shipped; `guide` is not part of `taps`. */
const limits = { taps: 8, guide: 1, screens: 6, looked: 0 };
let counted: Record<keyof typeof limits, number>;

const clientOf = async (user: string): Promise<WebClient> => {
  const client = new WebClient(product.url, demoToken);
  await client.signIn({ email: `${user}@cajamenor.test`, password: demoPassword });
  return client;
};

async function phoneOf(user: string): Promise<Page> {
  const context = await product.browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    baseURL: product.url,
    locale: 'es-CO',
    timezoneId: 'America/Bogota',
  });
  contexts.push(context);
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await page.goto('/');
  await page.getByLabel('Usuario (correo electrónico)').fill(`${user}@cajamenor.test`);
  await page.getByRole('textbox', { name: /^Contraseña/ }).fill(demoPassword);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await heading(page, 'Tiendas').waitFor();
  return page;
}

/** Records an expense with its receipt. @returns its box */
async function record(shop: WebClient, id_tienda: number, valor: number): Promise<number> {
  const { id, id_formato } = await shop
    .must('/obtenerDatosTiendaCaja', { id_tienda })
    .then(async (fund) => ({ ...fund, ...(await shop.must('/obtenerCajaActual', { id_tienda })) }));
  const { proveedores } = await shop.must('/sugerenciasGasto', { id_tienda });
  const categories = (await shop.must('/datosGenerales', {
    tabla: 'categoria_gasto',
    condicional: { id_formato },
  })) as { id: number; nombre: string }[];
  const paper = categories.find(({ nombre }) => nombre === 'Útiles y papelería');
  const [{ id_gasto } = { id_gasto: 0 }] = await shop.must('/enviarGasto', {
    id_tienda,
    id_proveedor: proveedores[0]?.id ?? null,
    fecha_gasto: todayInBogota(),
    recibo: `FON${valor}`,
    valor,
    concepto: 'Resmas',
    categoria: [paper?.id ?? 0],
    tipo_factura: 0,
  });
  const { status } = await shop.upload('/cargarSoporte', { id_gasto }, await pdfFile(`${valor}`));
  expect(status).toBe(200);
  return id;
}

/** Removes what the demonstration left in the open box of the store. */
async function emptyBox(shop: WebClient, id_tienda: number): Promise<void> {
  const { id } = await shop.must('/obtenerCajaActual', { id_tienda });
  for (const row of await shop.must('/gastosCaja', { id_caja: id }))
    if ('recibo' in row) await shop.must('/eliminarGasto', { id_gasto: row.id, id_tienda });
}

/** The supervisor approves; accounting rejects, which needs no itemisation. */
async function decide(id_caja: number): Promise<void> {
  const [supervisor, accounting] = [
    await clientOf('ricardo.acosta'),
    await clientOf('contabilidad'),
  ];
  const observacion = 'Conforme';
  for (const row of await supervisor.must('/gastosCaja', { id_caja, estado_caja: 2 }))
    if ('recibo' in row)
      await supervisor.must('/guardarSupervisor', {
        id_caja,
        id_gasto: row.id,
        estado: 3,
        item: 0,
        observacion,
        id_rechazo: null,
        reembolsar: null,
      });
  await supervisor.must('/enviarCajaSupervisor', { id_caja });
  for (const row of await accounting.must('/gastosCajaContabilidad', { id_caja }))
    if ('recibo' in row)
      await accounting.must('/guardarContabilidad', {
        id_caja,
        id_gasto: row.id,
        estado: 7,
        item: 0,
        observacion,
        id_rechazo: 1,
      });
  await accounting.must('/enviarCajaContabilidadPrevia', { id_caja });
}

const top = async (page: Page, text: string | RegExp): Promise<number> => {
  const box = await page.locator('main').getByText(text).first().boundingBox();
  return box?.y ?? Number.NaN;
};

afterAll(async () => {
  await Promise.all(contexts.map((context) => context.close()));
  recordEffort('Sending a box and shipping its papers', [
    'The cost for a store from the list of stores until its papers are on their way, counted by `tests/e2e/fund.test.ts` on a phone',
    'at 390×844 with touches: it sends its box, sees where it is, returns when it is reviewed, and ships; after the slash, the limit',
    'above which the test fails. Opening the guide field is counted separately; its digits are not counted.',
    '',
    effortRow(['Job', 'Taps', 'Guide', 'Screens', 'Scrolls', 'Before']),
    effortRow(['---', '---', '---', '---', '---', '---']),
    effortRow([
      'Send, see where it is, ship',
      ...(['taps', 'guide', 'screens', 'looked'] as const).map(
        (figure) => `${counted[figure]} / ${limits[figure]}`,
      ),
      '12 taps, 7 screens, the sent box at 4,911 px of 5,397',
    ]),
  ]);
});

describe('a user with one store', () => {
  let shop: WebClient;
  let page: Page;
  beforeAll(async () => {
    shop = await clientOf(only.user);
    await emptyBox(shop, only.store);
    page = await phoneOf(only.user);
  });

  it('reaches the open box with one tap, and from the menu', async () => {
    const store = page.getByRole('region', { name: only.name });
    await store.getByRole('region', { name: 'Fondo de la tienda' }).waitFor();
    await store.getByRole('link', { name: 'Registrar gasto' }).waitFor();
    await store.getByRole('link', { name: 'Reembolso actual' }).tap();
    await heading(page, 'Reembolso Actual').waitFor();
    await goTo(page, '/historialCaja');
    await page.getByRole('button', { name: 'Abrir menú' }).tap();
    await page
      .getByRole('navigation', { name: 'Menú principal' })
      .getByRole('link', { name: 'Reembolso actual' })
      .tap();
    await heading(page, 'Reembolso Actual').waitFor();
    expect(page.url()).toContain(`#/cajaActual/${only.store}`);
  });

  it('sends the box, sees where it is, and ships its papers within the limits', async () => {
    const box = await record(shop, only.store, 31_000);
    await goTo(page, '/listarTiendas');
    await heading(page, 'Tiendas').waitFor();
    const link = page.getByRole('link', { name: 'Reembolso actual' });
    await link.waitFor();
    const job = await Job.begin(page);
    await link.tap();
    await page.getByRole('button', { name: 'Enviar' }).tap();
    await page.getByRole('button', { name: 'Ok' }).tap();
    const sentence = /^Caja n\.º \d+ enviada a \p{L}/u;
    const list = page.getByRole('table', { name: 'Historial de cajas' });
    await list.waitFor();
    // In view without scrolling: the message, and the marked row of the box.
    expect(await top(page, sentence)).toBeLessThan(400);
    const row = list.locator('tbody tr').first();
    await row.locator('[data-opened]').first().waitFor();
    expect(await row.innerText()).toContain('$ 31.000');
    const { y = Number.NaN, height = 0 } = (await row.boundingBox()) ?? {};
    expect(y + height).toBeLessThan(844);
    await decide(box);
    await page.getByRole('button', { name: 'Abrir menú' }).tap();
    await page.getByRole('link', { name: /^Mis pendientes/ }).tap();
    await page.locator(`main a[href$="/verCajaRevisada/${box}"]`).tap();
    const pdf = page.getByRole('link', { name: /^Descargar PDF/ });
    const [opened] = await Promise.all([page.context().waitForEvent('page'), pdf.tap()]);
    await opened.close();
    await page.bringToFront();
    expect(await page.getByLabel('Empresa de envío').inputValue()).not.toBe('');
    const guide = page.getByLabel('Número de guía');
    await guide.tap();
    await page.keyboard.insertText('9001234567');
    const send = page.getByRole('button', { name: 'Enviar' });
    const { y: at = Number.NaN } = (await send.boundingBox()) ?? {};
    expect(at).toBeLessThan(844);
    await send.tap();
    await list.waitFor();
    expect(await top(page, /^Caja n\.º \d+ enviada a Contabilidad \(final\)/)).toBeLessThan(400);
    const { inputs, screens, scrolls } = await job.counts();
    counted = { taps: inputs - 1, guide: 1, screens: screens.length, looked: scrolls };
    for (const [figure, value] of Object.entries(counted))
      expect(
        value,
        `${figure} ${JSON.stringify({ ...counted, all: screens })}`,
      ).toBeLessThanOrEqual(limits[figure as keyof typeof limits]);
    const { active } = await shop.must('/obtenerCaja', { id_caja: box });
    expect(active).toBe(4);
  });
});
