/** Closed boxes are paid: accounting prepares, another person authorises and sends, accounting confirms, a store has its money. */
import { afterAll, expect, it } from 'vitest';
import { goTo, signIn, type Tab } from '../kit/browser.ts';
import { effortRow, Job, keepEffort } from '../kit/effort.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';
import { apiOf } from '../kit/tour-addresses.ts';

const product = productInBrowser();
const store = 'Mayorista Pereira';
const counted: [job: string, inputs: string][] = [];
afterAll(() =>
  keepEffort('Paying closed boxes', [
    'What paying every box that waits costs, counted by `tests/e2e/payments.test.ts` at 1366×768, the store on a phone at 390×844;',
    'behind the bar, the limit above which the test fails. A paste is one input. The number of boxes changes nothing:',
    '`tests/views/payments/payments.test.tsx` does the same with twenty.',
    '',
    effortRow(['Job', 'Inputs']),
    effortRow(['---', '---']),
    ...counted.map(effortRow),
  ]),
);

async function signedIn(
  user: string,
  [width, height]: [number, number] = [1366, 768],
): Promise<Tab> {
  const tab = await product.openTab();
  await signIn(tab.page, user);
  await tab.page.setViewportSize({ width, height });
  return tab;
}

/** @param beside inputs that the page does not hear */
async function note(what: string, job: Job, limit: number, beside = 0): Promise<void> {
  const inputs = (await job.counts()).inputs + beside;
  expect(inputs, what).toBeLessThanOrEqual(limit);
  counted.push([what, `${inputs} / ${limit}`]);
}

it('are paid by two people and confirmed by a store', async () => {
  const accounting = await signedIn('contabilidad');
  const api = await apiOf(accounting.page);
  const waiting = (await api.call('/giros', { lista: 'porGirar' })).filter(
    ({ estado }) => estado === 'porGirar',
  );
  const id_caja = waiting.find(({ tienda }) => tienda === store)?.id_caja ?? 0;
  const giros = waiting.length === 1 ? '1 giro' : `${waiting.length} giros`;

  await goTo(accounting.page, '/giros');
  const all = accounting.page.getByRole('button', { name: 'Marcar todos' });
  await all.waitFor();
  const preparing = await Job.begin(accounting.page);
  await all.click();
  await accounting.page.getByRole('button', { name: /^Preparar \d/ }).click();
  const link = accounting.page.getByRole('link', { name: /^Ver el lote/ });
  const batch = (await link.getAttribute('href'))?.replace(/^\/?#/, '') ?? '';
  await note('Prepare the batch', preparing, 2);
  await link.click();
  await accounting.page.getByText('Usted preparó este giro').first().waitFor({ state: 'attached' });

  const treasury = await signedIn('tesoreria');
  await goTo(treasury.page, batch);
  const authorise = treasury.page.getByRole('button', { name: 'Autorizar' });
  await authorise.waitFor();
  const sending = await Job.begin(treasury.page);
  await authorise.click();
  await treasury.page.getByRole('button', { name: 'Enviar con archivo CSV' }).click();
  await treasury.page.getByText(new RegExp(`^Enviado: ${giros}`)).waitFor();
  await note('Authorise and send it', sending, 2);

  await accounting.page.reload();
  const references = accounting.page.getByRole('textbox', { name: 'Referencias' });
  await references.waitFor();
  const confirming = await Job.begin(accounting.page);
  await references.click();
  await accounting.page.keyboard.insertText(waiting.map(() => '4471').join('\n'));
  await accounting.page.getByRole('button', { name: `Confirmar ${giros}` }).click();
  await accounting.page.getByText(new RegExp(`^Confirmado: ${giros}`)).waitFor();
  await note('Confirm it with pasted references', confirming, 3, 1);

  const shop = await signedIn('hernan.giraldo', [390, 844]);
  await goTo(shop.page, `/verCaja/${id_caja}`);
  await shop.page.getByText(/^Girado el .* por transferencia, ref\. 4471: /).waitFor();
  const receiving = await Job.begin(shop.page);
  await shop.page.getByRole('button', { name: 'Recibí el dinero' }).click();
  await shop.page
    .getByText(/Recibido/)
    .first()
    .waitFor();
  await note('Say that the money came, from the link of the mail', receiving, 2, 1);
  const { giro } = await api.call('/giroDeCaja', { id_caja });
  expect(giro).toMatchObject({ estado: 'recibido', referencia: '4471' });
  for (const tab of [accounting, treasury, shop]) await tab.close();
});
