import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiBase, xsrfCookie, xsrfHeader } from '#contract/contract.ts';
import { openRoutes, type ProfileId, profiles } from '#machines/domain/people/profiles.ts';
import { menuEntries } from '#src/app/screens/menu.ts';
import {
  beginSession,
  demoPassword,
  demoToken,
  goTo,
  quiet,
  signInOnScreen,
  type Tab,
} from '../kit/browser.ts';
import { limits, measureLoad } from '../kit/page-load.ts';
import { firstNames } from '../kit/people.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';
import { otherAddresses, permittedAddresses } from '../kit/tour-addresses.ts';
import { hiddenFocus } from '../kit/hidden-focus.ts';
import { barriers, faultsOf, openAddress, openScreen } from '../kit/tour-screen.ts';

const everybody = (Object.keys(firstNames) as unknown as `${ProfileId}`[]).map(
  (profile) => Number(profile) as ProfileId,
);

const product = productInBrowser();

const addressOf = (page: Page): string => new URL(page.url()).hash.slice(1);

/** Types an address and waits until it has led elsewhere. */
async function isLed(page: Page, address: string, expected: string): Promise<void> {
  await goTo(page, address);
  await page.waitForURL((url) => url.hash === `#${expected}`);
}

describe.each(everybody)('profile %i', (profile) => {
  const permissions: readonly string[] = profiles[profile].permisos;
  const landing = `/${permissions[0]}`;
  let tab: Tab;

  beforeAll(async () => {
    tab = await product.openTab();
    await beginSession(tab.page, firstNames[profile]);
  });

  afterAll(async () => {
    await tab?.close();
  });

  it('has its first list in few files, and asks once for each', async () => {
    const { page } = tab;
    const calls: string[] = [];
    const note = (request: Request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith(apiBase)) calls.push(pathname.slice(apiBase.length));
    };
    page.on('request', note);
    const { requests, kilobytes } = await measureLoad(
      page,
      () => goTo(page, landing),
      () => page.getByRole('cell').first().waitFor(),
    );
    page.off('request', note);
    // How much waits is asked by whoever it may wait for, beside the list.
    const isCount = (call: string) => call === '/contarPendientes';
    expect(calls.filter((call) => !isCount(call))).toEqual([
      '/auth/sesion',
      // Beside its list accounting has the way to what has waited longest.
      ...(landing === '/cajasPendientes' ? ['/misPendientes'] : []),
      // Control has what deviates.
      ...(profile === 7 ? ['/flujoDesviaciones'] : []),
      expect.stringMatching(/^\/(obtener|misPendientes|cajas)/),
    ]);
    expect(calls.filter(isCount)).toHaveLength([2, 3, 4, 5, 6].includes(profile) ? 1 : 0);
    // Accounting asks for what waits longest, control for what deviates.
    expect(requests).toBeLessThanOrEqual(limits.requests + ([6, 7].includes(profile) ? 1 : 0));
    expect(kilobytes).toBeLessThanOrEqual(limits.list);
  });

  it('lands on its first screen, with its name and role', async () => {
    const { page } = tab;
    await page.goto('/');
    await page.waitForURL((url) => url.hash === `#${landing}`);
    const aside = page.getByRole('complementary', { name: 'Menú y sesión' });
    expect(await aside.innerText()).toContain(profiles[profile].nombre);
  });

  const menu = () => tab.page.getByRole('navigation', { name: 'Menú principal' });
  const entries = menuEntries.filter(({ permission }) => permissions.includes(permission));

  it('finds in its menu what it may open, and nothing else', async () => {
    const names = await menu().getByRole('link').allInnerTexts();
    expect(names.map((text) => text.split('\n')[0])).toEqual(entries.map(({ label }) => label));
  });

  it('opens every screen of its permissions without a fault', async () => {
    const { page } = tab;
    const addresses = await permittedAddresses(page, permissions);
    const faults: Record<string, string[]> = {};
    for (const address of ['/cambiar-clave', '/mi-cuenta', '/ayuda', ...addresses]) {
      const entry = entries.find(({ to }) => to === address);
      // What waits is counted behind the name.
      const link = menu().getByRole('link', { name: new RegExp(`^${entry?.label}\\s*\\d*$`) });
      await (entry ? openScreen(page, () => link.click()) : openAddress(page, address));
      expect(addressOf(page)).toBe(address);
      if (entry) expect(await link.getAttribute('aria-current')).toBe('page');
      const found = [
        ...(await faultsOf(page)),
        ...(await barriers(page)),
        ...(await hiddenFocus(page)),
      ];
      if (found.length > 0) faults[address] = found;
    }
    expect(faults).toEqual({});
    expect(tab.complaints).toEqual([]);
  });

  it('is led from every other address to its first screen', async () => {
    const { page } = tab;
    const closed = otherAddresses([...permissions, ...openRoutes]);
    for (const address of [...closed.slice(0, 2), '/no-existe', '/', '/login'])
      await isLed(page, address, landing);
    expect(tab.complaints).toEqual([]);
  });
});

describe('a person whose password must be changed', () => {
  it('opens nothing else, then goes to the first screen', async () => {
    const { page, complaints, close } = await product.openTab();
    await page.goto('/');
    await page.getByLabel('Usuario (correo electrónico)').fill('cambio@cajamenor.test');
    await page.getByRole('textbox', { name: /^Contraseña/ }).fill(demoPassword);
    await page.getByRole('button', { name: 'Iniciar sesión' }).click();
    await page.waitForURL((url) => url.hash === '#/cambiar-clave');
    await quiet(page);
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect([...(await faultsOf(page)), ...(await barriers(page))]).toEqual([]);
    const others = otherAddresses(['cambiar-clave', 'logout', 'invitacion']);
    for (const address of [...others.slice(0, 2), '/'])
      await isLed(page, address, '/cambiar-clave');
    await page.getByRole('textbox', { name: 'Nueva contraseña' }).fill('Nueva2026');
    await page.getByRole('textbox', { name: 'Confirmar contraseña' }).fill('Nueva2026');
    await page.getByRole('button', { name: 'Cambiar contraseña' }).click();
    await page.waitForURL((url) => url.hash === '#/listarTiendas');
    expect(await page.evaluate(() => localStorage.getItem('cambiar_clave'))).toBe('no');
    expect(complaints).toEqual([]);
    await close();
  });
});

describe('a session', () => {
  it("asks by POST with the application's token and the forgery header, and leaves nothing behind", async () => {
    const { page, complaints, close } = await product.openTab();
    const asked: { method: string; token: unknown; proof: string | undefined }[] = [];
    page.on('request', (request) => {
      if (!new URL(request.url()).pathname.startsWith(apiBase)) return;
      asked.push({
        method: request.method(),
        token: request.postDataJSON()?.token,
        proof: request.headers()[xsrfHeader.toLowerCase()],
      });
    });
    await signInOnScreen(page, 'tienda');
    await quiet(page);
    const cookies = await page.context().cookies();
    const proof = cookies.find(({ name }) => name === xsrfCookie)?.value;
    expect(proof).toMatch(/\S{16,}/);
    const [login, ...others] = asked;
    expect(login).toMatchObject({ method: 'POST', token: demoToken });
    expect(others.length).toBeGreaterThan(0);
    for (const call of others) expect(call).toEqual({ method: 'POST', token: demoToken, proof });

    expect(await page.evaluate(() => localStorage.getItem('isLogin'))).toBe('1');
    await page.getByRole('link', { name: 'Cerrar sesión' }).click();
    await page.waitForURL((url) => url.hash === '#/login');
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('is refused in a red alert with the words of the server', async () => {
    const { page, close } = await product.openTab();
    await page.goto('/');
    await page.getByLabel('Usuario (correo electrónico)').fill('tienda@cajamenor.test');
    await page.getByRole('textbox', { name: /^Contraseña/ }).fill('Equivocada1');
    const answered = page.waitForResponse((response) => response.url().endsWith('/auth/user'));
    await page.getByRole('button', { name: 'Iniciar sesión' }).click();
    const [refusal] = await (await answered).json();
    const alert = page.getByRole('alert');
    expect(await alert.innerText()).toContain(refusal.msg);
    const colour = await alert.evaluate((element) => getComputedStyle(element).color);
    const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map(Number);
    expect(red).toBeGreaterThan(2 * Math.max(green, blue));
    await close();
  });
});

describe('nobody', () => {
  it('sees the login at every address', async () => {
    const { page, complaints, close } = await product.openTab();
    await page.goto('/');
    await quiet(page);
    expect([...(await faultsOf(page)), ...(await barriers(page))]).toEqual([]);
    for (const address of [...otherAddresses(['login', 'invitacion']).slice(0, 2), '/'])
      await isLed(page, address, '/login');
    expect(complaints).toEqual([]);
    await close();
  });
});
