/** Visits every screen of each profile once. */
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiBase } from '#contract/contract.ts';
import { openRoutes, type ProfileId, profiles } from '#machines/domain/people/profiles.ts';
import { menuEntries } from '#src/app/menu.ts';
import { beginSession, goTo, type Tab, resize } from './browser.ts';
import { limits, measureLoad } from './page-load.ts';
import { firstNames } from './people.ts';
import type { ProductInBrowser } from './product-in-browser.ts';
import { otherAddresses, permittedAddresses } from './tour-addresses.ts';
import { faultsOf, openAddress, openScreen } from './tour-screen.ts';
import { allSizes, usualSizes } from './window-sizes.ts';

const addressOf = (page: Page): string => new URL(page.url()).hash.slice(1);

/** Opens an address and waits for the redirect. */
export async function isLed(page: Page, address: string, expected: string): Promise<void> {
  await goTo(page, address);
  await page.waitForURL((url) => url.hash === `#${expected}`);
}

/** Primary action of each profile, in view after the sign-in on desktop and phone. */
const primaryActions: Record<ProfileId, RegExp> = {
  1: /^Crear usuario$/,
  2: /^Registrar gasto/,
  3: /^Siguiente: /,
  4: /^Registrar gasto/,
  5: /^Siguiente: /,
  6: /^Siguiente: /,
  7: /^Ver desviaciones$/,
  8: /^Ver la de menos fondo$/,
};

// Groups with a similar number of visits: each has a file, and two files run in parallel.
/** Administration and control. */
export const officeProfiles: readonly ProfileId[] = [1, 7];

/** The supervisor, maintenance and accounting. */
export const reviewerProfiles: readonly ProfileId[] = [3, 5, 6];

export const otherProfiles = Object.keys(firstNames)
  .map((profile) => Number(profile) as ProfileId)
  .filter((profile) => ![...officeProfiles, ...reviewerProfiles].includes(profile));

const everyProfile = [...officeProfiles, ...reviewerProfiles, ...otherProfiles];

/** The last profile that may open a screen visits it at every window size; the others use the usual sizes. */
function isCloseLook(profile: ProfileId, address: string): boolean {
  const permission = /^\/([\w-]+)/.exec(address)?.[1] ?? '';
  const open = everyProfile.filter((id) =>
    (profiles[id].permisos as readonly string[]).includes(permission),
  );
  return profile === (open.length > 0 ? open : everyProfile).at(-1);
}

/** Defines the tests of these profiles. */
export function visitAs(ids: readonly ProfileId[], product: ProductInBrowser): void {
  describe.each(ids)('profile %i', (profile) => {
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

    it('loads its first list within the limits, with one request per call', async () => {
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
      // Profiles that decide or send also request the count of pending items.
      const isCount = (call: string) => call === '/contarPendientes';
      // The list of first steps is loaded once the browser is idle.
      const isFirstSteps = (call: string) => call === '/puestaEnMarcha';
      expect(calls.filter((call) => !isCount(call) && !isFirstSteps(call))).toEqual([
        '/auth/sesion',
        // Accounting also requests the box that has waited longest.
        ...(landing === '/cajasPendientes' ? ['/misPendientes'] : []),
        // Control requests the deviations.
        ...(profile === 7 ? ['/flujoDesviaciones'] : []),
        expect.stringMatching(/^\/(obtener|misPendientes|cajas)/),
      ]);
      expect(calls.filter(isCount)).toHaveLength([1, 2, 3, 4, 5, 6].includes(profile) ? 1 : 0);
      // One more for accounting, which requests the longest wait, and control, which requests the deviations.
      expect(requests).toBeLessThanOrEqual(limits.requests + ([6, 7].includes(profile) ? 1 : 0));
      expect(kilobytes).toBeLessThanOrEqual(limits.list);
    });

    it('opens its first screen with its role, and its primary action in view', async () => {
      const { page } = tab;
      await page.goto('/');
      await page.waitForURL((url) => url.hash === `#${landing}`);
      const aside = page.getByRole('complementary', { name: 'Menú y sesión' });
      expect(await aside.innerText()).toContain(profiles[profile].nombre);
      const desk = page.viewportSize() ?? { width: 0, height: 0 };
      const name = primaryActions[profile];
      const action = page.getByRole('main').getByRole('link', { name }).first();
      for (const size of [{ width: 390, height: 844 }, { width: 1366, height: 768 }, desk]) {
        await resize(page, size);
        const { y, height } = (await action.boundingBox()) ?? { y: Number.NaN, height: 0 };
        expect(y + height, `${name} at ${size.width} px`).toBeLessThan(400);
      }
    });

    const menu = () => tab.page.getByRole('navigation', { name: 'Menú principal' });
    const entries = menuEntries.filter(({ permission }) => permissions.includes(permission));

    it('has exactly the menu entries of its permissions', async () => {
      const names = await menu().getByRole('link').allInnerTexts();
      expect(names.map((text) => text.split('\n')[0])).toEqual(entries.map(({ label }) => label));
    });

    it('opens every screen of its permissions without faults', async () => {
      const { page } = tab;
      const addresses = await permittedAddresses(page, permissions);
      const faults: Record<string, string[]> = {};
      const seen = new Set<string>();
      for (const address of ['/cambiar-clave', '/mi-cuenta', '/ayuda', ...addresses]) {
        const entry = entries.find(({ to }) => to === address);
        // The number of pending items follows the label.
        const link = menu().getByRole('link', { name: new RegExp(`^${entry?.label}\\s*\\d*$`) });
        await (entry ? openScreen(page, () => link.click()) : openAddress(page, address));
        expect(addressOf(page)).toBe(address);
        if (entry) expect(await link.getAttribute('aria-current')).toBe('page');
        const screen = address.replaceAll(/\d+/g, '1');
        const isClose = isCloseLook(profile, address) && !seen.has(screen);
        const found = await faultsOf(page, isClose ? allSizes : usualSizes);
        seen.add(screen);
        if (found.length > 0) faults[address] = found;
      }
      expect(faults).toEqual({});
      expect(tab.complaints).toEqual([]);
      // Accounting has forty screens, some of them in seven sizes.
    }, 300_000);

    it('is redirected from other addresses to its first screen', async () => {
      const { page } = tab;
      const closed = otherAddresses([...permissions, ...openRoutes]);
      for (const address of [...closed.slice(0, 2), '/no-existe', '/', '/login'])
        await isLed(page, address, landing);
      expect(tab.complaints).toEqual([]);
    });
  });
}
