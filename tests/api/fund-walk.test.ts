/**
 * After each random call on stores, openings, boxes, payments, owed amounts, vales and counts, the available part of the
 * fund equals the cash that the test itself has counted, and the entries until then leave on the account of the petty
 * cash what an own query says. tests/domain/fund-walk.test.ts walks the fund with the machines alone.
 */
import { expect, test } from 'vitest';
import { sql } from 'kysely';
import { auditAdministration, auditStore } from '#server/operate/audit/audit-rows.ts';
import { seededRandom } from '#server/operate/demonstration/seeded-random.ts';
import { fundOfStore, fundParts } from '#server/features/cases/fund.repository.ts';
import { inSnapshot } from '#server/platform/database/transactions.ts';
import { must, startScene } from '#tests/kit/box-scene.ts';
import { lengthOf, seed } from '#tests/kit/full-length.ts';
import { FundWalk, fundMovements } from '#tests/kit/fund-walk.ts';
import { everyEntry, fundAccountOf, withheldAccount } from '#tests/kit/entries.ts';
import { perFile } from '#tests/kit/per-file.ts';

/** Number of logged events to reach, and of calls between two counts of the log. */
const [EVENTS, CALLS] = [lengthOf('FUND_EVENTS', { full: 10_000, short: 1_500 }), 50];

const scene = perFile(startScene);

const rowsOf = async <Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> =>
  (await query.execute(scene.db)).rows;

const logged = async (): Promise<number> =>
  Number((await rowsOf(sql<{ events: number }>`select count(*) as events from evento`))[0]?.events);

/** The five parts add up to the base, and the available part equals the cash of the store. */
async function expectTrueFund({ id, base, cash }: FundWalk['stores'][number]): Promise<void> {
  const fund = await inSnapshot(scene.db, (trx) => fundOfStore(trx, id));
  const { current, enProceso, porGirar, aCargo, disponible } = fund;
  expect(disponible + current + enProceso + porGirar + aCargo).toBe(base * 100);
  expect(Math.min(current, enProceso, porGirar, aCargo)).toBeGreaterThanOrEqual(0);
  expect(disponible).toBe(cash * 100);
  expect(await cashBySql(id)).toBe(cash * 100);
}

/** Centavos that should be in the drawer, by own SQL: the base less everything that is out of it. */
async function cashBySql(id: number): Promise<number> {
  const [row] = await rowsOf(sql<{ efectivo: number }>`select base
    - (select coalesce(sum(gastos.valor), 0) from gastos join cajas on cajas.id = gastos.id_caja
      where cajas.id_tienda = tiendas.id and cajas.active <> 5)
    + (select coalesce(sum(trasladado), 0) from cajas where id_tienda = tiendas.id and active <> 5)
    - (select coalesce(sum(por_girar + a_cargo), 0) from cajas where id_tienda = tiendas.id)
    - (select coalesce(sum(por_girar + a_cargo), 0) from movimiento_fondo where id_tienda = tiendas.id)
    - (select coalesce(sum(valor), 0) from vale where id_tienda = tiendas.id and estado = 'fuera')
    as efectivo from tiendas where id = ${id}`);
  return Number(row?.efectivo);
}

/** Fund, data of the store, list of stores, open box and audit agree on the parts. */
async function expectSameEverywhere({ id, vales }: FundWalk['stores'][number]): Promise<void> {
  const listed = await must(scene.browsers[1], '/obtenerTiendas', { limite: 100 });
  const fund = await inSnapshot(scene.db, (trx) => fundOfStore(trx, id));
  const { en_proceso, por_girar, a_cargo_tienda, disponible } = fundParts(fund);
  const reembolso = en_proceso + por_girar;
  const parts = { en_proceso, por_girar, a_cargo_tienda, disponible, reembolso };
  // The coordinator sees the stores of each person in charge.
  const store = scene.browsers[4];
  expect(await must(store, '/obtenerDatosTiendaCaja', { id_tienda: id })).toMatchObject(parts);
  expect(listed.find((one) => one.id === id)).toMatchObject(parts);
  const { total } = await must(store, '/obtenerCajaActual', { id_tienda: id });
  // A vale is out of the drawer and in no total.
  const given = [...vales.values()].reduce((sum, { valor }) => sum + valor, 0);
  expect(total + given).toBe(fund.current / 100);
  const audited = await inSnapshot(scene.db, (trx) => auditStore(trx, id));
  expect([audited.differences, audited.derived]).toEqual([[], []]);
}

/** Nothing has two live payments, which have the granted amount less what was kept back, and no attempt has more. */
async function expectOnePayment({ payments }: FundWalk): Promise<void> {
  const paid = await rowsOf(sql<{ clave: number; vivos: number; vivo: number; mayor: number }>`
    select coalesce(id_caja, -id_movimiento) as clave, max(valor) as mayor,
      sum(case when estado in ('retirado', 'devuelto') then 0 else 1 end) as vivos,
      sum(case when estado in ('retirado', 'devuelto') then 0 else valor end) as vivo
    from giro group by coalesce(id_caja, -id_movimiento)`);
  for (const { clave, vivos, vivo, mayor } of paid) {
    const { granted = 0, kept = 0 } = payments.get(Number(clave)) ?? {};
    expect(Number(vivos)).toBeLessThanOrEqual(1);
    if (Number(vivos) === 1) expect(Number(vivo)).toBe((granted - kept) * 100);
    expect(Number(mayor)).toBeLessThanOrEqual(granted * 100);
  }
}

/** Centavos that the account of the petty cash must have, by own SQL. */
async function accountBySql(id: number): Promise<number> {
  const [row] = await rowsOf(sql<{ saldo: number }>`select base
    - (select coalesce(sum(por_girar), 0) from cajas where id_tienda = tiendas.id)
    - (select coalesce(sum(por_girar + a_cargo), 0) from movimiento_fondo where id_tienda = tiendas.id)
    as saldo from tiendas where id = ${id}`);
  return Number(row?.saldo);
}

/** At every instant the entries until then leave the expected balance on the account of the petty cash. */
async function expectTrueAccounts(
  expected: readonly { id: number; instant: number; balance: number }[],
): Promise<void> {
  const entries = await everyEntry(scene);
  for (const { lineas, tipo, faltan } of entries) {
    const sum = lineas.reduce((all, { debito, credito }) => all + debito - credito, 0);
    expect([tipo, sum, faltan]).toEqual([tipo, 0, []]);
  }
  const [withheld] = await rowsOf(sql<{ valor: number }>`select sum(valor_item) as valor
    from gasto_categoria join gastos on gastos.id = gasto_categoria.id_gasto
    join cajas on cajas.id = gastos.id_caja join impuestos on impuestos.id = gasto_categoria.iva_item
    where cuenta_retencion <> '' and cajas.active = 5 and gastos.estado not in (4, 7, 10, 16)`);
  const credited = entries
    .flatMap(({ lineas }) => lineas)
    .filter(({ cuenta }) => cuenta === withheldAccount)
    .reduce((sum, { debito, credito }) => sum + credito - debito, 0);
  expect(credited).toBeGreaterThan(0);
  expect(credited).toBe(Number(withheld?.valor));
  for (const { id, instant, balance } of expected) {
    const until = entries.filter(
      ({ id_tienda, instante }) => id_tienda === id && instante <= instant,
    );
    expect([id, instant, fundAccountOf(until)]).toEqual([id, instant, balance]);
  }
}

/** Where boxes credit the bank, what is to be paid of them is not among the balance, by own SQL. */
async function expectTrueImprest(): Promise<void> {
  const entries = await everyEntry(scene, 'banco');
  const rows = await rowsOf(sql<{ id: number; saldo: number }>`select id, base
    - (select coalesce(sum(por_girar + a_cargo), 0) from movimiento_fondo where id_tienda = tiendas.id)
    as saldo from tiendas where exists (select 1 from cajas where id_tienda = tiendas.id)`);
  expect(entries.some(({ origen }) => origen === 'giro')).toBe(false);
  for (const { id, saldo } of rows) {
    const own = entries.filter(({ id_tienda }) => id_tienda === id);
    expect([id, fundAccountOf(own)]).toEqual([id, Number(saldo)]);
  }
}

/** Under both settings; a payment of a movement begins while payments are followed. */
const movements = fundMovements.flatMap((name) =>
  ['sí', 'no'].map((value) => `${name}, control_giros = ${value}`),
);

test(`the parts of a fund add up to its base after every call, for ${EVENTS} events`, async () => {
  const walk = await FundWalk.start(scene, seededRandom(seed));
  await walk.open();
  await walk.open();
  const balances: { id: number; instant: number; balance: number }[] = [];
  while ((await logged()) < EVENTS)
    for (let call = 0; call < CALLS; call += 1) {
      scene.clock.advance(1);
      const changed = await walk.step();
      await expectTrueFund(changed);
      for (const store of walk.stores.slice(-1)) await expectTrueFund(store);
      for (const { id } of [changed, ...walk.stores.slice(-1)])
        balances.push({ id, instant: scene.clock.now(), balance: await accountBySql(id) });
    }
  await expectTrueAccounts(balances);
  await expectTrueImprest();
  for (const store of walk.stores) await expectSameEverywhere(store);
  await expectOnePayment(walk);
  const audited = await inSnapshot(scene.db, auditAdministration);
  const ofFund = /^(vale|arqueo|movimiento_fondo|giro|tiendas|responsable_tienda)/;
  expect(audited.filter((found) => ofFund.test(found))).toEqual([]);
  process.stdout.write(
    `${[...walk.moved, ...walk.accepted]
      .map((one) => one.join(': '))
      .toSorted()
      .join('\n')}\n`,
  );
  expect(movements.filter((name) => !walk.moved.has(name))).toEqual([]);
  const money = [
    '/prepararGiros',
    '/autorizarGiros',
    '/enviarGiros',
    '/confirmarGiros',
    '/retirarGiros',
    '/devolverGiros',
    '/responderGiro',
    '/consignarGasto',
    '/asumirGasto',
    '/eliminarGasto',
    '/corregirGasto',
    // Rare: a short walk may miss them.
    ...(EVENTS < 10_000 ? [] : ['deleted copy', 'corrected copy']),
  ];
  expect(money.filter((path) => !walk.accepted.has(path))).toEqual([]);
}, 3_600_000);
