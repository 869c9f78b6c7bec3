/** What a screen shows without scrolling: one line an item at a desk, the facts and the receipt on a phone. */
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { goTo, quiet, resize, signIn } from '../kit/browser.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';

const product = productInBrowser();

const desk = { width: 1366, height: 768 };
const phone = { width: 390, height: 844 };
const narrow = { width: 320, height: 640 };

async function openAs(user: string, address: string, size: typeof desk): Promise<Page> {
  const { page } = await product.openTab();
  await signIn(page, user);
  await resize(page, size);
  await goTo(page, address);
  await quiet(page);
  return page;
}

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox();
  if (box === null) throw new Error('The element is not shown');
  return { ...box, bottom: box.y + box.height };
};

it('a pending item is one line at a desk', async () => {
  const page = await openAs('contabilidad', '/misPendientes', desk);
  const rows = await page.locator('main tbody tr').all();
  const boxes = await Promise.all(rows.map(boxOf));
  expect(boxes.filter(({ height }) => height > 60)).toEqual([]);
  expect(boxes.filter(({ bottom }) => bottom <= desk.height).length).toBeGreaterThanOrEqual(4);
});

it('on a phone a decision begins with its facts, and its bar leaves them the space', async () => {
  const page = await openAs('supervisor', '/misPendientes', phone);
  await page.getByRole('link', { name: /^Siguiente: Decidir / }).click();
  await quiet(page);
  const top = await boxOf(page.getByRole('banner'));
  const fact = await boxOf(page.getByText('Proveedor', { exact: true }).first());
  expect(fact.y - top.bottom).toBeLessThanOrEqual(120);
  const bar = await boxOf(page.locator('[data-decision]'));
  expect(bar.height).toBeLessThanOrEqual(160);
  const approve = page.getByRole('button', { name: 'Aprobar y seguir' });
  expect((await boxOf(approve)).bottom).toBeLessThanOrEqual(phone.height);
  expect(await approve.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(
    0,
  );
});

it('a supplier and a receipt number are not cut in the list of a box', async () => {
  const page = await openAs('supervisor', '/misPendientes', desk);
  await page.getByRole('link', { name: /^Siguiente: Decidir / }).click();
  await quiet(page);
  const list = page.getByRole('navigation', { name: 'Gastos de la caja' });
  const cut = await list
    .locator('a span')
    .evaluateAll((parts) =>
      parts.flatMap(({ scrollWidth, clientWidth, textContent }) =>
        clientWidth > 0 && scrollWidth > clientWidth + 1 ? [textContent] : [],
      ),
    );
  expect(cut).toEqual([]);
  // Badges are one line.
  const badges = await list.locator('a > span:has(svg) > span').all();
  const heights = await Promise.all(badges.map(async (badge) => (await boxOf(badge)).height));
  expect(heights.filter((height) => height > 24)).toEqual([]);
});

it('on a phone an expense that is only read begins with its receipt', async () => {
  const page = await openAs('control', '/detalleCajaCI/1', phone);
  await page
    .getByRole('link', { name: /^Ver detalle del recibo/ })
    .first()
    .click();
  await quiet(page);
  const receipt = await boxOf(page.locator('section[aria-label=Soporte]'));
  const facts = await boxOf(page.getByRole('heading', { name: 'Datos del gasto' }));
  expect(receipt.y).toBeLessThan(facts.y);
  expect(receipt.y).toBeLessThan(phone.height / 2);
});

it('the sum of a cash count stays in view while it is typed', async () => {
  const page = await openAs('tienda', '/cajaActual/6/arqueos', phone);
  const first = page.getByLabel('Billete de $ 50.000');
  await first.fill('2');
  const sum = page.getByLabel('Efectivo contado');
  expect(await sum.innerText()).toContain('100.000');
  expect((await boxOf(sum)).bottom).toBeLessThanOrEqual(phone.height);
});

it('on the narrowest phone nothing runs out of its button', async () => {
  const page = await openAs('tienda', '/cajaActual/1', narrow);
  const wide: Record<string, string[]> = {};
  for (const address of [
    '/cajaActual/1',
    '/crearGasto/1',
    '/misPendientes',
    '/cajaActual/1/vales',
  ]) {
    await goTo(page, address);
    await quiet(page);
    wide[address] = await page
      .locator('main :is(button, a)')
      .evaluateAll((controls) =>
        controls.flatMap((control) =>
          getComputedStyle(control).position !== 'absolute' &&
          control.scrollWidth > control.clientWidth + 1 &&
          getComputedStyle(control).display !== 'inline'
            ? [control.textContent]
            : [],
        ),
      );
  }
  expect(Object.values(wide).flat()).toEqual([]);
});
