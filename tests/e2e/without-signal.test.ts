/** A store without a network: expenses are saved, and sent once and in order when the network is back. */
import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { apiBase } from '#contract/contract.ts';
import { demoPassword, enter, goTo, signIn } from '../kit/browser.ts';
import { pngFile } from '../kit/files/receipt-files.ts';
import { heading } from '../kit/main-job.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';
import { apiOf, type TourApi } from '../kit/tour-addresses.ts';
import { press } from '../kit/tour-gestures.ts';

/** Almacén Medellín Centro: the form suggests suppliers of its latest boxes. */
const store = 1;

const product = productInBrowser();
const contexts: BrowserContext[] = [];
afterEach(() => Promise.all(contexts.splice(0).map((context) => context.close())));

async function openForm(): Promise<{ page: Page; context: BrowserContext; api: TourApi }> {
  const { page } = await product.openTab();
  const context = page.context();
  contexts.push(context);
  await signIn(page, 'tienda');
  await goTo(page, `/crearGasto/${store}`);
  await heading(page, /^Caja menor - /).waitFor();
  // The service worker takes control first, and not during a call that the test intercepts.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return { page, context, api: await apiOf(page) };
}

const says = (page: Page, text: string | RegExp): Promise<void> =>
  page.getByText(text).filter({ visible: true }).first().waitFor();

async function fillIn(page: Page, receipt: string, value: string): Promise<void> {
  const main = page.getByRole('main');
  await main
    .getByRole('group', { name: 'Proveedores frecuentes' })
    .getByRole('button')
    .first()
    .click();
  await main.getByRole('button', { name: 'Hoy' }).click();
  await main.getByLabel('Valor').fill(value);
  await main.getByLabel('Número de recibo').fill(receipt);
  await main.getByLabel('Concepto').fill('Taxi');
  await main
    .getByLabel('Archivo de soporte')
    .setInputFiles({ name: `${receipt}.png`, mimeType: 'image/png', buffer: pngFile(receipt) });
  await main.getByText(`${receipt}.png`).waitFor();
}

async function recorded(api: TourApi, ...receipts: string[]) {
  const { id } = await api.call('/obtenerCajaActual', { id_tienda: store });
  const rows = await api.call('/gastosCaja', { id_caja: id });
  return rows.flatMap((row) => ('recibo' in row && receipts.includes(row.recibo) ? [row] : []));
}

it('two expenses survive a reload, and are sent once, in order, with their receipts', async () => {
  const { page, context, api } = await openForm();
  await context.setOffline(true);
  await fillIn(page, 'SINRED1', '21000');
  await press(page, 'Guardar gasto');
  await says(page, 'Guardado en este teléfono.');
  await says(page, '1 gasto por enviar');
  await page.reload();
  await heading(page, /^Caja menor - /).waitFor();
  await fillIn(page, 'SINRED2', '22000');
  await press(page, 'Guardar gasto');
  await says(page, '2 gastos por enviar');
  expect(await recorded(api, 'SINRED1', 'SINRED2')).toEqual([]);
  await context.setOffline(false);
  await says(page, 'Se enviaron 2 gastos');
  expect(await recorded(api, 'SINRED1', 'SINRED2')).toMatchObject([
    { recibo: 'SINRED1', soporte: expect.any(String) },
    { recibo: 'SINRED2', soporte: expect.any(String) },
  ]);
  await press(page, 'Ver gastos');
  expect(
    await page
      .getByRole('dialog')
      .getByText(/^Enviado como n\.º \d+$/)
      .count(),
  ).toBe(2);
});

/**
 * Fills in and saves an expense while no call reaches the server. The route is one of the context: a service worker
 * that was just started passes calls on itself, which a route of the page does not see.
 */
async function storeOne(page: Page, receipt: string, value: string): Promise<void> {
  await page.context().route(`**${apiBase}/enviarGasto`, (route) => route.abort());
  await fillIn(page, receipt, value);
  await press(page, 'Guardar gasto');
  await says(page, 'Guardado en este teléfono.');
  await says(page, /1 gasto por enviar|Enviando 1 gasto/);
}

/** Makes the browser report that the network is back, so that the page does not wait for its timer. */
async function noticeNetwork(context: BrowserContext): Promise<void> {
  for (const offline of [true, false]) await context.setOffline(offline);
}

async function reachable(page: Page): Promise<void> {
  await page.context().unroute(`**${apiBase}/enviarGasto`);
  await noticeNetwork(page.context());
}

it('a refused expense stays, with its message, until it is corrected', async () => {
  const { page, context, api } = await openForm();
  await storeOne(page, 'VIEJO1', '23000');
  // As after two months without a network; the page has the old entry in memory, and is reloaded before it sends.
  await context.setOffline(true);
  await page.evaluate(
    (name) =>
      new Promise<void>((resolve, reject) => {
        const opened = indexedDB.open(name);
        opened.onerror = reject;
        opened.onsuccess = () => {
          const store = opened.result.transaction('gastos', 'readwrite').objectStore('gastos');
          const cursor = store.openCursor();
          cursor.onsuccess = () => {
            const entry = cursor.result;
            if (entry === null) return resolve();
            entry.update({
              ...entry.value,
              request: { ...entry.value.request, fecha_gasto: '2020-01-01' },
            }).onsuccess = () => resolve();
          };
        };
      }),
    'caja-menor-envios',
  );
  await context.unroute(`**${apiBase}/enviarGasto`);
  await page.reload();
  await says(page, '1 gasto por enviar');
  await context.setOffline(false);
  await says(page, '1 gasto que el servidor rechazó');
  await press(page, 'Ver gastos');
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/La fecha de compra debe estar entre/).waitFor();
  await dialog.getByRole('button', { name: 'Corregir' }).click();
  const main = page.getByRole('main');
  await main.getByText('El servidor rechazó este gasto').waitFor();
  await main.getByText('VIEJO1.png').waitFor();
  expect(await main.getByLabel('Número de recibo').inputValue()).toBe('VIEJO1');
  await press(page, 'Guardar gasto');
  await says(page, 'Datos almacenados');
  await page.getByText('1 gasto que el servidor rechazó').waitFor({ state: 'detached' });
  expect(await recorded(api, 'VIEJO1')).toMatchObject([{ soporte: expect.any(String) }]);
});

it('an unsent expense waits for its user through a sign-out and another sign-in', async () => {
  const { page } = await openForm();
  await storeOne(page, 'AJENO1', '24000');
  await goTo(page, '/logout');
  await page.getByRole('alertdialog', { name: 'Falta por enviar 1 gasto' }).waitFor();
  await press(page, 'Cancelar');
  await heading(page, /^Caja menor - /).waitFor();
  await goTo(page, '/logout');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cerrar sesión' }).click();
  await page.getByLabel('Usuario (correo electrónico)').waitFor();
  expect(await databaseOf(page, 'caja-menor-respuestas')).toEqual([]);
  await reachable(page);
  await signIn(page, 'coordinador');
  await heading(page, 'Tiendas').waitFor();
  expect(await page.getByText(/por enviar/).count()).toBe(0);
  expect(await databaseOf(page, 'caja-menor-envios')).toHaveLength(1);
  await page.getByRole('link', { name: 'Cerrar sesión' }).click();
  await page.getByLabel('Usuario (correo electrónico)').waitFor();
  await signIn(page, 'tienda');
  await says(page, 'Se envió 1 gasto');
  expect(await recorded(await apiOf(page), 'AJENO1')).toHaveLength(1);
});

/** Keys in a database of this browser. */
const databaseOf = (page: Page, name: string): Promise<string[]> =>
  page.evaluate(
    (database) =>
      new Promise<string[]>((resolve, reject) => {
        const opened = indexedDB.open(database);
        opened.onerror = reject;
        opened.onsuccess = () => {
          const [store] = opened.result.objectStoreNames;
          if (store === undefined) return resolve([]);
          const keys = opened.result.transaction(store).objectStore(store).getAllKeys();
          keys.onsuccess = () => resolve(keys.result.map(String));
        };
      }),
    name,
  );

it('after the end of the session, an unsent expense waits for the sign-in', async () => {
  const { page, context } = await openForm();
  await storeOne(page, 'VENCIDO1', '25000');
  await context.clearCookies({ name: 'sid' });
  await reachable(page);
  const dialog = page.getByRole('dialog', { name: 'Su sesión terminó' });
  await dialog.getByText('Inicie sesión para enviar 1 gasto').waitFor();
  await dialog.getByRole('textbox', { name: /^Contraseña/ }).fill(demoPassword);
  await dialog.getByRole('button', { name: 'Iniciar sesión' }).click();
  await says(page, 'Se envió 1 gasto');
  expect(await recorded(await apiOf(page), 'VENCIDO1')).toHaveLength(1);
});

const ended = 'Su sesión terminó; conéctese a la red para volver a entrar.';
const minutes = 60_000;

/** Opens the page again without a network, so much later than now by the clock of the device. */
async function openLater(page: Page, milliseconds: number): Promise<void> {
  await page.clock.setSystemTime(Date.now() + milliseconds);
  await page.reload();
}

it('without a network the page opens until the session ends, and the queue waits', async () => {
  const { page, context } = await openForm();
  await context.setOffline(true);
  await fillIn(page, 'TARDE1', '27000');
  await press(page, 'Guardar gasto');
  await says(page, '1 gasto por enviar');
  await openLater(page, 28 * minutes);
  await heading(page, /^Caja menor - /).waitFor();
  await says(page, '1 gasto por enviar');
  // Before the last answer: somebody has set the clock back.
  await openLater(page, -24 * 60 * minutes);
  await says(page, ended);
  await openLater(page, 0);
  await page.getByText('No fue posible conectar').waitFor();
  expect(await page.getByText(/Caja menor - |por enviar/).count()).toBe(0);
  expect(await databaseOf(page, 'caja-menor-respuestas')).toEqual([]);
  expect(await databaseOf(page, 'caja-menor-envios')).toHaveLength(1);
  await openLater(page, 31 * minutes);
  await says(page, ended);
  await page.reload();
  await says(page, ended);
  await page.clock.setSystemTime(Date.now());
  await context.clearCookies({ name: 'sid' });
  await context.setOffline(false);
  await enter(page, 'tienda');
  await says(page, 'Se envió 1 gasto');
  expect(await recorded(await apiOf(page), 'TARDE1')).toHaveLength(1);
});

it('a session that somebody ended leaves no stored answer, and its expenses wait', async () => {
  const { page, context } = await openForm();
  await storeOne(page, 'CERRADO1', '28000');
  expect(await databaseOf(page, 'caja-menor-respuestas')).not.toEqual([]);
  const other = await product.openTab();
  contexts.push(other.page.context());
  await signIn(other.page, 'tienda');
  await (await apiOf(other.page)).call('/cerrarOtrasSesiones', {});
  await reachable(page);
  await page.getByRole('dialog', { name: 'Su sesión terminó' }).waitFor();
  expect(await databaseOf(page, 'caja-menor-respuestas')).toEqual([]);
  await context.setOffline(true);
  await page.reload();
  await page.getByLabel('Usuario (correo electrónico)').waitFor();
  await context.setOffline(false);
  await signIn(page, 'coordinador');
  await heading(page, 'Tiendas').waitFor();
  expect(await page.getByText(/por enviar/).count()).toBe(0);
  await page.getByRole('link', { name: 'Cerrar sesión' }).click();
  await enter(page, 'tienda');
  await says(page, 'Se envió 1 gasto');
  expect(await recorded(await apiOf(page), 'CERRADO1')).toHaveLength(1);
});

it('an answer that arrives after the end of the session is not stored', async () => {
  const { page, context } = await openForm();
  const answered = new Promise<() => Promise<void>>((resolve) => {
    void context.route(`**${apiBase}/sugerenciasGasto`, async (route) => {
      const response = await route.fetch();
      resolve(() => route.fulfill({ response }));
    });
  });
  await page.reload();
  const deliver = await answered;
  await context.clearCookies({ name: 'sid' });
  const other = await context.newPage();
  await other.goto('/');
  await page.getByRole('dialog', { name: 'Su sesión terminó' }).waitFor();
  expect(await databaseOf(page, 'caja-menor-respuestas')).toEqual([]);
  // The form has its categories, and asks for the municipalities of the department next.
  const next = page.waitForResponse(
    (response) =>
      response.status() === 401 && response.request().postDataJSON().tabla === 'municipios',
  );
  await deliver();
  await next;
  expect(await databaseOf(page, 'caja-menor-respuestas')).toEqual([]);
});

it('the stored answers of a user are removed when another one signs in', async () => {
  const { page } = await openForm();
  const own = await databaseOf(page, 'caja-menor-respuestas');
  expect(own).not.toEqual([]);
  await signIn(page, 'coordinador');
  await expect
    .poll(async () => {
      const stored = await databaseOf(page, 'caja-menor-respuestas');
      return [stored.length > 0, stored.filter((name) => own.includes(name))];
    })
    .toEqual([true, []]);
});

it('one of two tabs sends, and both report it', async () => {
  const { page, context, api } = await openForm();
  const other = await context.newPage();
  await other.goto('/');
  await heading(other, 'Tiendas').waitFor();
  const calls = `**${apiBase}/enviarGasto`;
  await context.route(calls, (route) => route.abort());
  await fillIn(page, 'DOSPEST1', '26000');
  await press(page, 'Guardar gasto');
  await says(other, '1 gasto por enviar');
  const arrived: string[] = [];
  context.on('requestfinished', (request) => {
    if (request.url().endsWith('/enviarGasto')) arrived.push(request.url());
  });
  await context.unroute(calls);
  await noticeNetwork(context);
  await says(page, 'Se envió 1 gasto');
  await says(other, 'Se envió 1 gasto');
  expect(arrived).toHaveLength(1);
  expect(await recorded(api, 'DOSPEST1')).toHaveLength(1);
});
