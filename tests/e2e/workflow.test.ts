import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { goTo, quiet, signIn, type Tab } from '../kit/browser.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';
import { openScreen } from '../kit/tour-screen.ts';

const product = productInBrowser();

const hashOf = (page: Page): string => new URL(page.url()).hash;

async function begin(user: string): Promise<Tab> {
  const tab = await product.openTab();
  await signIn(tab.page, user);
  await quiet(tab.page);
  return tab;
}

describe('the workflow', () => {
  it('leads from a state of the drawing to one of its boxes and through its steps', async () => {
    const { page, complaints, close } = await begin('contabilidad');
    await openScreen(page, () =>
      page.getByRole('link', { name: 'Flujo de trabajo', exact: true }).click(),
    );
    await page.getByRole('link', { name: 'Cerrada', exact: true }).click();
    const list = page.getByRole('table', { name: 'Cajas en «Cerrada»' });
    await list.waitFor();
    await page.waitForURL((url) => url.hash === '#/flujo?estado=closed');
    const first = list.getByRole('row').nth(1).getByRole('rowheader').getByRole('link');
    await openScreen(page, () => first.click());
    expect(hashOf(page)).toMatch(/^#\/flujo\/\d+$/);

    const slider = page.getByRole('slider', { name: 'Paso del recorrido' });
    const last = Number(await slider.getAttribute('max'));
    expect(last).toBeGreaterThan(5);
    await slider.focus();
    await page.keyboard.press('Home');
    const steps = page.getByRole('region', { name: 'Pasos del recorrido' });
    const seen = new Set<string>();
    for (let step = 1; step <= last; step += 1) {
      await steps.getByText(`Paso ${step} de ${last}`, { exact: true }).waitFor();
      const here = page.locator('[data-state][aria-label*="Estado actual"]');
      seen.add((await here.getAttribute('aria-label')) ?? '');
      await page.keyboard.press('ArrowRight');
    }
    // Open, with the supervisor, in accounting, to be shipped, in accounting again, closed.
    expect(seen.size).toBeGreaterThanOrEqual(6);
    await page.getByRole('button', { name: 'Paso anterior' }).click();
    await page.waitForURL((url) => url.hash.endsWith(`?paso=${last - 1}`));
    await page.reload();
    await steps.getByText(`Paso ${last - 1} de ${last}`, { exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('leads from a box back to the view and the filters that it was opened from', async () => {
    const { page, complaints, close } = await begin('control');
    const from = '/flujo?vista=desviaciones&clase=tarde&valor=-500000';
    await openScreen(page, () => goTo(page, from));
    const list = page.getByRole('table', { name: 'Meta superada', exact: true });
    const first = list.getByRole('row').nth(1).getByRole('rowheader').getByRole('link');
    await openScreen(page, () => first.click());
    expect(hashOf(page)).toMatch(/^#\/flujo\/\d+/);
    await openScreen(page, () =>
      page.getByRole('link', { name: 'Flujo de trabajo' }).last().click(),
    );
    const query = (hash: string) => new URLSearchParams(hash.split('?')[1]);
    expect(new Map(query(hashOf(page)))).toEqual(new Map(query(from)));
    expect(complaints).toEqual([]);
    await close();
  });

  it('leads from a state to a box with the keyboard alone', async () => {
    const { page, complaints, close } = await begin('control');
    await openScreen(page, () => goTo(page, '/flujo'));
    await page.getByRole('combobox', { name: 'Supervisor de hoy' }).focus();
    const state = page.getByRole('button', { name: /^En supervisión\./ });
    for (let presses = 0; presses < 30; presses += 1) {
      await page.keyboard.press('Tab');
      if (await state.evaluate((element) => element === document.activeElement)) break;
    }
    await page.keyboard.press('Enter');
    const list = page.getByRole('table', { name: 'Cajas en «En supervisión»' });
    await list.waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await openScreen(page, () => page.keyboard.press('Enter'));
    expect(hashOf(page)).toMatch(/^#\/flujo\/\d+$/);
    expect(complaints).toEqual([]);
    await close();
  });
});
