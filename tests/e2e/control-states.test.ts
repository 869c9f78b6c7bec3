/** Contrast of controls that are hovered and pressed, and accessibility barriers in every state of a screen. */
import type { CDPSession, Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { apiBase } from '#contract/contract.ts';
import { type AnyScreen, screenTable } from '#src/shell/screens/screen-table.ts';
import { goTo, quiet, signIn } from '../kit/browser.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';
import { permittedAddresses } from '../kit/tour-addresses.ts';
import { barriers, openAddress } from '../kit/tour-screen.ts';

const product = productInBrowser();

const controls =
  'a, button, summary, label:has(input), [role=option], [role=menuitem], [role=tab], tbody tr';

/** Runs in the page: texts on controls with a contrast below 4.5:1, with their background. */
function faintIn(selector: string): string[] {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!canvas) return ['no canvas'];
  const rgbOver = (colours: readonly string[]): number[] => {
    canvas.clearRect(0, 0, 1, 1);
    for (const colour of colours) {
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
    }
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const luminance = (rgb: readonly number[]): number => {
    const [red = 0, green = 0, blue = 0] = rgb.map((part) =>
      part <= 10 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  /** Background colours from the page to the element. */
  const grounds = (element: Element): string[] => {
    const own = getComputedStyle(element).backgroundColor;
    return element.parentElement ? [...grounds(element.parentElement), own] : ['white', own];
  };
  const holdsWords = (element: Element): boolean =>
    [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim() !== '');
  const written = [...document.querySelectorAll(selector)]
    .flatMap((control) => [control, ...control.querySelectorAll('*')])
    .filter((element) => holdsWords(element) && element.checkVisibility())
    .filter((element) => element.closest('[disabled], svg') === null);
  return [...new Set(written)].flatMap((element) => {
    const below = grounds(element);
    const [ground, ink] = [below, [...below, getComputedStyle(element).color]].map((colours) =>
      luminance(rgbOver(colours)),
    ) as [number, number];
    const contrast = (Math.max(ground, ink) + 0.05) / (Math.min(ground, ink) + 0.05);
    const { color } = getComputedStyle(element);
    return contrast >= 4.5
      ? []
      : [
          `«${element.textContent?.trim().slice(0, 30)}» ${contrast.toFixed(2)} ${color} on ${below.filter((each) => each !== 'rgba(0, 0, 0, 0)').at(-1)}`,
        ];
  });
}

/** Faint texts while all controls are hovered, pressed, and at rest. */
async function faintStates(page: Page, session: CDPSession): Promise<string[]> {
  const { root } = await session.send('DOM.getDocument', { depth: -1 });
  const { nodeIds } = await session.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: controls,
  });
  const faults: string[] = [];
  for (const forcedPseudoClasses of [['hover'], ['hover', 'active'], []]) {
    await Promise.all(
      nodeIds.map((nodeId) =>
        session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses }),
      ),
    );
    const found = await page.evaluate(faintIn, controls);
    faults.push(...found.map((fault) => `${forcedPseudoClasses.join(' ')}: ${fault}`));
  }
  return faults;
}

/** Screens that together have every kind of control. */
const visited: Record<string, RegExp> = {
  admin: /^\/(business|listarUsuarios|crearUsuario|catalogos)$/,
  tienda: /^\/(cajaActual|crearGasto)\/\d+$/,
  supervisor: /^\/(historialCaja|verCajaSupervisor|detalleGastoSupervisor)\b/,
  contabilidad: /^\/(flujo|detalleGastoContabilidad)\b/,
};

it.each(Object.entries(visited))(
  'controls of %s have enough contrast when hovered and pressed',
  { timeout: 240_000 },
  async (user, wanted) => {
    const { page, close } = await product.openTab();
    page.setDefaultTimeout(60_000);
    await signIn(page, user);
    const session = await page.context().newCDPSession(page);
    await session.send('DOM.enable');
    await session.send('CSS.enable');
    const permissions = await page.evaluate(() => localStorage.getItem('permisos')?.split(','));
    const permitted = await permittedAddresses(page, permissions ?? []);
    // The landing screen cannot be the first: opening it again changes nothing.
    const addresses = ['/mi-cuenta', ...permitted.filter((address) => wanted.test(address))];
    const faults: string[] = [];
    for (const address of addresses) {
      await openAddress(page, address);
      faults.push(...(await faintStates(page, session)).map((fault) => `${address} ${fault}`));
    }
    expect(addresses.length).toBeGreaterThan(2);
    expect(faults).toEqual([]);
    await close();
  },
);

const button = (page: Page, name: RegExp | string) => page.getByRole('button', { name }).first();

const choice = (page: Page, decision: string) =>
  page.locator('[data-decision] label').filter({ hasText: decision });

/** States that a visit does not reach: their address, and the action that leads there from the previous one. */
const states: Record<string, readonly (readonly [RegExp, (page: Page) => Promise<unknown>])[]> = {
  admin: [
    [/^\/listarUsuarios$/, (page) => button(page, /^Acciones de Andrés/).click()],
    [/^\/listarUsuarios$/, (page) => page.getByRole('menuitem', { name: /^Eliminar/ }).click()],
    [/^\/crearUsuario$/, (page) => button(page, /^Guardar/).click()],
  ],
  tienda: [
    [/^\/crearGasto\/\d+$/, (page) => button(page, 'Guardar gasto').click()],
    [
      /^\/historialCaja$/,
      async (page) => {
        await page.keyboard.press('Control+k');
        await page.keyboard.type('papel');
        await page.getByRole('option').first().waitFor();
      },
    ],
    [/^\/consolidado$/, (page) => page.context().setOffline(true)],
  ],
  supervisor: [
    [/^\/verCajaSupervisor\/\d+$/, (page) => page.locator('summary').first().click()],
    [/^\/verCajaSupervisor\/\d+$/, (page) => button(page, 'Enviar').hover()],
    [/^\/detalleGastoSupervisor\//, (page) => button(page, 'Guardar').click()],
    [/^\/detalleGastoSupervisor\//, (page) => choice(page, 'Rechazado').click()],
    [/^\/detalleGastoSupervisor\//, (page) => choice(page, 'Aprobado').click()],
    [/^\/detalleGastoSupervisor\//, (page) => button(page, /^Atajos/).click()],
  ],
};

it.each(Object.entries(states))(
  'states that actions of %s reach have no barriers',
  { timeout: 240_000 },
  async (user, steps) => {
    const { page, close } = await product.openTab();
    await signIn(page, user);
    const permissions = await page.evaluate(() => localStorage.getItem('permisos')?.split(','));
    const permitted = await permittedAddresses(page, permissions ?? []);
    const found: string[] = [];
    let at = '';
    await openAddress(page, '/mi-cuenta');
    for (const [where, act] of steps) {
      const address = permitted.find((one) => where.test(one)) ?? expect.fail(String(where));
      if (address !== at) await openAddress(page, address);
      at = address;
      await act(page);
      await quiet(page);
      found.push(...(await barriers(page)).map((barrier) => `${where} ${act}: ${barrier}`));
    }
    expect(found).toEqual([]);
    await close();
  },
);

/** Holds the calls of a page until `fail()`, which answers them with an internal error. */
async function failingCalls(page: Page) {
  const held: Route[] = [];
  let holds = true;
  const fail = (route: Route) =>
    route.fulfill({
      status: 500,
      json: [{ status: 500, msg: 'Ocurrió un error interno', codigo_soporte: 'req-1' }],
    });
  await page.context().route(`**${apiBase}/**`, (route) => {
    if (route.request().url().endsWith('/auth/sesion')) return route.fallback();
    return holds ? void held.push(route) : fail(route);
  });
  return {
    hold: () => {
      holds = true;
    },
    fail: async () => {
      holds = false;
      await Promise.all(held.splice(0).map(fail));
    },
  };
}

/** True while the page shows that it loads, and no transition runs. */
const loads = (): boolean =>
  (document.querySelector('.chakra-skeleton, [aria-busy=true]') !== null ||
    document.body.innerText.includes('Cargando')) &&
  document.getAnimations().every((one) => !(one instanceof CSSTransition));

/** View of an address; each address of the workflow is a separate view. */
function viewOf(address: string): string {
  const screen = Object.values<AnyScreen>(screenTable).find(({ address: pattern }) =>
    new RegExp(`^${pattern.replaceAll(/:\w+/g, '\\d+')}$`).test(address),
  );
  return screen?.view ?? address;
}

/** Views and addresses that request nothing by themselves, or only what another view has requested. */
const asksNothing = [
  'consolidated/ConsolidatedView',
  'imports/ImportRowsView',
  'invoices/ImportInvoicesView',
  '/flujo?estado=supervision',
  '/flujo?vista=simulacion',
  '/flujo?vista=dibujo',
  '/flujo?vista=variantes',
  '/flujo?vista=desviaciones',
  '/flujo?vista=tiempos',
  '/proveedores/nuevo',
];

it('screens have no barriers while they load and after they fail', {
  timeout: 240_000,
}, async () => {
  const seen = new Set(asksNothing);
  const found: string[] = [];
  for (const user of ['admin', 'tienda', 'supervisor', 'contabilidad']) {
    const { page, close } = await product.openTab();
    await signIn(page, user);
    const permissions = await page.evaluate(() => localStorage.getItem('permisos')?.split(','));
    const permitted = await permittedAddresses(page, permissions ?? []);
    await openAddress(page, '/ayuda');
    const calls = await failingCalls(page);
    for (const address of ['/mi-cuenta', ...permitted]) {
      const view = viewOf(address);
      if (seen.has(view) || seen.has(address)) continue;
      seen.add(view);
      calls.hold();
      await goTo(page, address);
      await page.waitForFunction(loads);
      found.push(...(await barriers(page)).map((barrier) => `${address} loads: ${barrier}`));
      await calls.fail();
      await page.getByRole('button', { name: 'Reintentar' }).first().waitFor();
      await quiet(page);
      found.push(...(await barriers(page)).map((barrier) => `${address} failed: ${barrier}`));
    }
    await close();
  }
  expect(found).toEqual([]);
});
