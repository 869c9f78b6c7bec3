/** A closed box is paid: accounting prepares, another person authorises and sends, accounting confirms, its store has the money. */
import { expect, it } from 'vitest';
import { goTo, signIn, type Tab } from '../kit/browser.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';
import { apiOf } from '../kit/tour-addresses.ts';

const product = productInBrowser();
const store = 'Mayorista Pereira';

async function signedIn(user: string): Promise<Tab> {
  const tab = await product.openTab();
  await signIn(tab.page, user);
  return tab;
}

it('is paid by two people and confirmed by its store', async () => {
  const accounting = await signedIn('contabilidad');
  const api = await apiOf(accounting.page);
  const waiting = await api.call('/giros', { lista: 'porGirar' });
  const payment = waiting.find(({ tienda, estado }) => tienda === store && estado === 'porGirar');
  const id_caja = payment?.id_caja ?? 0;
  const name = `${store} n.º ${payment?.consecutivo}`;

  await goTo(accounting.page, '/giros');
  await accounting.page.getByRole('checkbox', { name: `Marcar ${name}` }).click();
  await accounting.page.getByRole('button', { name: /^Preparar 1/ }).click();
  const link = accounting.page.getByRole('link', { name: /^Ver el lote/ });
  const batch = (await link.getAttribute('href'))?.replace(/^\/?#/, '') ?? '';
  await link.click();
  await accounting.page.getByText('Usted preparó este giro').first().waitFor({ state: 'attached' });

  const treasury = await signedIn('tesoreria');
  await goTo(treasury.page, batch);
  await treasury.page.getByRole('button', { name: 'Autorizar' }).click();
  await treasury.page.getByRole('button', { name: 'Enviar con archivo CSV' }).click();
  await treasury.page.getByText(/^Enviado: 1 giro/).waitFor();

  await accounting.page.reload();
  await accounting.page.getByRole('textbox', { name: 'Referencias' }).fill('4471');
  await accounting.page.getByRole('button', { name: 'Confirmar 1 giro' }).click();
  await accounting.page.getByText(/^Confirmado: 1 giro/).waitFor();

  const shop = await signedIn('hernan.giraldo');
  await goTo(shop.page, `/verCaja/${id_caja}`);
  await shop.page.getByText(/^Girado el .* por transferencia, ref\. 4471: /).waitFor();
  await shop.page.getByRole('button', { name: 'Recibí el dinero' }).click();
  await shop.page
    .getByText(/Recibido/)
    .first()
    .waitFor();
  const { giro } = await api.call('/giroDeCaja', { id_caja });
  expect(giro).toMatchObject({ estado: 'recibido', referencia: '4471' });
  for (const tab of [accounting, treasury, shop]) await tab.close();
});
