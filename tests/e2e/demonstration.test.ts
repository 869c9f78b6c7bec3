/** The first five minutes of the README. */
import { expect, it } from 'vitest';
import { productInBrowser } from '../kit/product-in-browser.ts';

const product = productInBrowser();

it('one press signs in, and the first expense of the supervisor is clean and can be decided', async () => {
  const { page, complaints, close } = await product.openTab();
  await page.goto('/');
  await page.getByRole('button', { name: 'Supervisor' }).click();
  await page.getByRole('link', { name: 'Decidir' }).first().click();
  const waiting = page.getByText(/^Por decidir: /);
  await waiting.getByText('3 de 6').waitFor();
  const current = page.locator('[aria-current=true], [aria-current=page]').filter({ hasText: '$' });
  expect(await current.innerText()).toContain('Papelería El Cid Ltda.');
  expect(await current.locator('svg[class*=triangle]').count()).toBe(0);
  await page.locator('[data-receipt] img').filter({ visible: true }).first().waitFor();
  expect(await page.getByText('Número de factura').count()).toBe(1);
  expect(await page.getByText(/novedad|Factura electrónica de este gasto/i).count()).toBe(0);
  await page.getByRole('radio', { name: 'Aprobado' }).check({ force: true });
  await page.getByLabel('Observaciones').fill('Corresponde.');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await waiting.getByText('2 de 6').waitFor();
  await page.getByRole('link', { name: 'Cerrar sesión' }).click();
  await page.getByRole('button', { name: 'Tienda' }).click();
  await page.getByRole('link', { name: 'Registrar gasto' }).first().waitFor();
  expect(complaints).toEqual([]);
  await close();
});
