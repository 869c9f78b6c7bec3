/** A store on a phone gives a vale, counts its cash, and hands in a part of its base; and what each costs. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoPassword, demoToken, goTo } from '../kit/browser.ts';
import { effortRow, Job, recordEffort } from '../kit/effort.ts';
import { heading, todayInBogota } from '../kit/main-job.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';
import { WebClient } from '../kit/web-client.ts';

/** Express Granada Cali and its person in charge. */
const shop = { user: 'paola.herrera', id: 3 };

const product = productInBrowser();

const limits = {
  'Give a vale': { taps: 4, keys: 12 },
  'Count the cash, eight kinds of notes and coins': { taps: 10, keys: 25 },
  'Hand in a part of the base': { taps: 5, keys: 9 },
} as const;
type Name = keyof typeof limits;
const counted = new Map<Name, { taps: number; keys: number }>();

const clientOf = async (user: string): Promise<WebClient> => {
  const client = new WebClient(product.url, demoToken);
  await client.signIn({ email: `${user}@cajamenor.test`, password: demoPassword });
  return client;
};

let page: Page;
beforeAll(async () => {
  const context = await product.browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    baseURL: product.url,
    locale: 'es-CO',
    timezoneId: 'America/Bogota',
  });
  page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await page.goto('/');
  await page.getByLabel('Usuario (correo electrónico)').fill(`${shop.user}@cajamenor.test`);
  await page.getByRole('textbox', { name: /^Contraseña/ }).fill(demoPassword);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await heading(page, 'Tiendas').waitFor();
});

afterAll(async () => {
  await page.context().close();
  recordEffort('The cash of a store', [
    'The cost for a store from its open box, counted by `tests/e2e/fund-events.test.ts` on a phone at 390×844 with touches; after the',
    'slash, the limit above which the test fails.',
    '',
    effortRow(['Job', 'Taps', 'Keys']),
    effortRow(['---', '---', '---']),
    ...[...counted].map(([name, { taps, keys }]) =>
      effortRow([name, `${taps} / ${limits[name].taps}`, `${keys} / ${limits[name].keys}`]),
    ),
  ]);
});

/** Does a job from the open box of the store, and compares its cost with the limits. */
async function measured(name: Name, link: string, work: () => Promise<void>): Promise<void> {
  await goTo(page, `/cajaActual/${shop.id}`);
  const first = page.getByRole('link', { name: link, exact: true });
  await first.waitFor();
  const job = await Job.begin(page);
  await first.tap();
  await work();
  const { inputs, keys } = await job.counts();
  const cost = { taps: inputs - keys, keys };
  counted.set(name, cost);
  expect(cost.taps, `taps ${cost.taps}`).toBeLessThanOrEqual(limits[name].taps);
  expect(cost.keys, `keys ${cost.keys}`).toBeLessThanOrEqual(limits[name].keys);
}

it('gives a vale within the limits', async () => {
  const client = await clientOf(shop.user);
  const outBefore = (await client.must('/vales', { id_tienda: shop.id })).en_cajon;
  await measured('Give a vale', 'Vales', async () => {
    await page.getByRole('textbox', { name: /^Valor/ }).waitFor();
    await page.keyboard.type('12000');
    await page.getByRole('textbox', { name: /^Quién recibe/ }).tap();
    await page.keyboard.type('Ana R');
    await page.getByRole('button', { name: 'Dar vale' }).tap();
    const saved = page.getByText(/^Datos almacenados/);
    await saved.getByRole('link', { name: /^Imprimir/ }).waitFor();
  });
  const { vales, en_cajon } = await client.must('/vales', { id_tienda: shop.id });
  expect(vales[0]).toMatchObject({ valor: 12_000, persona: 'Ana R', dia: todayInBogota() });
  expect(en_cajon).toBe(outBefore - 12_000);
});

it('counts its cash within the limits', async () => {
  const name = 'Count the cash, eight kinds of notes and coins';
  await measured(name, 'Arqueos', async () => {
    const pieces = page.getByRole('form', { name: 'Nuevo arqueo' }).getByRole('textbox');
    for (const place of [0, 1, 2, 3, 4, 5, 6, 8]) {
      await pieces.nth(place).tap();
      await page.keyboard.type('11');
    }
    await page.getByRole('button', { name: 'Guardar arqueo' }).tap();
    await page.getByText(/^Datos almacenados\. (Faltante|Sobrante|Sin diferencia)/).waitFor();
  });
  const { arqueos } = await (await clientOf(shop.user)).must('/arqueos', { id_tienda: shop.id });
  // Eleven of each of seven notes, and of the coin of 500.
  expect(arqueos[0]).toMatchObject({ efectivo: 11 * (188_000 + 500) });
});

it('hands in a part of its base within the limits, as the list says', async () => {
  const admin = await clientOf('admin');
  const store = await admin.must('/obtenerTiendaById', { id_tienda: shop.id });
  const { nombre, direccion, telefono, email, centro_costo, centro_beneficio, ciudad } = store;
  await admin.must('/editarTienda', {
    id_tienda: shop.id,
    nombre,
    direccion,
    telefono,
    email,
    centro_costo,
    centro_beneficio,
    responsable: store.responsable ?? 0,
    gerente: store.id_gerente ?? 0,
    ciudad,
    supervisor: store.id_supervisor ?? 0,
    formato_tienda: store.id_formato,
    base: store.base - 50_000,
    motivo_base: 'Menos compras',
  });
  await measured('Hand in a part of the base', 'Arqueos', async () => {
    await page.getByRole('link', { name: 'Movimientos', exact: true }).tap();
    await page.getByText(/La tienda debe devolver \$\s50\.000 de su base/).waitFor();
    await page.getByRole('button', { name: 'Consignar' }).first().tap();
    await page.getByRole('textbox', { name: /^Referencia/ }).tap();
    await page.keyboard.type('CONS 4471');
    await page.getByRole('button', { name: 'Guardar' }).tap();
    await page.getByText(/La tienda debe devolver/).waitFor({ state: 'detached' });
  });
  const { base, movimientos } = await admin.must('/movimientosFondo', { id_tienda: shop.id });
  expect(base).toBe(store.base - 50_000);
  expect(movimientos[0]).toMatchObject({ estado: 'consignado', referencia: 'CONS 4471' });
});
