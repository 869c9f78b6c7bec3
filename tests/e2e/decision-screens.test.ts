/** Decision screens: on a phone the receipt has space and no field is covered; unseen receipts need a confirmation. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { boxStates, expenseStates } from '#machines/domain/stages/states.ts';
import { goTo, resize, signIn } from '../kit/browser.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';
import { apiOf } from '../kit/tour-addresses.ts';
import { boxesIn, expensesOfBox } from '../kit/tour-gestures.ts';
import { barriers } from '../kit/tour-screen.ts';
import { crowding, overflow } from '../kit/window-sizes.ts';

const product = productInBrowser();
const phone = { width: 390, height: 844 };

const bar = (page: Page) =>
  page.locator('[data-decision]').evaluate((place) => place.getBoundingClientRect().height);

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Runs in the page: the element is within the window, and none of its corners is covered. */
function isWholeInView(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return [left + 4, right - 4].every((x) =>
    [top + 4, bottom - 4].every((y) => element.contains(document.elementFromPoint(x, y))),
  );
}

/** Opens an expense that waits for the first pass of accounting. */
async function firstPass(): Promise<Page> {
  const { page } = await product.openTab();
  await signIn(page, 'contabilidad');
  const api = await apiOf(page);
  const [box] = await boxesIn(api, boxStates.preliminary.codigo);
  const expenses = await expensesOfBox(api, box?.id ?? 0);
  const waiting = expenses.find(({ estado }) => estado === expenseStates.supervisorApproved.codigo);
  await resize(page, phone);
  await goTo(page, `/detalleGastoContabilidad/${waiting?.id}/${box?.id}`);
  await page.locator('[data-decision] fieldset:not(:disabled)').first().waitFor();
  return page;
}

it('the decision takes at most a quarter of a phone and covers no focused field', async () => {
  const page = await firstPass();
  expect(await bar(page)).toBeLessThanOrEqual(phone.height / 4);
  expect(await page.getByRole('textbox', { name: 'Observaciones' }).isVisible()).toBe(false);
  await page.locator('label', { hasText: /^Aprobado$/ }).click();
  await page.getByRole('textbox', { name: 'Observaciones' }).waitFor();
  expect(await bar(page)).toBeLessThanOrEqual(phone.height / 4);
  await page.locator('label', { hasText: /^Rechazado$/ }).click();
  expect(await coveredFields(page)).toEqual([]);
  await page.getByRole('button', { name: 'Ver el soporte' }).click();
  expect(await coveredFields(page)).toEqual([]);
  const receipt = page.locator('[data-receipt]:visible');
  expect((await receipt.boundingBox())?.height).toBeGreaterThanOrEqual(400);
  expect(await page.locator('[data-paid]').innerText()).toMatch(/\$/);
});

it.each([
  { width: 844, height: 390 },
  { width: 683, height: 384 },
  { width: 320, height: 640 },
])(
  'at $width × $height px a form and a decision scroll as one page to their button',
  async (size) => {
    const { page: form } = await product.openTab();
    await signIn(form, 'tienda');
    await goTo(form, '/crearGasto/1');
    const decision = await firstPass();
    for (const page of [form, decision]) {
      const save = page.getByRole('button', { name: /^Guardar/ }).first();
      await save.waitFor();
      await resize(page, size);
      expect(await page.evaluate(crowding)).toEqual([]);
      // Nothing covers the button once it is scrolled into view.
      await save.click({ trial: true });
    }
  },
);

it('shortcuts do not approve an expense whose receipt could not be shown', async () => {
  const { page } = await product.openTab();
  await signIn(page, 'supervisor');
  const api = await apiOf(page);
  const [box] = await boxesIn(api, boxStates.supervision.codigo);
  const states = async () =>
    (await api.call('/gastosCaja', { id_caja: box?.id ?? 0, estado_caja: 2 })).map((row) =>
      'estado' in row ? row.estado : null,
    );
  const before = await states();
  await page.route('**/documentos/{soportes,hojas}/**', (route) => route.abort());
  await goTo(page, `/verCajaSupervisor/${box?.id}`);
  await page
    .getByRole('link', { name: /^Ver detalle/ })
    .first()
    .click();
  await page.getByText('No pudimos mostrar el soporte').first().waitFor();
  const address = page.url();
  const asked = page.getByRole('status').filter({ hasText: 'No se ha visto el soporte' });
  await page.getByRole('radio', { name: 'Aprobado' }).check({ force: true });
  await page.getByRole('textbox', { name: 'Observaciones' }).fill('Ya visto');
  await page.keyboard.press('Control+Shift+Enter');
  await asked.waitFor();
  await button(page, 'Volver').click();
  await asked.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+Enter');
  await asked.waitFor();
  for (const size of [{ width: 1366, height: 768 }, phone]) {
    await resize(page, size);
    for (const part of [asked, button(page, 'Volver'), button(page, 'Aprobar sin verlo')])
      expect(await part.evaluate(isWholeInView), `${part} at ${size.width} px`).toBe(true);
    expect(await page.evaluate(overflow)).toEqual([]);
    expect(await barriers(page), `at ${size.width} px`).toEqual([]);
  }
  await button(page, 'Ver el soporte').click();
  for (const name of ['Ocultar el soporte', 'Volver', 'Aprobar sin verlo'])
    expect(await button(page, name).evaluate(isWholeInView), name).toBe(true);
  expect(page.url()).toBe(address);
  expect(await states()).toEqual(before);
});

/** Fields of the expense that are covered while focused. */
async function coveredFields(page: Page): Promise<string[]> {
  await page.locator('[data-facts]').focus();
  const covered = await page.evaluate(async () => {
    const fields = document.querySelectorAll<HTMLElement>(
      '[data-facts] :is(input, select, textarea, button, a, summary)',
    );
    const hidden: string[] = [];
    for (const field of fields) {
      field.focus();
      await new Promise(requestAnimationFrame);
      const { left, right, top, bottom } = field.getBoundingClientRect();
      const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      if (there === null || !(field.contains(there) || there.contains(field)))
        hidden.push(field.getAttribute('name') ?? field.textContent ?? field.tagName);
    }
    return { count: fields.length, hidden };
  });
  expect(covered.count).toBeGreaterThan(8);
  return covered.hidden;
}
