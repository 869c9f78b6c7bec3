/** Keyboard: the search for an expense, and the main job without a pointer. */
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { demoPassword, openTab, signIn } from '../kit/browser.ts';
import { effortRow, Job, recordEffort } from '../kit/effort.ts';
import { jpgFile } from '../kit/files/receipt-files.ts';
import { heading } from '../kit/main-job.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';
import { receiptInView } from '../kit/tour-gestures.ts';

const product = productInBrowser();

const search = (page: Page) => page.getByRole('combobox', { name: 'Buscar', exact: true });

it('Ctrl+K finds an expense, and one click opens it', async () => {
  const limits = { keys: 8, clicks: 1 };
  const { page, complaints, close } = await product.openTab();
  await signIn(page, 'supervisor');
  await heading(page, /./).waitFor();
  const job = await Job.begin(page);
  await job.press('Control+k');
  // It receives keys once it has the focus.
  await search(page).and(page.locator(':focus')).waitFor();
  await page.keyboard.type('torn');
  const first = page.getByRole('option', { name: /Ferretería El Tornillo/ }).first();
  await first.click();
  await page.waitForURL((url) => url.hash.startsWith('#/detalleGastoSupervisor/'));
  await page.getByRole('main').getByText('Ferretería El Tornillo S.A.S.').first().waitFor();
  const { inputs, keys } = await job.counts();
  const cost = { keys, clicks: inputs - keys };
  recordEffort('Finding an expense', [
    'The cost of opening an expense of a supplier from any screen, counted by `tests/e2e/keyboard.test.ts`: Ctrl+K, the first',
    'letters of a name, a click. After the slash, the limit above which the test fails. Before, no list could find an expense.',
    '',
    effortRow(['User of the demonstration', 'Keys', 'Clicks']),
    effortRow(['---', '---', '---']),
    effortRow(['supervisor', `${cost.keys} / ${limits.keys}`, `${cost.clicks} / ${limits.clicks}`]),
  ]);
  expect(cost.keys).toBeLessThanOrEqual(limits.keys);
  expect(cost.clicks).toBeLessThanOrEqual(limits.clicks);
  expect(complaints).toEqual([]);
  await close();
});

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor({ state: 'attached' });
  for (let presses = 0; presses < 120; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  const reached = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
  expect.fail(`Tab does not reach ${control}; it stands on ${reached}`);
}

async function press(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press('Enter');
}

async function type(page: Page, control: Locator, text: string): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.type(text);
}

async function signInByKeys(user: string) {
  const tab = await openTab(product.browser, product.url);
  const { page } = tab;
  await page.goto('/');
  await type(page, page.getByLabel('Usuario (correo electrónico)'), `${user}@cajamenor.test`);
  await type(page, page.getByRole('textbox', { name: /^Contraseña/ }), demoPassword);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Cerrar sesión' }).waitFor();
  return tab;
}

/** Sends a box, and confirms it in the dialog, which takes the focus. */
async function sendByKeys(page: Page): Promise<void> {
  await press(page, page.getByRole('button', { name: 'Enviar', exact: true }));
  await page.getByRole('alertdialog', { name: 'Confirmar envío de caja' }).waitFor();
  await press(page, page.getByRole('button', { name: 'Ok' }));
  await page.getByText('Caja enviada').waitFor();
}

async function recordByKeys(page: Page): Promise<void> {
  await press(page, page.getByRole('link', { name: 'Ver caja menor: Outlet Cañaveral' }));
  await heading(page, 'Reembolso Actual').waitFor();
  await press(page, page.getByRole('main').getByRole('link', { name: 'Registrar gasto' }).first());
  await heading(page, /^Caja menor - /).waitFor();
  const chosen = page.waitForEvent('filechooser');
  await press(page, page.getByLabel('Archivo de soporte'));
  const name = 'recibo.jpg';
  await (await chosen).setFiles({
    name,
    mimeType: 'image/jpeg',
    buffer: await jpgFile('TECLAS'),
  });
  await page.getByText(name).first().waitFor();
  await type(page, page.getByLabel('Documento del proveedor'), '9003739');
  await page.getByRole('option', { name: /900373923/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('button', { name: 'Hoy', exact: true }));
  await type(page, page.getByLabel('Valor'), '27500');
  await type(page, page.getByLabel('Número de recibo'), 'TECLAS1');
  await type(page, page.getByLabel('Concepto'), 'Compra con el teclado');
  await press(page, page.getByRole('button', { name: /^Otras/ }));
  await tabTo(page, page.getByRole('checkbox', { name: 'Elementos de aseo' }));
  await page.keyboard.press('Space');
  // Tab reaches the first radio of a group, arrow keys the others.
  await tabTo(page, page.getByRole('radio', { name: 'Sí', exact: true }));
  await page.keyboard.press('ArrowDown');
  await press(page, page.getByRole('button', { name: 'Guardar gasto' }));
  await page.getByText('Datos almacenados').waitFor();
  await heading(page, 'Reembolso Actual').waitFor();
  await sendByKeys(page);
}

async function decideByKeys(page: Page): Promise<void> {
  await press(page, page.getByRole('link', { name: /^Mis pendientes/ }));
  await heading(page, 'Mis pendientes').waitFor();
  const item = page.getByRole('row').filter({ hasText: '27.500' });
  await press(page, item.getByRole('link', { name: /^Decidir/ }));
  await page.getByRole('group', { name: 'Estado', disabled: false }).waitFor();
  await receiptInView(page);
  await page.keyboard.press('a');
  await type(page, page.getByRole('textbox', { name: 'Observaciones' }), 'Revisado');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Datos almacenados').waitFor();
  await page.waitForURL((url) => url.hash.startsWith('#/verCajaSupervisor/'));
  await sendByKeys(page);
}

it('a box is recorded, sent and decided by the keyboard alone', async () => {
  const shop = await signInByKeys('yuliana.pinto');
  await recordByKeys(shop.page);
  const supervisor = await signInByKeys('ricardo.acosta');
  await decideByKeys(supervisor.page);
  for (const { complaints, close } of [shop, supervisor]) {
    expect(complaints).toEqual([]);
    await close();
  }
});
