import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { goTo, signIn, type Tab } from '../kit/browser.ts';
import { jpgFile, pdfFile, pngFile } from '../kit/files/support-files.ts';
import {
  decide,
  expectFund,
  heading,
  itemise,
  type Purchase,
  recordExpense,
  sendBox,
} from '../kit/main-job.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';

/** Outlet Cañaveral: base $ 1.200.000, $ 200.700 in reimbursement, nothing in its open box. */
const store = { id: 5, name: 'Outlet Cañaveral' };

const people = {
  store: 'yuliana.pinto',
  supervisor: 'ricardo.acosta',
  maintenance: 'mantenimiento',
  accounting: 'contabilidad',
} as const;

const product = productInBrowser();
const tabs: Tab[] = [];

async function personAt(user: string): Promise<Page> {
  const tab = await product.openTab();
  tabs.push(tab);
  await signIn(tab.page, user);
  return tab.page;
}

async function purchases(): Promise<{ paper: Purchase; repair: Purchase; snack: Purchase }> {
  const supplier = '900373923';
  return {
    paper: {
      document: supplier,
      receipt: 'E2E100',
      value: '50.000',
      concept: 'Resmas de papel',
      category: 'Útiles y papelería',
      file: { name: 'factura.pdf', mimeType: 'application/pdf', buffer: await pdfFile('papel') },
    },
    repair: {
      document: supplier,
      receipt: 'E2E200',
      value: '120000',
      concept: 'Arreglo de la puerta',
      category: 'Mantenimiento locativo',
      file: { name: 'recibo.jpg', mimeType: 'image/jpeg', buffer: await jpgFile('PUERTA') },
    },
    snack: {
      document: supplier,
      receipt: 'E2E300',
      value: '30000.50',
      concept: 'Refrigerio del inventario',
      category: 'Refrigerios y alimentación',
      file: { name: 'recibo.png', mimeType: 'image/png', buffer: pngFile('CAFE') },
    },
  };
}

/** Opens the box of the store from a list whose rows lead to a box. */
async function openBoxOf(page: Page, list: string): Promise<void> {
  await goTo(page, list);
  await page.getByPlaceholder(/^Buscar/).fill(store.name);
  const row = page
    .getByRole('row')
    .filter({ hasText: store.name })
    .filter({ hasText: '$ 200.000,50' });
  await row.getByRole('link').first().click();
  await page.getByText('E2E200').first().waitFor();
}

it('a box goes from its first expense to its closing, and the fund is right at every step', async () => {
  const { paper, repair, snack } = await purchases();
  const shop = await personAt(people.store);
  await expectFund(shop, store.id, {
    available: '$ 999.300',
    inReimbursement: '$ 200.700',
    total: '',
  });

  for (const purchase of [paper, repair, snack]) await recordExpense(shop, purchase);
  await expectFund(shop, store.id, {
    available: '$ 799.299,50',
    inReimbursement: '$ 200.700',
    total: '$ 200.000,50',
  });
  await sendBox(shop, /historialCaja/);
  const sent = { available: '$ 799.299,50', inReimbursement: '$ 400.700,50', total: '' };
  await expectFund(shop, store.id, sent);

  const supervisor = await personAt(people.supervisor);
  await openBoxOf(supervisor, '/historialCaja');
  await decide(supervisor, {
    receipt: paper.receipt,
    decision: 'Aprobado',
    observation: 'Correcto',
  });
  await decide(supervisor, {
    receipt: snack.receipt,
    decision: 'Rechazado',
    reason: 'Gasto no autorizado por la política de caja menor',
    observation: 'No se autorizó',
  });
  await sendBox(supervisor, /historialCaja/);
  await expectFund(shop, store.id, sent);

  const maintenance = await personAt(people.maintenance);
  await openBoxOf(maintenance, '/historialCaja');
  await decide(maintenance, {
    receipt: repair.receipt,
    decision: 'Aprobado',
    observation: 'Trabajo verificado',
  });
  await sendBox(maintenance, /historialCaja/);

  const accounting = await personAt(people.accounting);
  await openBoxOf(accounting, '/cajasPendientes');
  await decide(
    accounting,
    { receipt: paper.receipt, decision: 'Aprobado', observation: 'Contabilizado' },
    () => itemise(accounting, '50.000'),
  );
  await decide(
    accounting,
    { receipt: repair.receipt, decision: 'Aprobado', observation: 'Contabilizado' },
    () => itemise(accounting, '120000'),
  );
  await sendBox(accounting, /cajasPendientes/);
  await expectFund(shop, store.id, sent);

  await openBoxOf(shop, '/historialCaja');
  await shop.getByLabel('Empresa de envío').selectOption({ label: 'Servientrega' });
  await shop.getByLabel('Número de guía').fill('GUIA123456');
  const send = shop.getByRole('button', { name: 'Enviar' });
  expect(await send.getAttribute('aria-disabled')).toBe('true');
  const download = shop.getByRole('link', { name: /^Descargar PDF/ });
  const [opened] = await Promise.all([shop.context().waitForEvent('page'), download.click()]);
  const pdf = await shop.context().request.get((await download.getAttribute('href')) ?? '');
  expect(pdf.status()).toBe(200);
  expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-');
  await opened.close();
  await send.click();
  await shop.getByText('Caja enviada').waitFor();
  await shop.waitForURL(/historialCaja/);
  await expectFund(shop, store.id, sent);

  await openBoxOf(accounting, '/cajasPendientes');
  await accounting.getByText('GUIA123456').waitFor();
  for (const receipt of [paper.receipt, repair.receipt])
    await decide(accounting, { receipt, decision: 'Aprobado', observation: 'Papeles recibidos' });
  await sendBox(accounting, /cajasPendientes/);
  await expectFund(shop, store.id, {
    available: '$ 999.300',
    inReimbursement: '$ 200.700',
    total: '',
  });

  await openBoxOf(shop, '/historialCaja');
  await heading(shop, new RegExp(store.name)).waitFor();
  await shop.getByText('Cerrada').filter({ visible: true }).first().waitFor();
  expect(tabs.flatMap(({ complaints }) => complaints)).toEqual([]);
}, 300_000);
