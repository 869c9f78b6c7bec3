/** Errors of the expense form are in view at every size: no bar covers the field, its error or a warning. */
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { goTo, resize, signIn } from '../kit/browser.ts';
import { pngFile } from '../kit/files/receipt-files.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';
import { heading } from '../kit/main-job.ts';

/** Almacén Medellín Centro: the form suggests suppliers of its latest boxes. */
const store = 1;

const sizes = [
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
  { width: 683, height: 384 },
  { width: 844, height: 390 },
  { width: 320, height: 640 },
] as const;

const product = productInBrowser();

/** True if no other element covers the middle of the element. */
const isInView = (element: Locator): Promise<boolean> =>
  element.evaluate((shown) => {
    const { left, top, width, height } = shown.getBoundingClientRect();
    const over = document.elementFromPoint(left + width / 2, top + height / 2);
    return over !== null && shown.contains(over);
  });

/** Error of the first invalid field, unless it is in view. */
async function unseenOf(page: Page): Promise<string[]> {
  const field = page.locator('[data-invalid]').first();
  const sentence = field.locator('p[id$=-error]').first();
  await sentence.waitFor();
  await field.locator(':focus').waitFor({ state: 'attached' });
  return (await isInView(sentence)) ? [] : [await sentence.innerText()];
}

/** Each field, and how to empty it and fill it in. */
const parts: Record<
  string,
  { empty: (main: Locator) => Promise<void>; fill: (main: Locator) => Promise<void> }
> = {
  'the receipt': {
    empty: async (main) =>
      main
        .getByRole('button', { name: /^Quitar/ })
        .first()
        .click(),
    fill: async (main) => {
      const buffer = pngFile('a');
      const file = { name: 'a.png', mimeType: 'image/png', buffer };
      await main.getByLabel('Archivo de soporte').setInputFiles(file);
      await main.getByText('a.png').waitFor();
    },
  },
  ...Object.fromEntries(
    [
      ['Valor', '21000'],
      ['Número de recibo', 'VISTA1'],
      ['Concepto', 'Taxi'],
    ].map(([label = '', text = '']) => [
      label,
      {
        empty: (main: Locator) => main.getByLabel(label).fill(''),
        fill: (main: Locator) => main.getByLabel(label).fill(text),
      },
    ]),
  ),
};

it('a missing field gets the focus and its error is in view, as a warning is', async () => {
  const { page } = await product.openTab();
  await signIn(page, 'tienda');
  await goTo(page, `/crearGasto/${store}`);
  await heading(page, /^Caja menor - /).waitFor();
  const main = page.getByRole('main');
  await fillAll(main);
  const hidden: string[] = [];
  for (const [name, { empty, fill }] of Object.entries(parts)) {
    await resize(page, sizes[0]);
    await empty(main);
    for (const size of sizes) {
      await resize(page, size);
      await main.getByRole('button', { name: 'Guardar gasto' }).click();
      for (const sentence of await unseenOf(page))
        hidden.push(`${name} at ${size.width}×${size.height}: ${sentence}`);
    }
    await fill(main);
  }
  expect(hidden).toEqual([]);

  await resize(page, sizes[0]);
  await main.getByRole('button', { name: 'Guardar y registrar otro' }).click();
  await main.getByText(/^Datos almacenados/).waitFor();
  await fillAll(main);
  await main.getByLabel('Concepto').blur();
  const warning = main.getByText('Este gasto puede estar repetido');
  await warning.waitFor();
  expect(await isInView(warning)).toBe(true);
});

/** Fills in all that an expense of a known supplier needs. */
async function fillAll(main: Locator): Promise<void> {
  const recent = main.getByRole('group', { name: 'Proveedores frecuentes' });
  await recent.getByRole('button').first().click();
  for (const { fill } of Object.values(parts)) await fill(main);
}
