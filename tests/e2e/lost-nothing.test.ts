/** Interruptions of work in the browser lose nothing: ended sessions, reloads, lost answers, no network. */
import type { BrowserContext, Page, Route } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { apiBase, type CallPath } from '#contract/contract.ts';
import { boxStates, expenseStates } from '#machines/domain/stages/states.ts';
import { demoPassword, goTo, quiet, signIn, type Tab } from '../kit/browser.ts';
import { pngFile } from '../kit/files/receipt-files.ts';
import { todayInBogota } from '../kit/main-job.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';
import { apiOf, type TourApi } from '../kit/tour-addresses.ts';
import { boxesIn, expensesOfBox, press, receiptInView } from '../kit/tour-gestures.ts';

const product = productInBrowser();
let tabs: Tab[] = [];

/** Messages of the browser itself about refused and lost calls. */
const reported = /Failed to load resource|net::ERR_/;

afterEach(async () => {
  const complaints = tabs.flatMap((tab) => tab.complaints);
  await Promise.all(tabs.map((tab) => tab.close()));
  tabs = [];
  expect(complaints.filter((line) => !reported.test(line))).toEqual([]);
});

async function as(user: string): Promise<{ page: Page; api: TourApi; context: BrowserContext }> {
  const tab = await product.openTab();
  tabs.push(tab);
  await signIn(tab.page, user);
  return { page: tab.page, api: await apiOf(tab.page), context: tab.page.context() };
}

const says = (page: Page, sentence: string | RegExp): Promise<void> =>
  page.getByText(sentence).filter({ visible: true }).first().waitFor();

/** Ends the session as after half an hour; earlier requests of the page are answered first. */
async function endSession(page: Page, context: BrowserContext): Promise<void> {
  await quiet(page);
  await context.clearCookies({ name: 'sid' });
}

async function signInAgain(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Su sesión terminó' });
  await dialog.waitFor();
  expect(await dialog.getByLabel('Usuario (correo electrónico)').isEditable()).toBe(false);
  await dialog.getByRole('textbox', { name: /^Contraseña/ }).fill(demoPassword);
  await dialog.getByRole('button', { name: 'Iniciar sesión' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Counts the requests of a call, and may handle them. */
async function watch(
  page: Page,
  path: CallPath,
  handle: (route: Route, number: number) => Promise<void> = (route) => route.continue(),
): Promise<() => number> {
  let count = 0;
  await page.context().route(`**${apiBase}${path}`, (route) => {
    count += 1;
    return handle(route, count);
  });
  return () => count;
}

describe('a new expense', () => {
  const store = 7;
  const supplier = '900373923';

  async function fillIn(page: Page, receipt: string): Promise<void> {
    await goTo(page, `/crearGasto/${store}`);
    await page.getByLabel('Documento del proveedor').fill(supplier);
    await page.getByRole('option', { name: new RegExp(supplier) }).click();
    await page.getByLabel('Fecha de compra').fill(todayInBogota());
    await page.getByLabel('Valor').fill('12500');
    await page.getByLabel('Número de recibo').fill(receipt);
    await page.getByLabel('Concepto').fill('Resmas de papel');
    await page.getByRole('checkbox').first().check();
    await page.getByRole('radio', { name: 'No', exact: true }).check({ force: true });
    await page
      .getByLabel('Archivo de soporte')
      .setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: pngFile(receipt) });
    await page.getByText('foto.png').waitFor();
  }

  /** The expenses of the open box with this receipt. */
  async function recorded(api: TourApi, receipt: string) {
    const { id } = await api.call('/obtenerCajaActual', { id_tienda: store });
    const rows = await api.call('/gastosCaja', { id_caja: id });
    return rows.flatMap((row) => ('recibo' in row && row.recibo === receipt ? [row] : []));
  }

  it('survives the end of the session, and is recorded once after a new sign-in', async () => {
    const { page, context } = await as('tienda');
    await fillIn(page, 'SESION1');
    await endSession(page, context);
    await press(page, 'Guardar gasto');
    await signInAgain(page);
    await says(page, 'Ya inició sesión de nuevo');
    expect(await page.getByLabel('Concepto').inputValue()).toBe('Resmas de papel');
    await press(page, 'Reintentar');
    await says(page, 'Datos almacenados');
    expect(await recorded(await apiOf(page), 'SESION1')).toMatchObject([
      { soporte: expect.any(String) },
    ]);
  });

  it('survives a reload with its file until it is discarded or the user signs out', async () => {
    const { page } = await as('tienda');
    await fillIn(page, 'RECARGA1');
    await page.reload();
    await says(page, 'Recuperamos lo que había escrito');
    await page.getByText('foto.png').waitFor();
    expect(await page.getByLabel('Número de recibo').inputValue()).toBe('RECARGA1');
    expect(await page.getByLabel('Documento del proveedor').inputValue()).toBe(supplier);
    await press(page, 'Descartar');
    await page.getByText('foto.png').waitFor({ state: 'detached' });
    await page.reload();
    await page.getByLabel('Concepto').waitFor();
    expect(await page.getByLabel('Concepto').inputValue()).toBe('');

    await fillIn(page, 'RECARGA2');
    await page.reload();
    await says(page, 'Recuperamos lo que había escrito');
    await page.getByRole('link', { name: 'Cerrar sesión' }).click();
    await page.getByRole('heading', { name: 'INICIO DE SESIÓN' }).waitFor();
    const left = await page.evaluate(() => Object.keys(localStorage));
    expect(left.filter((name) => name.startsWith('borrador/'))).toEqual([]);
    await signIn(page, 'tienda');
    await goTo(page, `/crearGasto/${store}`);
    await page.getByLabel('Concepto').waitFor();
    expect(await page.getByLabel('Concepto').inputValue()).toBe('');
  });

  it('is recorded once despite a double click and a lost answer', async () => {
    const { page, api } = await as('tienda');
    await fillIn(page, 'DOBLE1');
    let release = () => {};
    const pressed = new Promise<void>((resolve) => {
      release = resolve;
    });
    const sent = await watch(page, '/enviarGasto', async (route, number) => {
      const answer = await route.fetch();
      // Both presses happen while the request is pending.
      await pressed;
      // The server has recorded the expense, but its answer is lost.
      await (number === 1 ? route.abort() : route.fulfill({ response: answer }));
    });
    await page.getByRole('button', { name: 'Guardar gasto' }).dblclick();
    await page.keyboard.press('Enter');
    release();
    await says(page, 'Se envió 1 gasto');
    expect(sent()).toBe(2);
    expect(await recorded(api, 'DOBLE1')).toHaveLength(1);
  });

  it('is recorded once when its answer is lost and the page reloads', async () => {
    const { page, api } = await as('tienda');
    await fillIn(page, 'PERDIDO1');
    await watch(page, '/enviarGasto', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await press(page, 'Guardar gasto');
    await says(page, 'Guardado en este teléfono.');
    await page.context().unrouteAll({ behavior: 'wait' });
    await page.reload();
    await says(page, 'Se envió 1 gasto');
    expect(await recorded(api, 'PERDIDO1')).toHaveLength(1);
  });

  it('is sent with its file when the upload fails and the page reloads', async () => {
    const { page, api } = await as('tienda');
    await fillIn(page, 'SUBIDA1');
    await watch(page, '/cargarSoporte', (route) => route.abort());
    await press(page, 'Guardar gasto');
    await says(page, 'Guardado en este teléfono.');
    await page.context().unrouteAll({ behavior: 'wait' });
    await page.reload();
    await says(page, 'Se envió 1 gasto');
    expect(await recorded(api, 'SUBIDA1')).toMatchObject([{ soporte: expect.any(String) }]);
  });
});

describe('a decision', () => {
  /** An expense that the supervisor has not decided, in a box that is in supervision. */
  async function undecided(api: TourApi): Promise<{ box: number; expense: number }> {
    for (const { id } of await boxesIn(api, boxStates.supervision.codigo)) {
      const rows = await expensesOfBox(api, id);
      const waiting = rows.find(({ estado }) => estado === expenseStates.unreviewed.codigo);
      if (waiting !== undefined) return { box: id, expense: waiting.id };
    }
    throw new Error('the demonstration has no expense that waits for the supervisor');
  }

  const observations = (page: Page) => page.getByRole('textbox', { name: 'Observaciones' });

  it('survives a reload and the end of the session', async () => {
    const { page, api, context } = await as('supervisor');
    const { box, expense } = await undecided(api);
    await goTo(page, `/detalleGastoSupervisor/${box}/${expense}`);
    await page.getByRole('radio', { name: 'Rechazado' }).check({ force: true });
    await page.getByLabel('Motivo de rechazo').selectOption({ index: 1 });
    await observations(page).fill('Falta la firma');
    await page.reload();
    await says(page, 'Recuperamos lo que había escrito');
    expect(await page.getByRole('radio', { name: 'Rechazado' }).isChecked()).toBe(true);
    expect(await page.getByLabel('Motivo de rechazo').inputValue()).not.toBe('');
    await endSession(page, context);
    await press(page, 'Guardar');
    await signInAgain(page);
    expect(await observations(page).inputValue()).toBe('Falta la firma');
    await press(page, 'Reintentar');
    await says(page, 'Datos almacenados');
    const [saved] = await (await apiOf(page)).call('/detalleGasto', { id_gasto: expense });
    expect(saved).toMatchObject({ estado: 4, obs_supervisor: 'Falta la firma' });
  });

  it('to send a box that was sent meanwhile shows its new state and last change', async () => {
    const { page, api } = await as('supervisor');
    const [box] = await boxesIn(api, boxStates.supervision.codigo);
    const id_caja = box?.id ?? 0;
    for (const { id } of await expensesOfBox(api, id_caja))
      await api.call('/guardarSupervisor', {
        id_caja,
        id_gasto: id,
        estado: 3,
        item: 0,
        observacion: 'Correcto',
      });
    await goTo(page, `/verCajaSupervisor/${id_caja}`);
    await press(page, 'Enviar');
    await api.call('/enviarCajaSupervisor', { id_caja });
    await press(page, 'Ok');
    await says(page, 'La caja cambió mientras la tenía en pantalla');
    await says(page, /^Estado: En supervisión → /);
    await says(page, /Última modificación por .+, \d\d:\d\d/);
  });
});

it('a sign-in or sign-out in another tab applies to this tab', async () => {
  const { page, context } = await as('tienda');
  await goTo(page, '/crearGasto/7');
  await page.getByLabel('Concepto').fill('De la tienda');
  const other = await context.newPage();
  await other.goto('/');
  await other.getByRole('link', { name: 'Cerrar sesión' }).click();
  await page.getByRole('heading', { name: 'INICIO DE SESIÓN' }).waitFor();

  await signIn(other, 'tienda');
  await page.getByRole('link', { name: 'Cerrar sesión' }).waitFor();
  await endSession(page, context);
  await signIn(other, 'supervisor');
  await page.getByText('Luz Marina Ospina Vélez').first().waitFor();
});

it('without a network, reads are retried on reconnection, writes only by the user', async () => {
  const { page, api, context } = await as('supervisor');
  const [box] = await boxesIn(api, boxStates.supervision.codigo);
  const [expense] = await expensesOfBox(api, box?.id ?? 0);
  await goTo(page, `/detalleGastoSupervisor/${box?.id}/${expense?.id}`);
  await receiptInView(page);
  await page.getByRole('radio', { name: 'Aprobado' }).check({ force: true });
  await page.getByRole('textbox', { name: 'Observaciones' }).fill('Sin red');
  const saves = await watch(page, '/guardarSupervisor');
  await context.setOffline(true);
  await says(page, 'Sin conexión.');
  await press(page, 'Guardar');
  await says(page, 'Los datos no se han guardado');
  expect(saves()).toBe(1);
  await context.setOffline(false);
  await page.getByText('Sin conexión.').waitFor({ state: 'detached' });
  await quiet(page);
  expect(saves()).toBe(1);
  await press(page, 'Reintentar');
  await says(page, 'Datos almacenados');
  expect(saves()).toBe(2);

  await page.waitForURL(/verCajaSupervisor/);
  await page.getByRole('table').first().waitFor();
  await context.setOffline(true);
  await goTo(page, '/historialCaja');
  await says(page, 'No pudimos cargar la información');
  await context.setOffline(false);
  await page.getByRole('row').nth(1).waitFor();
});
