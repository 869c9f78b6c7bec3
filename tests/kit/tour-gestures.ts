/** Gestures and reads of the tours of the demonstration. */
import type { Locator, Page } from 'playwright-core';
import type { TourApi } from './tour-addresses.ts';

export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

/** Fills in a text field by label and leaves it. */
export async function type(page: Page, label: string, text: string): Promise<void> {
  const field = page
    .getByRole('textbox', { name: label })
    .or(page.getByRole('combobox', { name: label }));
  await field.first().fill(text);
  await field.first().blur();
}

/** Meaning of a button's colour, by its hue. */
export async function attention(button: Locator): Promise<'teal' | 'red' | 'other'> {
  const color = await button.evaluate((element) => getComputedStyle(element).backgroundColor);
  const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map(Number);
  if (red > green + 60 && red > blue + 60) return 'red';
  return green > red + 60 && blue > red + 60 ? 'teal' : 'other';
}

/** Boxes of a history in a state. */
export async function boxesIn(
  api: TourApi,
  active: number,
): Promise<{ id: number; tienda: string }[]> {
  const rows = await api.call('/historialCajas', { ver_control: 1 });
  return rows
    .filter((row) => row.active === active)
    .map(({ id_caja, tienda }) => ({ id: id_caja, tienda }));
}

/** Resolves once the receipt of the expense is in view; approving requires it. */
export const receiptInView = (page: Page): Promise<unknown> =>
  page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLImageElement>('[data-receipt] img')].some(
      (picture) => picture.naturalWidth > 0 && picture.getClientRects().length > 0,
    ),
  );

interface ListedExpense {
  id: number;
  estado: number;
  categorias: string;
  informe_novedad: string;
}

/** Expenses of a box as its list shows them, without the row of the total. */
export async function expensesOfBox(api: TourApi, id_caja: number): Promise<ListedExpense[]> {
  const rows = await api.call('/gastosCaja', { id_caja });
  return rows.flatMap((row) => ('categorias' in row ? [row] : []));
}
