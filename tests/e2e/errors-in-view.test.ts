/** Errors of the expense form, and the results of writes, are in view at every size: no bar covers them. */
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { goTo, quiet, resize, signIn } from '../kit/browser.ts';
import { pngFile } from '../kit/files/receipt-files.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';
import { heading } from '../kit/main-job.ts';
import { press, receiptInView, type } from '../kit/tour-gestures.ts';

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

interface Write {
  as: string;
  address: string;
  /** Beginning of the message. */
  message: string;
  /** Fills in the form and presses the button, from wherever the button is. */
  write: (page: Page) => Promise<void>;
}

/** A reason that no earlier pass has used. */
const unlike = (page: Page): string => `${page.viewportSize()?.width} px`;

const writes: Record<string, Write> = {
  'an expense': {
    as: 'tienda',
    address: `/crearGasto/${store}`,
    message: 'Datos almacenados',
    write: async (page) => {
      const main = page.getByRole('main');
      await fillAll(main);
      await main.getByLabel('Número de recibo').fill(`MIRA${page.viewportSize()?.width}`);
      await press(page, 'Guardar y registrar otro');
    },
  },
  'a decision': {
    as: 'supervisor',
    address: '/misPendientes',
    message: 'Datos almacenados',
    write: async (page) => {
      await page.getByRole('link', { name: /^Siguiente: / }).click();
      await page.getByRole('radio', { name: 'Aprobado' }).check({ force: true });
      await page.getByRole('textbox', { name: 'Observaciones' }).fill('Conforme');
      const receipt = page.getByRole('button', { name: 'Ver el soporte' });
      if (await receipt.isVisible()) await receipt.click();
      await receiptInView(page);
      await press(page, 'Guardar');
    },
  },
  'a cash count': {
    as: 'tienda',
    address: `/cajaActual/${store}/arqueos`,
    message: 'Datos almacenados.',
    write: async (page) => {
      await type(page, 'Billete de $ 20.000', '3');
      await press(page, 'Guardar arqueo');
    },
  },
  'a vale': {
    as: 'tienda',
    address: `/cajaActual/${store}/vales`,
    message: 'Datos almacenados.',
    write: async (page) => {
      await type(page, 'Valor', '5000');
      await type(page, 'Quién recibe', 'Ana Pérez');
      await type(page, 'Para qué', unlike(page));
      await press(page, 'Dar vale');
    },
  },
  'the settings': {
    as: 'admin',
    address: '/business',
    message: 'Datos almacenados',
    write: (page) => press(page, 'Guardar'),
  },
  'a company': {
    as: 'admin',
    address: '/editarEmpresa/1',
    message: 'Registro actualizado',
    write: (page) => press(page, 'Guardar empresa'),
  },
  'a switch in a list': {
    as: 'admin',
    address: '/listarEmpresa',
    message: 'Registro actualizado',
    write: (page) => page.getByRole('switch').last().click(),
  },
  'the own mails': {
    as: 'supervisor',
    address: '/mi-cuenta',
    message: 'Datos almacenados',
    write: async (page) => {
      await page.getByRole('radio', { checked: false }).first().check({ force: true });
      await page
        .getByRole('button', { name: /^Guardar/ })
        .last()
        .click();
    },
  },
};

/** Where the message is at its first sight. */
const placeOf = (page: Page, message: string): Promise<string | null> =>
  page
    .waitForFunction((beginning) => {
      const shown = [...document.querySelectorAll('main [role=status], main [role=alert]')].find(
        ({ textContent }) => textContent.startsWith(beginning),
      );
      if (shown === undefined) return null;
      const { left, top, right, bottom } = shown.getBoundingClientRect();
      const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const faults = [
        ...(shown === document.activeElement
          ? []
          : [`focus on ${document.activeElement?.tagName}`]),
        ...(top >= 0 && bottom <= innerHeight ? [] : [`from ${top} to ${bottom}`]),
        ...(shown.contains(over) ? [] : ['covered']),
        ...(document.querySelector('[data-hint]') ? ['below a tooltip'] : []),
      ];
      return faults.join(', ') || 'in view';
    }, message)
    .then((found) => found.jsonValue());

it.each(Object.entries(writes))(
  'the result of %s has the focus and is in view',
  async (_, { as, address, message, write }) => {
    const { page } = await product.openTab();
    await signIn(page, as);
    const places: Record<string, string | null> = {};
    for (const size of [sizes[0], sizes[1], sizes[4]]) {
      await resize(page, size);
      await goTo(page, '/ayuda');
      await quiet(page);
      await goTo(page, address);
      await quiet(page);
      await write(page);
      places[size.width] = await placeOf(page, message);
    }
    expect(places).toEqual({ 1366: 'in view', 390: 'in view', 320: 'in view' });
  },
);
