/**
 * The screen of a box: its visible expenses, each row a link; the reasons why it cannot be sent, with links to the
 * undecided expenses, by keyboard, pointer and touch; duplicate expenses side by side; the guide of its papers.
 */
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { boxStates, expenseStates } from '#machines/domain/stages/states.ts';
import { goTo, resize, signIn, type Tab, widths } from '../kit/browser.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';
import { apiOf, type TourApi } from '../kit/tour-addresses.ts';
import { boxesIn, expensesOfBox } from '../kit/tour-gestures.ts';
import { openScreen } from '../kit/tour-screen.ts';

const product = productInBrowser();

interface Device {
  width: number;
  hasTouch: boolean;
}

const desk: Device = { width: widths.desk, hasTouch: false };

/** Opens a box with undecided expenses. @returns also the hash of the first undecided one */
async function beforeUnmarkedBox({ width, hasTouch }: Device) {
  const viewport = { width: widths.desk, height: 900 };
  const context = await product.browser.newContext({ baseURL: product.url, viewport, hasTouch });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await signIn(page, 'supervisor');
  await resize(page, { width, height: 900 });
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

it('the keyboard leads from the send button to the first undecided expense', async () => {
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

it('the links stay open while the pointer moves to them from the button', async () => {
  const { page, first, close } = await beforeUnmarkedBox(desk);
  await sendButton(page).hover();
  await remedies(page).first().click();
  await leadsTo(page, first);
  await close();
});

it('touch opens the reasons and follows one, on a phone below the missing count', async () => {
  const { page, first, close } = await beforeUnmarkedBox({ width: 820, hasTouch: true });
  const box = page.url();
  for (const width of [820, widths.phone]) {
    await resize(page, { width, height: 900 });
    await page.goto(box);
    if (width === widths.phone) await page.getByText(/^Faltan? \d+ gastos? por decidir$/).waitFor();
    await sendButton(page).tap({ force: true });
    await remedies(page).first().tap();
    await leadsTo(page, first);
  }
  await close();
});

interface Size {
  width: number;
  height: number;
  /** Greatest height of a row and of the band, in pixels; the band of an open box also has its fund and links. */
  row: number;
  band: number;
  openBand: number;
  /** Least number of expenses in full view. */
  seen: number;
}

const sizes: readonly Size[] = [
  { width: 1366, height: 768, row: 44, band: 96, openBand: 96, seen: 8 },
  // The fund of a store and the button beside it need two lines here.
  { width: 1280, height: 720, row: 44, band: 96, openBand: 140, seen: 6 },
  { width: 390, height: 844, row: 112, band: 154, openBand: 220, seen: 5 },
];

/** The expenses of every box, repeated until there are fourteen. */
const asFourteen = (page: Page): Promise<unknown> =>
  page.context().route(/gastosCaja/, async (route) => {
    const response = await route.fetch();
    const rows: { id?: number }[] = await response.json();
    const expenses = rows.slice(0, -1);
    const many = Array.from({ length: 14 }, (_, index) => ({
      ...expenses[index % expenses.length],
      ...(index < expenses.length ? {} : { id: 90_000 + index }),
    }));
    await route.fulfill({ response, json: [...many, ...rows.slice(-1)] });
  });

/** Assigns the box to a user with a name of nearly sixty letters. */
const withLongName = (page: Page): Promise<unknown> =>
  page.context().route(/verCajaDetalle/, async (route) => {
    const response = await route.fetch();
    const [box, ...others] = await response.json();
    const encargado = 'María Alejandra del Pilar Castellanos y Bustamante Londoño';
    const ubicacion = { ...box.ubicacion, encargado };
    await route.fulfill({ response, json: [{ ...box, ubicacion }, ...others] });
  });

/** Measures what is visible of the box; a point of a covered row hits nothing or another element. */
const measured = (page: Page) =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll('tbody tr')];
    const isSeen = (row: Element, x: number, y: number) =>
      row.contains(document.elementFromPoint(x, y));
    const inFullView = rows.filter((row) => {
      const { left, right, top, bottom } = row.getBoundingClientRect();
      return [left + 2, right - 2].every(
        (x) => isSeen(row, x, top + 2) && isSeen(row, x, bottom - 2),
      );
    });
    const cut = [...document.querySelectorAll('[data-band] :is(h1, p, dt, dd, div, span)')]
      .filter((part) => {
        const { left, right, top, bottom } = part.getBoundingClientRect();
        const isCut =
          getComputedStyle(part).overflowX === 'hidden' && part.scrollWidth > part.clientWidth;
        // Own text with an end that another element covers.
        const isCovered =
          /^(P|DD)$/.test(part.tagName) &&
          part.textContent !== '' &&
          ![left + 1, right - 1].every((x) => {
            const there = document.elementFromPoint(x, (top + bottom) / 2);
            return there !== null && (part.contains(there) || there.contains(part));
          });
        return right - left > 1 && part.closest('details') === null && (isCut || isCovered);
      })
      .map(({ textContent }) => textContent);
    const covered = rows.filter((row) => {
      const link = row.querySelector<HTMLElement>('[data-row-link]');
      link?.focus();
      const { left, top, bottom } = row.getBoundingClientRect();
      return [top + 2, bottom - 2].some((y) => !isSeen(row, left + 2, y));
    });
    // Controls that reach beyond their row.
    const outside = rows.flatMap((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return [...row.querySelectorAll('a, button')]
        .filter((control) => {
          const own = control.getBoundingClientRect();
          return own.top < top || own.bottom > bottom;
        })
        .map(({ textContent, ariaLabel }) => ariaLabel ?? textContent);
    });
    return {
      rows: rows.length,
      outside,
      seen: inFullView.length,
      highest: Math.max(...rows.map((row) => row.getBoundingClientRect().height)),
      band: document.querySelector('[data-band]')?.getBoundingClientRect().height ?? Infinity,
      covered: covered.length,
      cut,
      sideways: document.documentElement.scrollWidth > document.documentElement.clientWidth,
    };
  });

const pendingBox = async (api: TourApi): Promise<number | undefined> =>
  (await api.call('/cajasPendientesContabilidad', { estado: 4 }))[0]?.id;

const persons = {
  supervisor: async (api: TourApi) => {
    const [box] = await boxesIn(api, boxStates.supervision.codigo);
    return `/verCajaSupervisor/${box?.id}`;
  },
  tienda: async (api: TourApi) => {
    for (const { id } of await api.call('/obtenerTiendas', {})) {
      const { total } = await api.call('/obtenerCajaActual', { id_tienda: id });
      if (total > 0) return `/cajaActual/${id}`;
    }
    throw new Error('the demonstration has no open box with expenses');
  },
  contabilidad: async (api: TourApi) => `/revisarCaja/${await pendingBox(api)}`,
} as const;

describe.each(Object.entries(persons))('the box screen of %s', (person, addressFor) => {
  let tab: Tab | undefined;
  afterAll(() => tab?.close());

  it('shows whole names and uncovered expenses, and each row is a link', async () => {
    tab = await product.openTab();
    const { page, complaints } = tab;
    await signIn(page, person);
    await asFourteen(page);
    if (person === 'supervisor') await withLongName(page);
    const address = await addressFor(await apiOf(page));
    await openScreen(page, async () => {
      await goTo(page, address);
      await page.reload();
    });
    for (const { width, height, ...limits } of sizes) {
      await resize(page, { width, height });
      await page.evaluate(() => scrollTo(0, 0));
      const box = await measured(page);
      expect(box).toMatchObject({ rows: 14, covered: 0, cut: [], sideways: false, outside: [] });
      expect(box.highest).toBeLessThanOrEqual(limits.row);
      expect(box.band).toBeLessThanOrEqual(person === 'tienda' ? limits.openBand : limits.band);
      expect(box.seen).toBeGreaterThanOrEqual(limits.seen);
    }
    const row = page.locator('tbody tr').first();
    const to = await row.locator('[data-row-link]').getAttribute('href');
    await row.click({ position: { x: 4, y: 4 } });
    await leadsTo(page, to ?? '');
    // Requests of the next screen must end before the tab closes.
    await page.context().unrouteAll({ behavior: 'wait' });
    expect(complaints).toEqual([]);
  });
});

it('one click on the mark of an expense shows it beside its duplicate', async () => {
  const { page, close } = await product.openTab();
  await signIn(page, 'contabilidad');
  const api = await apiOf(page);
  const boxes = await api.call('/cajasPendientesContabilidad', { estado: 4 });
  for (const { id } of boxes) {
    const rows = await api.call('/gastosCajaContabilidad', { id_caja: id });
    const names = (row: object) =>
      'informe_novedad' in row && /otro gasto\./.test(String(row.informe_novedad));
    const repeated = rows.find(names);
    if (repeated === undefined || !('recibo' in repeated)) continue;
    await openScreen(page, () => goTo(page, `/revisarCaja/${id}`));
    const name = `Ver detalle del recibo ${repeated.recibo}`;
    await page
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name, exact: true }) })
      .getByRole('button', { name: 'Novedad' })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Gasto repetido' });
    await dialog.getByRole('region', { name: 'Soporte' }).nth(1).waitFor();
    expect(await dialog.getByText('igual', { exact: true }).count()).toBeGreaterThan(0);
    await close();
    return;
  }
  throw new Error('the demonstration has no repeated expense before accounting');
});

it.each([
  ['tienda', '/historialCaja?grupo=todas'],
  ['contabilidad', `/historialTienda/1`],
])('a phone of %s shows five boxes, each a link over its whole area: %s', async (user, address) => {
  const { page, close } = await product.openTab();
  await signIn(page, user);
  await resize(page, { width: widths.phone, height: 844 });
  await goTo(page, address);
  await page.locator('tbody tr').nth(4).waitFor();
  const { seen, highest, sideways } = await measured(page);
  expect({ seen: seen >= 5, sideways }).toEqual({ seen: true, sideways: false });
  expect(highest).toBeLessThanOrEqual(112);
  // Row headers have a medium weight.
  const names = page.locator('tbody th').first();
  expect(await names.evaluate((name) => getComputedStyle(name).fontWeight)).toBe('500');
  const card = page.locator('tbody tr').nth(1);
  const { width = 0, height = 0 } = (await card.boundingBox()) ?? {};
  expect(height).toBeGreaterThanOrEqual(44);
  // The whole card is a link: here its lower left corner.
  await card.click({ position: { x: 3, y: height - 3 } });
  await page.waitForURL((url) => url.hash !== `#${address}`);
  expect(width).toBeGreaterThan(300);
  await close();
});

/** Number of digits that fit in a field. */
const digitsInView = (field: Element): number => {
  const { font, paddingLeft, paddingRight } = getComputedStyle(field);
  const pen = document.createElement('canvas').getContext('2d');
  if (pen === null) throw new Error('no canvas');
  pen.font = font;
  const space =
    field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  return Math.floor(space / pen.measureText('0').width);
};

it('on a phone, a guide of twenty digits fits and states are left-aligned', async () => {
  const { page, close } = await product.openTab();
  await signIn(page, 'tienda');
  const [box] = await boxesIn(await apiOf(page), boxStates.readyToShip.codigo);
  await resize(page, { width: widths.phone, height: 844 });
  await goTo(page, `/verCajaRevisada/${box?.id}`);
  const guide = page.getByLabel('Número de guía');
  expect(await guide.evaluate(digitsInView)).toBeGreaterThanOrEqual(20);
  const state = page.locator('tbody [data-column=status] > span').first();
  expect(await state.evaluate((cell) => getComputedStyle(cell).textAlign)).toBe('start');
  await close();
});
