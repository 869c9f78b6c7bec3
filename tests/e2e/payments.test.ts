/** Payment of closed boxes: accounting prepares and confirms, another user authorises and sends, a store replies. */
import { afterAll, expect, it } from 'vitest';
import { goTo, resize, signIn, type Tab } from '../kit/browser.ts';
import { effortRow, Job, recordEffort } from '../kit/effort.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';
import { apiOf } from '../kit/tour-addresses.ts';

const product = productInBrowser();
const store = 'Mayorista Pereira';
const counted: [job: string, inputs: string][] = [];
afterAll(() =>
  recordEffort('Paying closed boxes', [
    'The cost of paying all boxes that wait, counted by `tests/e2e/payments.test.ts` at 1366×768, the store on a phone at 390×844;',
    'after the slash, the limit above which the test fails. A paste is one input. The number of boxes makes no difference:',
    '`tests/views/payments/payments.test.tsx` does the same with twenty.',
    '',
    effortRow(['Job', 'Inputs']),
    effortRow(['---', '---']),
    ...counted.map(effortRow),
  ]),
);

type Size = [width: number, height: number];

async function signedIn(user: string, [width, height]: Size): Promise<Tab> {
  const tab = await product.openTab();
  await signIn(tab.page, user);
  await resize(tab.page, { width, height });
  return tab;
}

/** @param beside inputs that the page does not count */
async function note(what: string, job: Job, limit: number, beside = 0): Promise<number> {
  const inputs = (await job.counts()).inputs + beside;
  keep(what, inputs, limit);
  return inputs;
}

function keep(what: string, inputs: number, limit: number): void {
  expect(inputs, what).toBeLessThanOrEqual(limit);
  counted.push([what, `${inputs} / ${limit}`]);
}

const desk: Size = [1366, 768];
const phone: Size = [390, 844];

/** Prepares, authorises and sends all waiting payments, by two users; counted at a desk. */
async function sendEverything(size: Size) {
  const accounting = await signedIn('contabilidad', size);
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
  const prepared = size === desk ? await note('Prepare the batch', preparing, 2) : 0;
  await link.click();
  await accounting.page.getByText('Usted preparó este giro').first().waitFor({ state: 'attached' });

  const treasury = await signedIn('tesoreria', size);
  await goTo(treasury.page, batch);
  const authorise = treasury.page.getByRole('button', { name: 'Autorizar' });
  await authorise.waitFor();
  const sending = await Job.begin(treasury.page);
  await authorise.click();
  await treasury.page.getByRole('button', { name: 'Sí, autorizar' }).click();
  await treasury.page
    .getByRole('button', { name: /^(Enviar con archivo CSV|Marcar como enviado \(sin archivo\))$/ })
    .click();
  await treasury.page.getByRole('button', { name: /^Sí, (enviar|marcar)/ }).click();
  await treasury.page.getByText(new RegExp(`^Enviado: ${giros}`)).waitFor();
  if (size === desk) await note('Authorise and send it, each after one question', sending, 4);
  await treasury.close();
  await accounting.page.reload();
  return { accounting, api, waiting, id_caja, giros, prepared };
}

/** References of the bank are new for each payment. */
let references = 0;

/** Pastes a column of references into the first row. */
async function confirmEverything({
  accounting: { page },
  waiting,
  giros,
}: Awaited<ReturnType<typeof sendEverything>>): Promise<void> {
  const first = page.getByRole('textbox', { name: /^Referencia de/ }).first();
  await first.click();
  if (waiting.length === 1) await page.keyboard.insertText(`4471-${references++}`);
  else
    await first.evaluate(
      (input, text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text', text);
        const paste = { clipboardData, bubbles: true, cancelable: true };
        input.dispatchEvent(new ClipboardEvent('paste', paste));
      },
      waiting.map(() => `4471-${references++}`).join('\n'),
    );
  await page.getByRole('button', { name: `Confirmar ${giros}` }).click();
  await page.getByText(new RegExp(`^Confirmado: ${giros}`)).waitFor();
}

it('two users pay boxes on a phone; a payment that did not arrive waits again', async () => {
  const sent = await sendEverything(phone);
  const { accounting, api, id_caja } = sent;
  await confirmEverything(sent);
  const shop = await signedIn('hernan.giraldo', desk);
  await goTo(shop.page, `/verCaja/${id_caja}`);
  await shop.page.getByRole('button', { name: 'No me llegó' }).click();
  await shop.page.getByRole('textbox', { name: 'Qué revisó' }).fill('El extracto de hoy');
  await shop.page.getByRole('button', { name: 'Avisar a contabilidad' }).click();
  await shop.page.getByText(/No le llegó a la tienda/).waitFor();
  await shop.close();

  await accounting.page.reload();
  await accounting.page.getByRole('checkbox', { name: new RegExp(`^Marcar ${store}`) }).click();
  await accounting.page
    .getByRole('textbox', { name: 'Por qué vuelve el dinero' })
    .fill('Cuenta cerrada');
  await accounting.page.getByRole('button', { name: 'Proponer la devolución' }).click();
  await accounting.page.getByText(/^Devolución propuesta: 1 giro/).waitFor();
  const treasury = await signedIn('tesoreria', phone);
  await goTo(treasury.page, new URL(accounting.page.url()).hash.slice(1));
  await treasury.page.getByRole('checkbox', { name: new RegExp(`^Marcar ${store}`) }).click();
  await treasury.page.getByRole('button', { name: 'Aprobar las marcadas' }).click();
  await treasury.page.getByText('Devolución resuelta: 1 giro.').waitFor();
  await treasury.close();
  const { giro } = await api.call('/giroDeCaja', { id_caja });
  expect(giro).toMatchObject({ estado: 'porGirar', motivo: 'Cuenta cerrada' });

  await goTo(accounting.page, '/giros?lista=girados');
  await accounting.page.getByRole('link', { name: 'Lote 1', exact: true }).waitFor();
  const cards = accounting.page.getByRole('table', { name: 'Girados' }).locator('tbody tr');
  const ends = await cards.evaluateAll((rows) =>
    rows.map((row) => row.getBoundingClientRect().bottom),
  );
  expect(ends.filter((end) => end <= phone[1]).length).toBeGreaterThanOrEqual(5);
  await accounting.close();
});

it('two users pay boxes at a desk, and a store confirms its payment', async () => {
  const sent = await sendEverything(desk);
  const { accounting, api, id_caja } = sent;
  await accounting.page
    .getByRole('textbox', { name: /^Referencia de/ })
    .first()
    .waitFor();
  const confirming = await Job.begin(accounting.page);
  await confirmEverything(sent);
  const confirmed = await note('Confirm it with pasted references', confirming, 3, 1);
  keep('All of it, by the person who prepares and confirms', sent.prepared + confirmed, 12);

  const shop = await signedIn('hernan.giraldo', phone);
  await goTo(shop.page, `/verCaja/${id_caja}`);
  await shop.page.getByText(/^Girado el .* a mano, ref\. 4471-\d+: /).waitFor();
  const receiving = await Job.begin(shop.page);
  await shop.page.getByRole('button', { name: 'Recibí el dinero' }).click();
  await shop.page
    .getByText(/Recibido/)
    .first()
    .waitFor();
  await note('Confirm that the money arrived, from the link in the mail', receiving, 2, 1);
  const { giro } = await api.call('/giroDeCaja', { id_caja });
  expect(giro).toMatchObject({ estado: 'recibido' });

  await goTo(shop.page, '/historialCaja?grupo=cerradas');
  await shop.page
    .getByText(/^Girado el .*, ref\. 4471-\d+$/)
    .first()
    .waitFor();
  for (const tab of [accounting, shop]) await tab.close();
});

it('pending items are not cut off on a phone', async () => {
  const { page, close } = await signedIn('tienda', phone);
  await goTo(page, '/misPendientes');
  const heads = page.locator('tbody th');
  await heads.filter({ hasText: 'Corregir 1 gasto rechazado' }).first().waitFor();
  const cut = await heads.evaluateAll((all) =>
    all.filter((head) => head.scrollWidth > head.clientWidth).map((head) => head.textContent),
  );
  expect(cut).toEqual([]);
  await close();
});
