/** Sticky and fixed elements are not printed over a page; the title of the tab names the open screen. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { boxStates } from '#machines/domain/stages/states.ts';
import { workflowTabs } from '#src/shell/screens/workflow-address.ts';
import { goTo, quiet, resize, signIn } from '../kit/browser.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';
import { apiOf, type TourApi } from '../kit/tour-addresses.ts';
import { boxesIn, expensesOfBox } from '../kit/tour-gestures.ts';

const product = productInBrowser();

/** Texts of elements that would be printed over the page. */
const across = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => {
        const { position, display } = getComputedStyle(element);
        const { width, height } = element.getBoundingClientRect();
        return /^(sticky|fixed)$/.test(position) && display !== 'none' && width * height > 1;
      })
      .map((element) => element.innerText.slice(0, 60)),
  );

const firstBox = async (api: TourApi, state: keyof typeof boxStates): Promise<number> => {
  const [box] = await boxesIn(api, boxStates[state].codigo);
  if (box === undefined) throw new Error(`the demonstration has no box in ${state}`);
  return box.id;
};

interface Printed {
  user: string;
  address: (api: TourApi) => Promise<string>;
  title: RegExp;
}

const screens: Record<string, Printed> = {
  'a box of its supervisor': {
    user: 'supervisor',
    address: async (api) => `/verCajaSupervisor/${await firstBox(api, 'supervision')}`,
    title: /^\(\d+\) .+ · n\.º \d+ · Caja menor$/,
  },
  'a decision': {
    user: 'supervisor',
    address: async (api) => {
      const id = await firstBox(api, 'supervision');
      const [expense] = await expensesOfBox(api, id);
      return `/detalleGastoSupervisor/${id}/${expense?.id}`;
    },
    title: /^\(\d+\) \$ [\d.]+ .+ · n\.º \d+ · Caja menor$/,
  },
  'papers to ship': {
    user: 'tienda',
    address: async (api) => `/verCajaRevisada/${await firstBox(api, 'readyToShip')}`,
    title: /^\(\d+\) .+ · n\.º \d+ · Caja menor$/,
  },
  'the history of a box': {
    user: 'control',
    address: async (api) => {
      const [box] = await api.call('/flujoCajas', { maquina: 'box', estado: 'supervision' });
      return `/flujo/${box?.id_caja}`;
    },
    title: /^Recorrido de la caja n\.º \d+ · .+ · Caja menor$/,
  },
  'a list': {
    user: 'contabilidad',
    address: async () => '/cajasPendientes',
    title: /^\(\d+\) Cajas pendientes · Caja menor$/,
  },
};

it.each(Object.entries(screens))('%s prints no overlays', async (_, { user, address, title }) => {
  const { page, close } = await product.openTab();
  await signIn(page, user);
  await goTo(page, await address(await apiOf(page)));
  await page.waitForFunction(([source, flags]) => new RegExp(source, flags).test(document.title), [
    title.source,
    title.flags,
  ] as const);
  await page.getByRole('heading', { level: 1 }).waitFor();
  for (const width of [1280, 390]) {
    await resize(page, { width, height: 900 });
    await page.emulateMedia({ media: 'screen' });
    expect(await across(page)).not.toEqual([]);
    await page.emulateMedia({ media: 'print' });
    expect(await across(page)).toEqual([]);
  }
  await close();
});

/** Texts of elements that are wider than the page, and would be cut on paper. */
const cut = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main table, main section')]
      .filter((element) => element.getBoundingClientRect().right > document.body.clientWidth)
      .map((element) => element.innerText.slice(0, 60)),
  );

it('no tab of the workflow is cut on a sheet of A4', async () => {
  const { page, close } = await product.openTab();
  await signIn(page, 'control');
  await resize(page, { width: 718, height: 1_000 });
  for (const tab of workflowTabs) {
    await page.emulateMedia({ media: 'screen' });
    await goTo(page, `/flujo?vista=${tab}`);
    await quiet(page);
    await page.emulateMedia({ media: 'print' });
    expect([tab, await cut(page)]).toEqual([tab, []]);
  }
  await close();
});
