/** Small gestures and looks of the tours of the demonstration. */
import type { Locator, Page } from 'playwright-core';
import type { TourApi } from './tour-addresses.ts';

export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

/** Fills a text field in by the words of its label and leaves it, as a person does who goes on. */
export async function type(page: Page, label: string, text: string): Promise<void> {
  const field = page
    .getByRole('textbox', { name: label })
    .or(page.getByRole('combobox', { name: label }));
  await field.first().fill(text);
  await field.first().blur();
}

/** What a button's colour means, by the name of its hue. */
export async function attention(button: Locator): Promise<'teal' | 'red' | 'other'> {
  const color = await button.evaluate((element) => getComputedStyle(element).backgroundColor);
  const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map(Number);
  if (red > green + 60 && red > blue + 60) return 'red';
  return green > red + 60 && blue > red + 60 ? 'teal' : 'other';
}

/** The boxes of a history that are in a state. */
export async function boxesIn(
  api: TourApi,
  active: number,
): Promise<{ id: number; tienda: string }[]> {
  const rows = await api.call('/historialCajas', { ver_control: 1 });
  return rows
    .filter((row) => row.active === active)
    .map(({ id_caja, tienda }) => ({ id: id_caja, tienda }));
}

/** Goes on once the receipt of the expense is in view: nothing is approved before. */
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

/** The expenses of a box, as its list gives them, without the row of the total. */
export async function expensesOfBox(api: TourApi, id_caja: number): Promise<ListedExpense[]> {
  const rows = await api.call('/gastosCaja', { id_caja });
  return rows.flatMap((row) => ('categorias' in row ? [row] : []));
}
