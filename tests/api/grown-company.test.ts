/** A generated company: every kind of event and case, at the times at which people work, and nothing that an audit finds. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anomalySentences } from '#server/features/expenses/anomalies.ts';
import { fundsOfStores } from '#server/features/cases/fund.repository.ts';
import { deviations as readDeviations } from '#server/features/workflow/deviations.ts';
import { auditEverything } from '#server/operate/audit/audit-everything.ts';
import { contextIn } from '#server/operate/demonstration/demo-calls.ts';
import { demoEmail, demoPersonEntries } from '#server/operate/demonstration/demo-data.ts';
import { loadCompany } from '#server/operate/demonstration/grow-company.ts';
import { rowsOf } from '#server/platform/database/queries.ts';
import { inSnapshot } from '#server/platform/database/transactions.ts';
import { receiptStoreOf } from '#server/platform/files/database-receipts.repository.ts';
import type { ReceiptStore } from '#server/platform/files/receipt-store.ts';
import { everyEntry, fundAccountOf } from '#tests/kit/entries.ts';
import { testEngine } from '#tests/kit/environment.ts';
import {
  createMigratedDatabase,
  type TestDatabase,
} from '#tests/server/database/database-fixture.ts';

/** Milliseconds, on a busy machine. */
const LOADING_LIMIT = 240_000;

/** A Wednesday morning in Bogotá. */
const now = Date.UTC(2026, 5, 17, 15, 0, 0);
const stores = 16;

let database: TestDatabase;
let dataDir: string;
let receipts: ReceiptStore;
beforeAll(async () => {
  database = await createMigratedDatabase(testEngine());
  dataDir = mkdtempSync(join(tmpdir(), 'caja-menor-grown-'));
  receipts = receiptStoreOf({ dataDir }, database);
  const made = await loadCompany({ db: database.db, receipts, now }, { stores, years: 1 });
  expect(made).toMatchObject({ stores, boxes: stores * 46 });
}, LOADING_LIMIT);
afterAll(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const rows = <Row>(query: string): Promise<Row[]> =>
  inSnapshot(database.db, (trx) => rowsOf<Row>(trx, sql`${sql.raw(query)}`));

/** The numbers that a query with the columns `name` and `n` returns. */
const numbers = async (query: string): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await rows<{ name: string; n: number }>(query)).map(({ name, n }) => [name, Number(n)]),
  );

test(
  'no audit finds a difference, and the events are in chronological order',
  async () => {
    const found: string[] = [];
    const audited = await auditEverything({ db: database.db, receipts }, (line) =>
      found.push(line),
    );
    expect([audited.differences, audited.derived, found]).toEqual([0, 0, []]);
    const logged = await rows<{ instante: number }>('select instante from evento order by id');
    const instants = logged.map(({ instante }) => Number(instante));
    expect(instants).toEqual(instants.toSorted((one, other) => one - other));
    expect(instants.at(-1)).toBeLessThanOrEqual(now);
  },
  LOADING_LIMIT,
);

test('each fund has the cash that a ledger of what was handed over has', async () => {
  // Base at the beginning, less purchases, cash given out and shortages, and what came back: boxes that count as paid,
  // confirmed payments, and debts paid in.
  const ledger = await rows<{ id: number; efectivo: number }>(`
    select tiendas.id, tiendas.base
      - (select coalesce(sum(case when tipo in ('aumento', 'faltante') then valor else 0 end), 0)
        from movimiento_fondo where id_tienda = tiendas.id)
      - (select coalesce(sum(valor), 0) from vale where id_tienda = tiendas.id and estado = 'fuera')
      - (select coalesce(sum(gastos.valor), 0) from gastos inner join cajas on cajas.id = gastos.id_caja
        where cajas.id_tienda = tiendas.id)
      + (select coalesce(sum(total), 0) from cajas where id_tienda = tiendas.id and active = 5 and seguida = 0)
      + (select coalesce(sum(giro.valor), 0) from giro
        left join cajas on cajas.id = giro.id_caja
        left join movimiento_fondo on movimiento_fondo.id = giro.id_movimiento
        where coalesce(cajas.id_tienda, movimiento_fondo.id_tienda) = tiendas.id
          and giro.estado in ('girado', 'noRecibido', 'recibido'))
      + (select coalesce(sum(gastos.saldado), 0) from evento inner join gastos on gastos.id = evento.id_gasto
        where evento.id_tienda = tiendas.id and evento.evento = 'OWED.PAID_IN') as efectivo
    from tiendas order by id`);
  const funds = await inSnapshot(database.db, (trx) =>
    fundsOfStores(
      trx,
      ledger.map(({ id }) => id),
    ),
  );
  expect(ledger.map(({ id }) => [id, funds.get(id)?.disponible])).toEqual(
    ledger.map(({ id, efectivo }) => [id, Number(efectivo)]),
  );
});

test('every granted centavo is in one balanced entry, and the accounts agree with the funds', async () => {
  const entries = await everyEntry(database);
  const wrong = entries.filter(
    ({ lineas, faltan }) =>
      faltan.length > 0 ||
      lineas.reduce((sum, { debito, credito }) => sum + debito - credito, 0) !== 0,
  );
  expect(wrong).toEqual([]);
  const granted = await rows<{ id: number; valor: number }>(`
    select id_caja as id, sum(case when gastos.estado in (4, 7, 10, 16) then 0
      else coalesce(reembolsar, valor) end) as valor
    from gastos inner join cajas on cajas.id = gastos.id_caja where cajas.active = 5
    group by id_caja order by id_caja`);
  const costs = entries
    .filter(({ origen }) => origen === 'caja')
    .map(({ id_origen, lineas }) => [
      id_origen,
      lineas.reduce((sum, { debito }) => sum + debito, 0),
    ])
    .toSorted(([one = 0], [other = 0]) => one - other);
  expect(costs).toEqual(
    granted.map(({ id, valor }) => [id, Number(valor)]).filter(([, valor]) => valor !== 0),
  );
  const balances = await rows<{ id: number; saldo: number }>(`
    select id, base - (select coalesce(sum(por_girar), 0) from cajas where id_tienda = tiendas.id)
      - (select coalesce(sum(por_girar + a_cargo), 0) from movimiento_fondo
        where id_tienda = tiendas.id) as saldo
    from tiendas order by id`);
  expect(
    balances.map(({ id }) => [
      id,
      fundAccountOf(entries.filter(({ id_tienda }) => id_tienda === id)),
    ]),
  ).toEqual(balances.map(({ id, saldo }) => [id, Number(saldo)]));
});

/** Every event of boxes, expenses, debts and payments that a company has; the others need a rarer cause. */
const events = [
  ...['EXPENSE.RECORD', 'EXPENSE.ATTACH_SUPPORT', 'EXPENSE.REMOVE', 'EXPENSE.CORRECT'],
  ...['BOX.SEND', 'BOX.SEND_SUPERVISOR', 'BOX.SEND_MAINTENANCE', 'BOX.SEND_PRELIMINARY'],
  ...['BOX.PDF_OPENED', 'BOX.SHIP', 'BOX.PAPERS_RECEIVED', 'BOX.SEND_FINAL'],
  ...['SUPERVISOR.APPROVE', 'SUPERVISOR.REJECT', 'MAINTENANCE.APPROVE', 'MAINTENANCE.REJECT'],
  ...['ACCOUNTING.APPROVE', 'ACCOUNTING.REJECT', 'FINAL.APPROVE', 'FINAL.REJECT'],
  ...['PAYMENT.PREPARE', 'PAYMENT.AUTHORISE', 'PAYMENT.SEND', 'PAYMENT.CONFIRM', 'PAYMENT.RETURN'],
  ...['PAYMENT.RECEIVE', 'PAYMENT.CLAIM', 'PAYMENT.PROPOSE_RETURN', 'PAYMENT.AGREE_RETURN'],
  ...['OWED.PAID_IN', 'OWED.TAKEN_OVER'],
];

describe('each kind of case occurs', () => {
  test('as an event', async () => {
    const found = await numbers('select evento as name, count(*) as n from evento group by evento');
    expect(events.filter((name) => !(found[name] ?? 0))).toEqual([]);
  });

  const cases: Record<string, string> = {
    'a decision that its reviewer changed': `select count(*) as n from evento
      where (evento like 'SUPERVISOR.%' and desde in ('supervisorApproved', 'supervisorRejected'))
        or (evento like 'FINAL.%' and desde in ('finalApproved', 'finalRejected'))`,
    'an expense corrected three times': `select count(*) as n from (
      select id_gasto from evento where evento = 'EXPENSE.CORRECT' group by id_gasto having count(*) > 2) as veces`,
    'a rejected expense recorded again':
      'select count(*) as n from gastos where origen is not null',
    'a box whose papers are on their way':
      'select count(*) as n from cajas where active = 4 and papeles is null',
    'a box whose papers arrived':
      'select count(*) as n from cajas where active = 4 and papeles > 0',
    'a box closed by two people of accounting': `select count(*) as n from (
      select id_caja from evento where evento in ('BOX.SEND_PRELIMINARY', 'BOX.SEND_FINAL')
      group by id_caja having count(distinct id_actor) = 2) as ambas`,
    'a box closed by one person of accounting': `select count(*) as n from (
      select id_caja from evento where evento in ('BOX.SEND_PRELIMINARY', 'BOX.SEND_FINAL')
      group by id_caja having count(*) = 2 and count(distinct id_actor) = 1) as una`,
    'a decision of a delegate': `select count(*) as n from evento where payload like '%"enNombreDe"%'`,
    'an absence today':
      "select count(*) as n from delegacion where desde <= '2026-06-17' and hasta >= '2026-06-17'",
    'a file for the bank': 'select count(*) as n from archivo_banco',
    'a count with a shortage that somebody owes':
      "select count(*) as n from movimiento_fondo where tipo = 'faltante'",
    'a difference of a count to settle':
      "select count(*) as n from arqueo where estado = 'conDiferencia'",
    'cash without a receipt': "select count(*) as n from vale where estado = 'fuera'",
    'a higher base': "select count(*) as n from movimiento_fondo where tipo = 'aumento'",
    'a debt of a store': 'select count(*) as n from cajas where a_cargo > 0',
    'a store without an account': `select count(*) as n from tiendas
      where id not in (select id_tienda from cuenta_tienda)`,
  };
  test.each(Object.entries(cases))('%s', async (_, query) => {
    expect(await rows<{ n: number }>(query).then(([row]) => Number(row?.n))).toBeGreaterThan(0);
  });

  test('boxes and payments in every state', async () => {
    const boxes = await numbers(
      'select cast(active as text) as name, count(*) as n from cajas group by active',
    );
    expect(Object.keys(boxes).toSorted()).toEqual(['0', '1', '2', '3', '4', '5', '9']);
    const payments = await numbers(
      'select giro as name, count(*) as n from cajas where giro is not null group by giro',
    );
    expect(Object.keys(payments).toSorted()).toEqual([
      ...['autorizado', 'devolucionPropuesta', 'enviado', 'girado', 'noRecibido', 'porGirar'],
      ...['preparado', 'recibido'],
    ]);
  });
});

test('each anomaly that an expense states is true', async () => {
  const { repeatedReceiptNumber, repeatedPurchase, invoiceNotFound, occasionalAboveMaximum } =
    anomalySentences;
  const states = (sentence: string) => `gastos.informe_novedad like '%${sentence}%'`;
  const other = 'otro.id_proveedor = gastos.id_proveedor and otro.id <> gastos.id';
  const isTrue: Record<string, string> = {
    [repeatedReceiptNumber]: `exists (select 1 from gastos as otro where ${other}
      and otro.recibo_normalizado = gastos.recibo_normalizado)`,
    [repeatedPurchase]: `exists (select 1 from gastos as otro where ${other}
      and otro.fecha_gasto = gastos.fecha_gasto and otro.valor = gastos.valor)`,
    [invoiceNotFound]: `gastos.factura_elec = 1 and gastos.enlace_factura = 'FACTURA NO ENCONTRADA'`,
    [occasionalAboveMaximum]: `(select ocasional from proveedores where id = gastos.id_proveedor) = 1
      and (select sum(valor) from gastos as otro where otro.id_proveedor = gastos.id_proveedor
        and otro.id_caja = gastos.id_caja) > 50000000`,
  };
  for (const [sentence, condition] of Object.entries(isTrue)) {
    const [found] = await rows<{ n: number; falsas: number }>(
      `select count(*) as n, sum(case when ${condition} then 0 else 1 end) as falsas
       from gastos where ${states(sentence)}`,
    );
    expect([sentence, Number(found?.n) > 0, Number(found?.falsas)]).toEqual([sentence, true, 0]);
  }
});

test('the receipts of open boxes and boxes under review are their own', async () => {
  const shared = await rows(`
    select soporte_sha256 from gastos inner join cajas on cajas.id = gastos.id_caja
    where cajas.active in (0, 2, 9) and gastos.origen is null group by soporte_sha256 having count(*) > 1`);
  expect(shared).toEqual([]);
});

/** Holidays of Colombia on weekdays within the year of the company. */
const holidays = [
  ...['2025-06-23', '2025-06-30', '2025-07-20', '2025-08-07', '2025-08-18', '2025-10-13'],
  ...['2025-11-03', '2025-11-17', '2025-12-08', '2025-12-25', '2026-01-01', '2026-01-12'],
  ...[
    '2026-03-23',
    '2026-04-02',
    '2026-04-03',
    '2026-05-01',
    '2026-05-18',
    '2026-06-08',
    '2026-06-15',
  ],
];

describe('people work when they work', () => {
  const moments = async () =>
    (await rows<{ instante: number }>('select instante from evento')).map(({ instante }) => {
      const local = new Date(Number(instante) - 5 * 3_600_000);
      return {
        date: local.toISOString().slice(0, 10),
        day: local.getUTCDay(),
        hour: local.getUTCHours(),
      };
    });

  test('at least 95 of 100 events are in working hours, and some are not', async () => {
    const all = await moments();
    const within = all.filter(
      ({ date, day, hour }) =>
        day >= 1 && day <= 5 && hour >= 8 && hour < 17 && !holidays.includes(date),
    );
    const share = within.length / all.length;
    expect(share).toBeGreaterThanOrEqual(0.95);
    expect(share).toBeLessThan(1);
  });

  test('most expenses are recorded on Mondays', async () => {
    const recorded = await rows<{ instante: number }>(
      "select instante from evento where evento = 'EXPENSE.RECORD'",
    );
    const perDay = [0, 0, 0, 0, 0, 0, 0];
    for (const { instante } of recorded) {
      const day = new Date(Number(instante) - 5 * 3_600_000).getUTCDay();
      perDay[day] = (perDay[day] ?? 0) + 1;
    }
    const [, monday = 0, ...others] = perDay;
    for (const count of others) expect(monday).toBeGreaterThan(1.2 * count);
  });
});

describe('what the controls are made to find', () => {
  const deviations = async () => {
    const context = await inSnapshot(database.db, async (trx) => {
      const users = await trx.selectFrom('usuarios').select(['id', 'email']).execute();
      const people = new Map(
        demoPersonEntries.map(([key]) => [
          key,
          users.find(({ email }) => email === demoEmail(key))?.id ?? 0,
        ]),
      );
      const world = { people, stores: new Map(), companies: new Map(), suppliers: new Map() };
      return contextIn(trx, receipts, world)('control', now);
    });
    const read: typeof context.read = (work) => inSnapshot(database.db, work);
    const period = { token: 'caja-menor', desde: '2026-03-20', hasta: '2026-06-17' };
    return readDeviations(period, { ...context, read });
  };

  test('every kind of deviation has a case, and a store splits its purchases', async () => {
    const { clases, arqueos } = await deviations();
    expect(clases.filter(({ cantidad }) => cantidad === 0).map(({ clase }) => clase)).toEqual([]);
    expect(arqueos.cantidad).toBeGreaterThan(0);
    const split = clases.find(({ clase }) => clase === 'fraccionado');
    expect(new Set(split?.casos.map(({ tienda }) => tienda))).toEqual(
      new Set(['Mayorista Pereira']),
    );
    for (const { detalle } of split?.casos ?? [])
      expect(detalle).toMatch(/^[2-4] compras a Taller de Estanterías Lozano suman /);
  });

  test('one supervisor is much slower than the others', async () => {
    const stays = await rows<{ id_actor: number; horas: number }>(`
      select fin.id_actor, avg(fin.instante - inicio.instante) / 3600000.0 as horas
      from evento as fin inner join evento as inicio on inicio.id_caja = fin.id_caja and inicio.evento = 'BOX.SEND'
      where fin.evento = 'BOX.SEND_SUPERVISOR' and fin.payload not like '%"enNombreDe"%'
      group by fin.id_actor order by horas desc`);
    const [slowest, next] = stays;
    expect(Number(slowest?.horas)).toBeGreaterThan(2.5 * Number(next?.horas));
    const [named] = await rows<{ email: string }>(
      `select email from usuarios where id = ${slowest?.id_actor ?? 0}`,
    );
    expect(named?.email).toBe('ricardo.acosta@cajamenor.test');
  });
});
