import type { Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { goTo, quiet, resize, signIn, type Tab } from '../kit/browser.ts';
import { expenseStates } from '#machines/domain/stages/states.ts';
import { jpgFile, pdfFile, pngFile } from '../kit/files/receipt-files.ts';
import {
  decide,
  expectFund,
  heading,
  itemise,
  type Purchase,
  recordExpense,
  sendBox,
  todayInBogota,
} from '../kit/main-job.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';
import { apiOf } from '../kit/tour-addresses.ts';
import { expensesOfBox } from '../kit/tour-gestures.ts';

/** Outlet Cañaveral: base $ 1.200.000, and an empty open box. */
const store = { id: 5, name: 'Outlet Cañaveral' };

/** Initial amounts of its closed boxes: granted and to be paid, and owed. */
const before = { toPay: '$ 138.850', owed: '$ 11.900' };

const people = {
  store: 'yuliana.pinto',
  supervisor: 'ricardo.acosta',
  maintenance: 'mantenimiento',
  accounting: 'contabilidad',
} as const;

const product = productInBrowser();
let tabs: Tab[] = [];

afterEach(async () => {
  const complaints = tabs.flatMap((tab) => tab.complaints);
  await Promise.all(tabs.map((tab) => tab.close()));
  tabs = [];
  expect(complaints).toEqual([]);
});

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

/** Opens the box of the store from a list of boxes. */
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

it('a box goes from its first expense to its closing, with the right fund throughout', async () => {
  const { paper, repair, snack } = await purchases();
  const shop = await personAt(people.store);
  await expectFund(shop, store.id, {
    ...before,
    available: '$ 880.550',
    inReimbursement: '$ 168.700',
    total: '',
  });

  for (const purchase of [paper, repair, snack]) await recordExpense(shop, purchase);
  await expectFund(shop, store.id, {
    ...before,
    available: '$ 680.549,50',
    inReimbursement: '$ 168.700',
    total: '$ 200.000,50',
  });
  await sendBox(shop, /historialCaja/);
  await expectFund(shop, store.id, {
    ...before,
    available: '$ 680.549,50',
    inReimbursement: '$ 368.700,50',
    total: '',
  });

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

  await openBoxOf(accounting, '/cajasPendientes');
  await accounting.getByText('GUIA123456').waitFor();
  for (const receipt of [paper.receipt, repair.receipt])
    await decide(accounting, { receipt, decision: 'Aprobado', observation: 'Papeles recibidos' });
  await sendBox(accounting, /cajasPendientes/);
  await expectFund(shop, store.id, {
    available: '$ 680.549,50',
    inReimbursement: '$ 168.700',
    toPay: '$ 308.850',
    owed: '$ 41.900,50',
    total: '',
  });

  await openBoxOf(shop, '/historialCaja');
  await heading(shop, new RegExp(store.name)).waitFor();
  await shop.getByText('Cerrada').filter({ visible: true }).first().waitFor();
});

/** Sends a box of twelve expenses; the electronic invoices of the last three are not imported. */
async function sentBoxOfTwelve(shop: Page): Promise<number> {
  const { call, attach } = await apiOf(shop);
  const id_tienda = store.id;
  const { id_formato } = await call('/obtenerDatosTiendaCaja', { id_tienda });
  const rows = async (
    tabla: 'proveedores' | 'categoria_gasto',
    condicional: Record<string, string | number>,
  ) => (await call('/datosGenerales', { tabla, condicional })) as { id: number; nombre: string }[];
  const [supplier] = await rows('proveedores', { num_doc: '900373923' });
  const categories = await rows('categoria_gasto', { id_formato });
  const paper = categories.find(({ nombre }) => nombre === 'Útiles y papelería');
  for (let number = 1; number <= 12; number += 1) {
    const [recorded] = await call('/enviarGasto', {
      id_tienda,
      fecha_gasto: todayInBogota(),
      id_proveedor: supplier?.id ?? 0,
      recibo: `HOJA${number}`,
      valor: 10_000 + 1_000 * number,
      concepto: 'Resmas de papel',
      categoria: [paper?.id ?? 0],
      ...(number > 9 ? { tipo_factura: 1, numero_factura: `NADIE${number}` } : { tipo_factura: 0 }),
    });
    await attach(recorded?.id_gasto ?? 0, await pdfFile(`hoja ${number}`));
  }
  const { id } = await call('/obtenerCajaActual', { id_tienda });
  await call('/enviarCaja', { id_caja: id, id_tienda });
  return id;
}

it('the nine clean expenses of twelve are approved jointly in at most five inputs', async () => {
  const id = await sentBoxOfTwelve(await personAt(people.store));
  const page = await personAt(people.supervisor);
  let inputs = 0;
  const press = async (role: 'link' | 'button', name: string | RegExp) => {
    inputs += 1;
    await page.getByRole(role, { name }).first().click();
  };
  const approval = (count: string) =>
    page.getByRole('button', { name: new RegExp(`^Aprobar ${count} sin novedad$`) });

  await resize(page, { width: 390, height: 844 });
  await goTo(page, `/verCajaSupervisor/${id}/soportes`);
  await approval('[2-6]').waitFor();
  await page.getByText(/^Faltan \d soportes por ver$/).waitFor();

  await resize(page, { width: 1366, height: 768 });
  await goTo(page, `/verCajaSupervisor/${id}`);
  await press('link', 'Ver soportes');
  // The End key scrolls the loaded page: first wait for all cards.
  await quiet(page);
  if (!(await approval('9').isVisible())) {
    inputs += 1;
    await page.keyboard.press('End');
  }
  await approval('9').waitFor();
  // Who has approved before presses a phrase instead: one input too.
  const observation = page.getByLabel('Observación para todos');
  expect(await observation.inputValue()).toBe('');
  await observation.fill('Conforme');
  inputs += 1;
  await press('button', /^Aprobar 9/);
  await page.getByText('Se aprobaron 9 gastos.').waitFor();
  await page.getByRole('heading', { name: 'Aparte, uno por uno (3)' }).waitFor();
  expect(inputs).toBeLessThanOrEqual(5);

  const approved = (await expensesOfBox(await apiOf(page), id)).filter(
    ({ estado }) => estado === expenseStates.supervisorApproved.codigo,
  );
  expect(approved).toHaveLength(9);
});
