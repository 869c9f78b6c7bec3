import { describe, expect, it } from 'vitest';
import { apiBase, xsrfCookie, xsrfHeader } from '#contract/contract.ts';
import { demoPassword, demoToken, quiet, signInOnScreen } from '../kit/browser.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';
import { isLed, otherProfiles, visitAs } from '../kit/profile-visit.ts';
import { otherAddresses } from '../kit/tour-addresses.ts';
import { faultsOf } from '../kit/tour-screen.ts';

const product = productInBrowser();

visitAs(otherProfiles, product);

describe('a user whose password must be changed', () => {
  it('reaches no other screen before, and the first screen after the change', async () => {
    const { page, complaints, close } = await product.openTab();
    await page.goto('/');
    await page.getByLabel('Usuario (correo electrónico)').fill('cambio@cajamenor.test');
    await page.getByRole('textbox', { name: /^Contraseña/ }).fill(demoPassword);
    await page.getByRole('button', { name: 'Iniciar sesión' }).click();
    await page.waitForURL((url) => url.hash === '#/cambiar-clave');
    await quiet(page);
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
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
  it('sends POST calls with the application token and the XSRF header, and leaves nothing', async () => {
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

  it('shows a refused sign-in in a red alert with the message of the server', async () => {
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

describe('a signed-out user', () => {
  it('is redirected to the sign-in', async () => {
    const { page, complaints, close } = await product.openTab();
    await page.goto('/');
    await quiet(page);
    expect(await faultsOf(page)).toEqual([]);
    for (const address of [...otherAddresses(['login', 'invitacion']).slice(0, 2), '/'])
      await isLed(page, address, '/login');
    expect(complaints).toEqual([]);
    await close();
  });
});
