/** The main job of a box, as gestures on the screen. */

import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { goTo } from './browser.ts';
import { receiptInView } from './tour-gestures.ts';

export interface Purchase {
  /** Number of a known supplier of the demonstration. */
  document: string;
  receipt: string;
  /** Amount as typed. */
  value: string;
  concept: string;
  category: string;
  file: { name: string; mimeType: string; buffer: Buffer };
}

/** Level 1 heading of a screen. */
export const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name });

export const todayInBogota = (): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Bogota' }).format(Date.now());

export async function recordExpense(page: Page, purchase: Purchase): Promise<void> {
  await page.getByRole('link', { name: 'Registrar gasto' }).first().click();
  await heading(page, /^Caja menor - /).waitFor();
  await page.getByLabel('Documento del proveedor').fill(purchase.document.slice(0, 7));
  await page.getByRole('option', { name: new RegExp(purchase.document) }).click();
  await page.getByLabel('Fecha de compra').fill(todayInBogota());
  await page.getByLabel('Valor').fill(purchase.value);
  await page.getByLabel('Número de recibo').fill(purchase.receipt);
  await page.getByLabel('Concepto').fill(purchase.concept);
  // Categories proposed from the supplier's last expense.
  for (const proposed of await page.getByRole('checkbox', { checked: true }).all())
    await proposed.uncheck();
  const category = page.getByRole('checkbox', { name: purchase.category });
  // The most frequent categories come before the list.
  if (!(await category.isVisible())) await page.getByRole('button', { name: /^Otras/ }).click();
  await category.check();
  await page.getByRole('radio', { name: 'No', exact: true }).check({ force: true });
  await page.getByLabel('Archivo de soporte').setInputFiles(purchase.file);
  await page.getByText(purchase.file.name).waitFor();
  await page.getByRole('button', { name: 'Guardar gasto' }).click();
  await page.getByText('Datos almacenados').waitFor();
  await heading(page, 'Reembolso Actual').waitFor();
  await page.getByText(purchase.receipt).first().waitFor();
}

/** Confirms the send of a box and waits for the screen that opens 3 s later. */
export async function sendBox(page: Page, next: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Enviar' }).click();
  await page.getByRole('alertdialog', { name: 'Confirmar envío de caja' }).waitFor();
  await page.getByRole('button', { name: 'Ok' }).click();
  await page.getByText('Caja enviada').waitFor();
  await page.waitForURL(next);
}

interface Decision {
  receipt: string;
  decision: 'Aprobado' | 'Rechazado';
  reason?: string;
  observation: string;
}

/** Opens an expense from the table of its box, decides it, saves, and returns to the box. */
export async function decide(
  page: Page,
  { receipt, decision, reason, observation }: Decision,
  fillMore: () => Promise<void> = async () => {},
): Promise<void> {
  const box = page.url();
  await page.getByRole('link', { name: `Ver detalle del recibo ${receipt}` }).click();
  await receiptInView(page);
  await page.getByRole('radio', { name: decision }).check({ force: true });
  if (reason !== undefined)
    await page.getByLabel('Motivo de rechazo').selectOption({ label: reason });
  await fillMore();
  await page.getByRole('textbox', { name: 'Observaciones' }).fill(observation);
  await page.getByRole('button', { name: 'Guardar' }).click();
  await page.getByText('Datos almacenados').waitFor();
  // The screen returns by itself three seconds later.
  await page.goto(box);
  await page.getByRole('link', { name: `Ver detalle del recibo ${receipt}` }).waitFor();
}

/** Sets document class, person type, tax and value of the only row of the itemisation. */
export async function itemise(page: Page, value: string): Promise<void> {
  await page.getByLabel('Clase de documento').selectOption({ index: 1 });
  await page.getByRole('radio', { name: /jurídica/ }).check();
  await page.getByLabel(/^Impuesto, /).selectOption({ index: 1 });
  await page.getByLabel(/^Valor, /).fill(value);
}

interface FundTexts {
  available: string;
  inReimbursement: string;
  toPay: string;
  owed: string;
  total: string;
}

/** Checks the fund on the store's screen of its current box. */
export async function expectFund(page: Page, idTienda: number, fund: FundTexts): Promise<void> {
  await goTo(page, '/listarTiendas');
  await heading(page, 'Tiendas').waitFor();
  await goTo(page, `/cajaActual/${idTienda}`);
  await heading(page, 'Reembolso Actual').waitFor();
  const tile = (label: string) =>
    page.locator('main').getByText(label, { exact: true }).locator('xpath=../..');
  await tile('Dinero disponible').filter({ hasText: fund.available }).waitFor();
  expect(await tile('En proceso de reembolso').innerText()).toContain(fund.inReimbursement);
  expect(await tile('Por girar').innerText()).toContain(fund.toPay);
  expect(await tile('A cargo del responsable').innerText()).toContain(fund.owed);
  if (fund.total === '') return;
  await page.getByRole('cell', { name: fund.total, exact: true }).last().waitFor();
}
