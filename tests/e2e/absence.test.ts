/** An absence in the browser: four clicks, and the delegate can open the boxes of the absent user. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { goTo, signIn } from '../kit/browser.ts';
import { effortRow, recordEffort } from '../kit/effort.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';
import { apiOf } from '../kit/tour-addresses.ts';

const product = productInBrowser();

/** Counts clicks; a choice in a list counts as one. */
function counted(page: Page) {
  let clicks = 0;
  return {
    count: () => clicks,
    click: async (role: 'link' | 'button', name: string) => {
      clicks += 1;
      await page.getByRole(role, { name, exact: true }).click();
    },
    choose: async (label: RegExp, option: string) => {
      clicks += 1;
      await page.getByLabel(label).selectOption({ label: option });
    },
  };
}

it('a supervisor delegates the boxes in four clicks, and the delegate can open one', async () => {
  const { page, complaints, close } = await product.openTab();
  await signIn(page, 'supervisor');
  const person = counted(page);
  await person.click('link', 'Mi cuenta');
  await person.click('button', 'Registrar ausencia');
  await person.choose(/^Quién decide mientras tanto/, 'Ricardo Acosta Villamizar');
  await person.click('button', 'Guardar ausencia');
  await page.getByText('Datos almacenados').waitFor();
  expect(person.count()).toBeLessThanOrEqual(4);
  recordEffort('Leaving an absence to somebody', [
    'The cost of delegating decisions before an absence, counted by `tests/e2e/absence.test.ts` from any screen to the success',
    'message; after the slash, the limit above which the test fails.',
    '',
    effortRow(['Job', 'Clicks', 'Before']),
    effortRow(['---', '---', '---']),
    effortRow([
      'Another supervisor decides until tomorrow',
      `${person.count()} / 4`,
      '48 clicks and 36 s for six stores',
    ]),
  ]);
  const agreed = page.getByRole('dialog').getByRole('listitem');
  expect(await agreed.textContent()).toMatch(/^Ricardo Acosta Villamizar decide por Luz Marina/);
  const boxes = await (await apiOf(page)).call('/historialCajas', { ver_control: 1 });
  const box = boxes.find(({ active }) => active === 2);
  expect(box).toBeDefined();
  expect(complaints).toEqual([]);
  await close();

  const other = await product.openTab();
  await signIn(other.page, 'ricardo.acosta');
  await goTo(other.page, `/verCajaSupervisor/${box?.id_caja}`);
  await other.page.getByText(/^Ricardo Acosta Villamizar decide por Luz Marina/).waitFor();
  expect(other.complaints).toEqual([]);
  await other.close();
});
