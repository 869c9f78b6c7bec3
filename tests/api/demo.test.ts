/** The demonstration: data for every screen, and only what the state machine allows. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reimbursableCategoryIds } from '#machines/domain/review/reimbursement.ts';
import { paymentStates } from '#machines/domain/payment/payment-states.ts';
import { type InvoiceTax, invoiceParts } from '#machines/domain/invoice/tax-facts.ts';
import { boxStates } from '#machines/domain/stages/states.ts';
import { checkDigit } from '#machines/domain/values/document-keys.ts';
import { fundOf } from '#machines/domain/fund/fund.ts';
import { auditEverything } from '#server/operate/audit/audit-everything.ts';
import {
  demoEmail,
  demoPassword,
  demoPersonEntries,
} from '#server/operate/demonstration/demo-data.ts';
import { growCompany } from '#server/operate/demonstration/grow-company.ts';
import { loadDemoData } from '#server/operate/demonstration/demo-story.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { receiptStoreOf } from '#server/platform/files/database-receipts.repository.ts';
import type { ReceiptStore } from '#server/platform/files/receipt-store.ts';
import { sha256Of } from '#server/platform/access/digests.ts';
import { anomalySentences } from '#server/features/expenses/anomalies.ts';
import { invoicesBehind } from '#server/features/invoices/invoice.repository.ts';
import { passwordMatches } from '#server/features/accounts/passwords.ts';
import { stageTargets } from '#server/features/settings/settings.ts';
import { inspectReceipt } from '#server/platform/files/receipt-file.ts';
import { auditBox } from '#server/features/cases/audit.ts';
import { testEngine } from '#tests/kit/environment.ts';
import {
  createMigratedDatabase,
  type TestDatabase,
} from '#tests/server/database/database-fixture.ts';
import { cheapPasswordCost } from '#tests/kit/people.ts';

/** Milliseconds: loading simulates months of work, on a machine that may be busy. */
const LOADING_LIMIT = 120_000;

/** A Wednesday morning in Bogotá. */
const now = Date.UTC(2026, 5, 17, 15, 0, 0);

let database: TestDatabase;
let dataDir: string;
let receipts: ReceiptStore;
beforeAll(async () => {
  database = await createMigratedDatabase(testEngine());
  dataDir = mkdtempSync(join(tmpdir(), 'caja-menor-demo-'));
  receipts = receiptStoreOf({ dataDir }, database);
  expect(await loadDemoData({ db: database.db, receipts, now })).toBe(true);
}, LOADING_LIMIT);
afterAll(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const boxes = () => database.db.selectFrom('cajas').selectAll().execute();
const expenses = () => database.db.selectFrom('gastos').selectAll().execute();

test('the demonstration is loaded only into an empty database', async () => {
  const before = (await expenses()).length;
  expect(await loadDemoData({ db: database.db, receipts, now })).toBe(false);
  expect((await expenses()).length).toBe(before);
});

describe('users', () => {
  test('include every profile, and the first one has the demonstration password', async () => {
    const users = await database.db.selectFrom('usuarios').selectAll().execute();
    expect(new Set(users.map(({ tipo }) => tipo))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8]));
    const hash = users[0]?.clave_hash ?? null;
    expect(await passwordMatches(hash, demoPassword, cheapPasswordCost)).toBe(true);
    expect(users.map(({ email }) => email)).toEqual(
      demoPersonEntries.map(([key]) => demoEmail(key)),
    );
  });

  test('include one who must change the password', async () => {
    const pending = await database.db
      .selectFrom('usuarios')
      .select(['email', 'tipo'])
      .where('cambiar_clave', '=', 1)
      .execute();
    expect(pending).toEqual([{ email: 'cambio@cajamenor.test', tipo: 2 }]);
  });
});

describe('boxes', () => {
  test('are in every state', async () => {
    const states = new Set((await boxes()).map(({ active }) => active));
    expect(states).toEqual(new Set(Object.values(boxStates).map(({ codigo }) => codigo)));
  });

  test('include one open box per store, and one store without expenses', async () => {
    const stores = await database.db.selectFrom('tiendas').selectAll().execute();
    expect(stores.length).toBeGreaterThanOrEqual(6);
    expect(new Set(stores.map(({ id_formato }) => id_formato)).size).toBe(6);
    const all = await boxes();
    for (const { id } of stores)
      expect(all.filter((box) => box.id_tienda === id && box.active === 0)).toHaveLength(1);
    const withHistory = new Set(
      all
        .filter(({ active, total }) => active !== 0 || total > 0)
        .map(({ id_tienda }) => id_tienda),
    );
    expect(stores.filter(({ id }) => !withHistory.has(id))).toHaveLength(1);
  });

  test('leave every store a positive available amount', async () => {
    const all = await boxes();
    for (const { id, base } of await database.db.selectFrom('tiendas').selectAll().execute()) {
      const fund = fundOf(
        base,
        all.filter(({ id_tienda }) => id_tienda === id),
      );
      expect(fund.disponible).toBeGreaterThan(0);
    }
  });

  test('have logs that agree with their rows', async () => {
    for (const { id } of await boxes())
      expect(await inTransaction(database.db, (trx) => auditBox(trx, id))).toEqual([]);
  });

  test('have only events and purchases before the loading', async () => {
    const events = await database.db.selectFrom('evento').select('instante').execute();
    expect(Math.max(...events.map(({ instante }) => instante))).toBeLessThan(now);
    const days = (await expenses()).map(({ fecha_gasto }) => fecha_gasto);
    expect(days.every((day) => day < '2026-06-17' && day > '2026-01-01')).toBe(true);
  });
});

test('payments are in every state, and never authorised by the user who prepared them', async () => {
  const states = new Set((await boxes()).flatMap(({ giro }) => giro ?? []));
  // No payment is kept back whole.
  const { keptBack: _, ...shown } = paymentStates;
  expect(states).toEqual(new Set(Object.values(shown).map(({ codigo }) => codigo)));
  const payments = await database.db.selectFrom('giro').selectAll().execute();
  const authorised = payments.filter((one) => one.id_usuario_autoriza !== null);
  expect(authorised.length).toBeGreaterThan(4);
  for (const one of authorised) expect(one.id_usuario_autoriza).not.toBe(one.id_usuario_prepara);
  const files = await database.db.selectFrom('archivo_banco').select('registros').execute();
  expect(files.some(({ registros }) => registros > 0)).toBe(true);
});

test('cash counts exist with and without a difference, and every stage has a target', async () => {
  const counted = await database.db.selectFrom('arqueo').selectAll().execute();
  const missing = counted.map(
    ({ base, en_caja, en_proceso, por_girar, a_cargo, sin_recibir, efectivo }) =>
      base - en_caja - en_proceso - por_girar - a_cargo - sin_recibir - efectivo,
  );
  // Five counts agree, three miss 2.000, 18.000 and 35.000, and one has 500 more.
  expect(missing.toSorted((one, other) => one - other)).toEqual([
    -500_00, 0, 0, 0, 0, 0, 2_000_00, 18_000_00, 35_000_00,
  ]);
  expect(new Set(counted.map(({ id_tienda }) => id_tienda)).size).toBeGreaterThan(2);
  const targets = await inTransaction(database.db, stageTargets);
  expect(Object.keys(targets)).toHaveLength(5);
});

test('funds have movements of each kind, settled, and vales that are returned, open and old', async () => {
  const rows = await database.db
    .selectFrom('movimiento_fondo')
    .innerJoin('tiendas', 'tiendas.id', 'movimiento_fondo.id_tienda')
    .select(['tiendas.nombre', 'tipo', 'estado', 'valor', 'giro'])
    .orderBy('movimiento_fondo.id')
    .execute();
  expect(rows.map(({ valor, ...row }) => [...Object.values(row), Number(valor) / 100])).toEqual([
    ['Almacén Bocagrande', 'aumento', 'porGirar', 'recibido', 200_000],
    ['Express Granada Cali', 'disminucion', 'consignado', null, 100_000],
    ['Express Granada Cali', 'faltante', 'asumido', null, 35_000],
    ['Express Granada Cali', 'asumido', 'porGirar', 'recibido', 35_000],
    ['Almacén Bocagrande', 'faltante', 'consignado', null, 18_000],
    ['Isla Unicentro Armenia', 'disminucion', 'retenido', null, 30_000],
  ]);
  const bases = await database.db
    .selectFrom('tiendas')
    .select(['nombre', 'base'])
    .where(
      'nombre',
      'in',
      rows.map(({ nombre }) => nombre),
    )
    .orderBy('nombre')
    .execute();
  expect(bases.map(({ nombre, base }) => [nombre, Number(base) / 100])).toEqual([
    ['Almacén Bocagrande', 1_200_000],
    ['Express Granada Cali', 1_400_000],
    ['Isla Unicentro Armenia', 570_000],
  ]);
  const vales = await database.db
    .selectFrom('vale')
    .innerJoin('tiendas', 'tiendas.id', 'vale.id_tienda')
    .select(['tiendas.nombre', 'vale.estado', 'vale.dia'])
    .orderBy('vale.id')
    .execute();
  expect(vales.map((row) => Object.values(row))).toEqual([
    ['Almacén Bocagrande', 'devuelto', '2026-05-27'],
    ['Express Granada Cali', 'fuera', '2026-06-01'],
    ['Almacén Bocagrande', 'fuera', '2026-06-16'],
  ]);
});

describe('expenses', () => {
  test('include a rejection with its reason at every stage', async () => {
    const rows = await expenses();
    expect(rows.some((row) => row.id_rechazo_supervisor !== null)).toBe(true);
    expect(rows.some((row) => row.id_rechazo_mantenimiento !== null)).toBe(true);
    expect(rows.some((row) => row.id_rechazo_contabilidad !== null)).toBe(true);
    expect(rows.some((row) => row.id_rechazo_contabilidad_dos !== null)).toBe(true);
  });

  test('include the anomalies but those of limits, taxes, blocked suppliers and paid-in origins', async () => {
    const seen = (await expenses()).map(({ informe_novedad }) => informe_novedad).join('\n');
    const missing = Object.entries(anomalySentences).filter(([, one]) => !seen.includes(one));
    expect(missing.map(([name]) => name)).toEqual([
      'invoiceIsEquivalent',
      'invoiceOnCredit',
      'invoiceOfFinalConsumer',
      'aboveLimit',
      'invoiceIsRequired',
      'carriesWithholding',
      'supplierIsBlocked',
      'originIsPaidIn',
    ]);
  });

  test('include one of two rates that waits for the first pass, whose invoice fills in its split', async () => {
    const waiting = await database.db
      .selectFrom('gastos')
      .innerJoin('cajas', 'cajas.id', 'gastos.id_caja')
      .select(['gastos.valor', 'gastos.enlace_factura'])
      .where('cajas.active', '=', boxStates.preliminary.codigo)
      .where('gastos.estado', '=', 3)
      .where('gastos.enlace_factura', '<>', '')
      .execute();
    const found = await inTransaction(database.db, (trx) =>
      invoicesBehind(
        trx,
        waiting.map(({ enlace_factura }) => enlace_factura),
      ),
    );
    const parts = found.map(({ url, impuestos }) => {
      const valor = waiting.find(({ enlace_factura }) => enlace_factura === url)?.valor ?? 0;
      return invoiceParts(JSON.parse(impuestos ?? '[]') as InvoiceTax[], valor);
    });
    expect(parts.map((rows) => rows?.map(({ impuesto }) => impuesto?.tarifa))).toContainEqual([
      19, 5,
    ]);
  });

  test('include other reimbursement values, only in reimbursable categories', async () => {
    const reimbursed = (await expenses()).filter(({ reembolsar }) => reembolsar !== null);
    expect(reimbursed.length).toBeGreaterThan(0);
    for (const { id } of reimbursed) {
      const stored = await database.db
        .selectFrom('gasto_categoria')
        .select('id_categoria')
        .where('id_gasto', '=', id)
        .execute();
      expect(stored).toHaveLength(1);
      expect(reimbursableCategoryIds).toContain(stored[0]?.id_categoria);
    }
  });

  test('include some with several electronic invoices to choose from', async () => {
    const undecided = (await expenses()).filter(
      ({ data_factura, enlace_factura, estado }) =>
        data_factura !== '[]' && enlace_factura === '' && estado === 1,
    );
    expect(undecided.length).toBeGreaterThan(0);
  });

  test('include exactly one without receipt; the others have valid files', async () => {
    const rows = await expenses();
    expect(rows.filter(({ soporte }) => soporte === null)).toHaveLength(1);
    const kinds = new Map<string, number>();
    for (const { soporte_sha256, soporte_tipo, soporte_bytes } of rows) {
      if (soporte_sha256 === null) continue;
      const bytes = await receipts.read(soporte_sha256);
      const { type } = { type: '', ...(await receipts.withFile(soporte_sha256, inspectReceipt)) };
      expect([type, bytes.length, sha256Of(bytes)]).toEqual([
        soporte_tipo,
        soporte_bytes,
        soporte_sha256,
      ]);
      kinds.set(type, (kinds.get(type) ?? 0) + 1);
    }
    expect([...kinds.values()].every((count) => count > 10)).toBe(true);
    expect(kinds.size).toBe(3);
  });

  test('have suppliers with valid check digits', async () => {
    const suppliers = await database.db.selectFrom('proveedores').selectAll().execute();
    for (const { num_doc, digito } of suppliers) expect(digito).toBe(checkDigit(num_doc));
    expect(suppliers.some(({ ocasional }) => ocasional === 1)).toBe(true);
  });
});

test('the audit finds no differences in the demonstration', async () => {
  const found: string[] = [];
  const audited = await auditEverything({ db: database.db, receipts }, (line) => found.push(line));
  expect([audited.differences, found]).toEqual([0, []]);
  expect(audited.boxes).toBeGreaterThan(10);
  expect(audited.files).toBeGreaterThan(10);
});

test(
  'loading at the same time gives the same demonstration',
  async () => {
    const other = await createMigratedDatabase(testEngine());
    const store = receiptStoreOf({ dataDir }, other);
    await loadDemoData({ db: other.db, receipts: store, now });
    const reported = (db: TestDatabase['db']) =>
      db
        .selectFrom('gastos')
        .select(['id_caja', 'recibo', 'valor', 'fecha_gasto', 'estado', 'soporte_sha256'])
        .orderBy('id')
        .execute();
    expect(await reported(other.db)).toEqual(await reported(database.db));
    await other.drop();
  },
  LOADING_LIMIT,
);

test(
  'a company grows to a given number of expenses without audit differences',
  async () => {
    const target = { db: database.db, receipts, now };
    const before = (await expenses()).length;
    const goal = before + 600;
    const grown = await growCompany(target, goal);
    expect(grown.before).toBe(before);
    expect((await expenses()).length).toBe(grown.after);
    expect(grown.after).toBeGreaterThanOrEqual(goal);
    expect(grown.after).toBeLessThan(goal + 60);
    const found: string[] = [];
    const { differences } = await auditEverything(target, (line) => found.push(line));
    expect([differences, found]).toEqual([0, []]);
    await expect(growCompany(target, 5)).rejects.toThrow(/^Ya hay \d+ gastos/);
  },
  LOADING_LIMIT,
);
