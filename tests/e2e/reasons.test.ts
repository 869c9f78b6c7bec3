/** Why a box cannot be sent, and the way to what is missing: by keyboard, by a finger and on a phone. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { boxStates, expenseStates } from '#machines/domain/states.ts';
import { goTo, signIn, widths } from '../kit/browser.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';
import { apiOf } from '../kit/tour-addresses.ts';
import { boxesIn, expensesOfBox } from '../kit/tour-gestures.ts';

const product = productInBrowser();

interface Device {
  width: number;
  hasTouch: boolean;
}

const desk: Device = { width: widths.desk, hasTouch: false };

/** Before a box with unmarked expenses, and the address of the first of them. */
async function beforeUnmarkedBox({ width, hasTouch }: Device) {
  const viewport = { width: widths.desk, height: 900 };
  const context = await product.browser.newContext({ baseURL: product.url, viewport, hasTouch });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await signIn(page, 'supervisor');
  await page.setViewportSize({ width, height: 900 });
  const api = await apiOf(page);
  for (const { id } of await boxesIn(api, boxStates.supervision.codigo)) {
    const rows = await expensesOfBox(api, id);
    const waiting = rows.find(({ estado }) => estado === expenseStates.unreviewed.codigo);
    if (waiting === undefined) continue;
    await goTo(page, `/verCajaSupervisor/${id}`);
    const first = `#/detalleGastoSupervisor/${id}/${waiting.id}`;
    return { page, first, close: () => context.close() };
  }
  throw new Error('the demonstration has no box with unmarked expenses');
}

const sendButton = (page: Page) => page.getByRole('button', { name: 'Enviar', exact: true });
const remedies = (page: Page) =>
  page.getByRole('link', { name: /^Recibo / }).filter({ visible: true });
const leadsTo = (page: Page, hash: string) => page.waitForURL((url) => url.hash === hash);

it('the keyboard comes from the button to the first expense that is missing', async () => {
  const { page, first, close } = await beforeUnmarkedBox(desk);
  await sendButton(page).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  expect(await remedies(page).count()).toBe(0);
  expect(await sendButton(page).evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await leadsTo(page, first);
  await close();
});

it('a pointer that goes from the button to a link does not lose it', async () => {
  const { page, first, close } = await beforeUnmarkedBox(desk);
  await sendButton(page).hover();
  await remedies(page).first().click();
  await leadsTo(page, first);
  await close();
});

it('a finger opens the reasons and follows one', async () => {
  const { page, first, close } = await beforeUnmarkedBox({ width: 820, hasTouch: true });
  await sendButton(page).tap({ force: true });
  await remedies(page).first().tap();
  await leadsTo(page, first);
  await close();
});

it('on a phone the bar says how much is missing, and a finger opens the rest', async () => {
  const { page, first, close } = await beforeUnmarkedBox({ width: widths.phone, hasTouch: true });
  await page.getByText(/^Faltan? \d+ gastos? por marcar$/).waitFor();
  await sendButton(page).tap({ force: true });
  await remedies(page).first().tap();
  await leadsTo(page, first);
  await close();
});
