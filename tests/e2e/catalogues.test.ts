/** An administrator edits a catalogue, and the form of a store offers its active rows. */
import { expect, it } from 'vitest';
import { goTo, signIn } from '../kit/browser.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';

const product = productInBrowser();

it('a store is offered a new, renamed category until it is deactivated', async () => {
  const admin = await product.openTab();
  const shop = await product.openTab();
  await signIn(admin.page, 'admin');
  await signIn(shop.page, 'tienda');
  const main = admin.page.getByRole('main');
  const dialog = admin.page.getByRole('dialog');
  const offered = async (name: string) => {
    await goTo(shop.page, '/historialCaja');
    await goTo(shop.page, '/crearGasto/1');
    const form = shop.page.getByRole('main');
    await form.getByRole('button', { name: /^Otras/ }).click();
    await form.getByLabel('Buscar en Categorías').fill(name);
    const found = form.getByRole('checkbox', { name, exact: true });
    await found.or(form.getByText('Ninguna opción coincide con la búsqueda.')).waitFor();
    return found.count();
  };
  const save = async () => {
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    await dialog.waitFor({ state: 'hidden' });
  };

  await goTo(admin.page, '/catalogos');
  await main.getByRole('button', { name: 'Crear categoría' }).click();
  await dialog.getByLabel('Nombre').fill('Jardineria');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await dialog.getByText('Por favor complete todos los campos').first().waitFor();
  await dialog.getByLabel('Cuenta contable').fill('529595');
  await dialog.getByRole('checkbox', { name: 'Almacén' }).check();
  await dialog.getByRole('checkbox', { name: 'Supermercado' }).check();
  await save();
  await main.getByText('Datos almacenados').waitFor();
  await main.getByRole('searchbox').fill('jardin');
  await main.getByRole('rowheader', { name: 'Jardineria' }).waitFor();
  await main.getByRole('row', { name: /Jardineria ?Almacén ?Supermercado/ }).waitFor();
  await main.getByRole('button', { name: 'Editar Jardineria' }).click();
  await dialog.getByLabel('Nombre').fill('Jardinería');
  await save();
  await main.getByText('Registro actualizado').waitFor();
  expect(await offered('Jardinería')).toBe(1);

  await main.getByRole('switch', { name: 'Activo: Jardinería' }).click();
  await main.getByText('Inactivo', { exact: true }).waitFor();
  expect(await offered('Jardinería')).toBe(0);
  await Promise.all([admin.close(), shop.close()]);
  expect([...admin.complaints, ...shop.complaints]).toEqual([]);
});
