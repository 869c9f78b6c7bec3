/** Effort to open a store, counted in the browser against its limits. */
import { afterAll, expect, it } from 'vitest';
import { resize, signIn } from '../kit/browser.ts';
import { effortRow, Job, recordEffort } from '../kit/effort.ts';
import { heading } from '../kit/main-job.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';
import { apiOf } from '../kit/tour-addresses.ts';

const product = productInBrowser();

const limits = { clicks: 22, keys: 110 };
let cost = { clicks: 0, keys: 0 };

afterAll(() => {
  recordEffort('Opening a store', [
    'The cost of creating a store with a new manager for an administrator, counted at 1366×768 by',
    '`tests/e2e/effort-administration.test.ts` from the list of stores to the success message; after the slash, the limit',
    'above which the test fails.',
    '',
    effortRow(['Job', 'Clicks', 'Keys', 'Before']),
    effortRow(['---', '---', '---', '---']),
    effortRow([
      'Store and manager, in one form',
      `${cost.clicks} / ${limits.clicks}`,
      `${cost.keys} / ${limits.keys}`,
      '31 clicks, 158 keys, in two forms',
    ]),
  ]);
});

it('one form creates a store and its manager', async () => {
  const { page, close } = await product.openTab();
  await resize(page, { width: 1366, height: 768 });
  await signIn(page, 'admin');
  await page.getByRole('link', { name: 'Tiendas', exact: true }).click();
  await heading(page, 'Tiendas').waitFor();
  const job = await Job.begin(page);
  const main = page.getByRole('main');
  const type = async (name: string, text: string) => {
    await main.getByRole('textbox', { name, exact: true }).click();
    await page.keyboard.type(text);
  };
  await main.getByRole('link', { name: 'Agregar tienda' }).click();
  await type('Nombre', 'Tienda Laureles');
  await main.getByRole('combobox', { name: 'Ciudad' }).click();
  await page.keyboard.type('medel');
  await page.getByRole('option', { name: /^Medellín/ }).click();
  await type('Dirección', 'Calle 33 # 70-12');
  await type('Teléfono', '6044441212');
  await type('Correo electrónico', 'laureles');
  await job.pick(main.getByLabel('Formato de tienda'), 's');
  await type('Base', '2500000');
  await type('Centro de costo', 'CC7012');
  await main
    .getByRole('group', { name: 'Persona responsable', exact: true })
    .getByRole('radio', { name: 'Crearla con la tienda' })
    .click({ force: true });
  await type('Nombre completo', 'Marta Gil Ríos');
  await type('Correo de la persona', 'marta.gil');
  await type('Número de documento', '43111222');
  await job.pick(main.getByLabel('Supervisor'), 'l');
  await job.pick(main.getByLabel('Gerente'), 'a');
  await main.getByRole('button', { name: 'Guardar tienda' }).click();
  await main.getByText('Datos almacenados').waitFor();

  const { keys } = await job.counts();
  const { inputs } = await job.effort();
  cost = { clicks: inputs - keys, keys };
  expect(cost.clicks, JSON.stringify(cost)).toBeLessThanOrEqual(limits.clicks);
  expect(cost.keys, JSON.stringify(cost)).toBeLessThanOrEqual(limits.keys);

  const api = await apiOf(page);
  const [row] = await api.call('/obtenerTiendas', { buscar: 'Tienda Laureles' });
  const store = await api.call('/obtenerTiendaById', { id_tienda: row?.id ?? 0 });
  expect(store).toMatchObject({ email: 'laureles@cajamenor.test', centro_beneficio: 'CB7012' });
  const manager = store.personas.find(({ id }) => id === store.responsable);
  expect(manager).toMatchObject({ razon_social: 'Marta Gil Ríos', active_: 1 });
  await close();
});
