import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { goTo, signIn, type Tab, widths } from '../kit/browser.ts';
import { measureLoad } from '../kit/page-load.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';
import { barriers, faultsOf, openScreen, settled } from '../kit/tour-screen.ts';

const product = productInBrowser();

const hashOf = (page: Page): string => new URL(page.url()).hash;

async function begin(user: string): Promise<Tab> {
  const tab = await product.openTab();
  await signIn(tab.page, user);
  await settled(tab.page);
  return tab;
}

describe('the workflow', () => {
  it('leads from a state on the drawing to one of its boxes and through each of its steps', async () => {
    const { page, complaints, close } = await begin('contabilidad');
    await openScreen(page, () =>
      page.getByRole('link', { name: 'Flujo de trabajo', exact: true }).click(),
    );
    await page.getByRole('button', { name: /^Cerrada\./ }).click();
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

  it('is walked by the keyboard alone', async () => {
    const { page, complaints, close } = await begin('control');
    await openScreen(page, () => goTo(page, '/flujo'));
    await page.getByRole('button', { name: 'Actualizar' }).focus();
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

  it('keeps its filters over a reload, so that what somebody sees can be shared', async () => {
    const { page, complaints, close } = await begin('admin');
    await openScreen(page, () => goTo(page, '/flujo?vista=historia'));
    const ofTheYear = page.waitForResponse((response) => response.url().endsWith('/flujoHistoria'));
    await page.getByRole('link', { name: '12 meses' }).click();
    await ofTheYear;
    const answered = page.waitForResponse((response) => response.url().endsWith('/flujoHistoria'));
    await page.getByLabel('Tienda', { exact: true }).selectOption('Almacén Medellín Centro');
    await answered;
    await page.getByRole('link', { name: 'Quitar filtros' }).waitFor();
    await settled(page);
    const shown = async () => ({
      bottleneck: await page.getByText(/^El cuello de botella es/).innerText(),
      desde: await page.getByLabel('Desde').inputValue(),
      tienda: await page.getByLabel('Tienda', { exact: true }).inputValue(),
      times: await page.getByRole('table', { name: 'Tiempo en cada estado' }).innerText(),
    });
    const before = await shown();
    expect(before.tienda).not.toBe('');
    await page.reload();
    await settled(page);
    await page.getByRole('link', { name: 'Quitar filtros' }).waitFor();
    expect(await shown()).toEqual(before);
    expect(complaints).toEqual([]);
    await close();
  });

  it('finds that every box of the demonstration went the way of the law', async () => {
    const { page, complaints, close } = await begin('control');
    await openScreen(page, () => goTo(page, '/flujo?vista=conformidad'));
    await page.getByRole('button', { name: 'Revisar todas las cajas' }).click();
    await page.getByText('Todas las cajas concuerdan con la ley').waitFor();
    expect(await page.getByText('100 %').count()).toBe(1);
    expect(complaints).toEqual([]);
    await close();
  });

  const places = [
    '/flujo?estado=supervision',
    '/flujo?vista=historia',
    '/flujo?vista=dibujo',
    '/flujo/1?paso=3',
  ];

  it.each([widths.desk, widths.phone])(
    'shows each of its places to everybody at %i pixels',
    async (width) => {
      const { page, complaints, close } = await begin('contabilidad');
      const faults: Record<string, string[]> = {};
      for (const place of places) {
        await page.setViewportSize({ width, height: 900 });
        await openScreen(page, async () => {
          await goTo(page, place);
          await page.reload();
        });
        const found = [...(await barriers(page)), ...(await faultsOf(page))];
        if (found.length > 0) faults[place] = found;
      }
      expect(faults).toEqual({});
      expect(complaints).toEqual([]);
      await close();
    },
  );

  it('can be used after two seconds of computing', async () => {
    const { page, close } = await begin('control');
    await page.goto('about:blank');
    const { computed } = await measureLoad(
      page,
      () => page.goto(`${product.url}/#/flujo`),
      () =>
        page.getByRole('table', { name: 'Cajas por estado' }).getByRole('cell').first().waitFor(),
    );
    expect(computed).toBeLessThan(2_000);
    await close();
  });

  it('says of a box that does not exist that it is not there', async () => {
    const { page, close } = await begin('contabilidad');
    await openScreen(page, () => goTo(page, '/flujo/999999'));
    await page.getByText('Esta página no existe o no puede verla').waitFor();
    await close();
  });
});
