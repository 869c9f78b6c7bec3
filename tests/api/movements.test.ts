/** Movements of a fund: what each moves, counted by hand and by own SQL, who may do it, and what the logs hold. */
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { auditAdministration, auditStore } from '#server/operate/audit/audit-rows.ts';
import { inSnapshot } from '#server/platform/database/transactions.ts';
import { keyOfMovement } from '#machines/domain/payment/payee.ts';
import { must, startScene, today } from '#tests/kit/box-scene.ts';
import { newStore } from '#tests/kit/box-stages.ts';
import { changeBase, formWithBase, movementsOf, shortage } from '#tests/kit/movement-scene.ts';
import { accountOf, confirmedBox, partlyGranted, treasurer } from '#tests/kit/payment-scene.ts';
import { drawnTexts, pageTexts } from '#tests/kit/files/pdf-text.ts';
import { readWorkbook } from '#tests/kit/files/workbook.ts';
import { addPerson } from '#tests/kit/people.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);
let treasury: TestClient;
let otherAccountant: TestClient;
beforeAll(async () => {
  treasury = await treasurer(scene);
  const email = 'contabilidad.dos@cajamenor.test';
  await addPerson(scene.db, { profile: 6, email });
  otherAccountant = await scene.signIn(email);
});

const follow = (control_giros: 'si' | 'no') =>
  must(scene.browsers[1], '/configGeneral', { monto_maximo: 1_000_000, control_giros });

/** Pesos of a store by own SQL: base, out of the drawer by part, and the cash that is left. */
async function fundBySql(id: number) {
  const { rows } = await sql<Record<'base' | 'abiertas' | 'girar' | 'cargo', number>>`
    select base,
      (select coalesce(sum(gastos.valor), 0) from gastos join cajas on cajas.id = gastos.id_caja
        where cajas.id_tienda = tiendas.id and cajas.active <> 5) as abiertas,
      (select coalesce(sum(por_girar), 0) from cajas where id_tienda = tiendas.id)
      + (select coalesce(sum(por_girar), 0) from movimiento_fondo where id_tienda = tiendas.id) as girar,
      (select coalesce(sum(a_cargo), 0) from cajas where id_tienda = tiendas.id)
      + (select coalesce(sum(a_cargo), 0) from movimiento_fondo where id_tienda = tiendas.id) as cargo
    from tiendas where id = ${id}`.execute(scene.db);
  const [row] = rows;
  const pesos = (amount = 0) => Number(amount) / 100;
  const parts = { base: pesos(row?.base), girar: pesos(row?.girar), cargo: pesos(row?.cargo) };
  return { ...parts, cash: parts.base - pesos(row?.abiertas) - parts.girar - parts.cargo };
}

/** The fund is this by own SQL and on the screens, and the logs agree with the rows. */
async function expectFund(
  id_tienda: number,
  fund: { base: number; girar: number; cargo: number; cash: number },
): Promise<void> {
  expect(await fundBySql(id_tienda)).toEqual(fund);
  const parts = { por_girar: fund.girar, a_cargo_tienda: fund.cargo, disponible: fund.cash };
  const shown = await must(scene.browsers[2], '/obtenerDatosTiendaCaja', { id_tienda });
  expect(shown).toMatchObject({ ...parts, base: fund.base });
  const audited = await inSnapshot(scene.db, (trx) => auditStore(trx, id_tienda));
  expect([audited.differences, audited.derived]).toEqual([[], []]);
  expect(await differences()).toEqual([]);
}

/** What the audit says of the administration; the kit gives a treasurer his permissions by hand. */
const differences = async () =>
  (await inSnapshot(scene.db, auditAdministration)).filter((one) => !one.includes(': permisos es'));

const nameOf = async (profile: 1 | 6) =>
  (
    await scene.db
      .selectFrom('usuarios')
      .select('razon_social')
      .where('id', '=', scene.people[profile].id)
      .executeTakeFirstOrThrow()
  ).razon_social;

/** Prepares, authorises, sends and confirms one payment. @param key of its box or movement */
async function pay(key: number, preparer: TestClient = otherAccountant): Promise<void> {
  const [prepared] = await must(preparer, '/prepararGiros', { cajas: [key] });
  const id_lote = prepared?.id_lote ?? 0;
  await must(treasury, '/autorizarGiros', { id_lote });
  await must(scene.browsers[6], '/enviarGiros', { id_lote });
  const giros = [{ id_caja: key, referencia: `M${key}` }];
  await must(scene.browsers[6], '/confirmarGiros', { dia: today, giros });
}

const keyOfLast = async (id_tienda: number) =>
  keyOfMovement((await movementsOf(scene, id_tienda))[0]?.id ?? 0);

const giveBack = async (key: number) => {
  await must(scene.browsers[6], '/proponerDevolucion', { cajas: [key], motivo: 'Cuenta cerrada' });
  await must(treasury, '/resolverDevolucion', { cajas: [key], aprueba: 1 });
};

describe('what the company takes over', () => {
  test('is owed to the store until its own payment is confirmed, which another person prepares', async () => {
    const box = await confirmedBox(scene);
    const { id_tienda, expenses } = box;
    // $ 90.000 of $ 100.000 came back; $ 10.000 are owed.
    await expectFund(id_tienda, { base: 1_000_000, girar: 0, cargo: 10_000, cash: 990_000 });
    const body = { id_gasto: expenses[1] ?? 0, motivo: 'Compra urgente' };
    await must(scene.browsers[6], '/asumirGasto', body);
    await expectFund(id_tienda, { base: 1_000_000, girar: 10_000, cargo: 0, cash: 990_000 });
    const key = await keyOfLast(id_tienda);
    const own = await scene.browsers[6].call('/prepararGiros', { cajas: [key] });
    expect(own.status).toBe(409);
    expect(JSON.stringify(own.body)).toContain('Usted asumió este gasto por la empresa');
    const listed = await must(scene.browsers[6], '/giros', { lista: 'porGirar', limite: 100 });
    expect(listed.find(({ id_caja }) => id_caja === key)).toMatchObject({
      id_tienda,
      concepto: 'Asumido por la empresa',
      valor: 10_000,
      estado: 'porGirar',
      asume: scene.people[6].id,
      asumido_por: await nameOf(6),
    });
    await pay(key);
    await expectFund(id_tienda, { base: 1_000_000, girar: 0, cargo: 0, cash: 1_000_000 });
    const answer = { id_caja: key, recibido: 0, nota: 'No está' } as const;
    await must(scene.browsers[2], '/responderGiro', answer);
    // A claim moves no cash.
    await expectFund(id_tienda, { base: 1_000_000, girar: 0, cargo: 0, cash: 1_000_000 });
    await must(scene.browsers[2], '/responderGiro', { id_caja: key, recibido: 1 });
    await giveBack(key);
    await expectFund(id_tienda, { base: 1_000_000, girar: 10_000, cargo: 0, cash: 990_000 });
    // The attempts of the movement are in the administration log under the names of their events.
    const { rows } = await sql<{ evento: string }>`select evento from evento_administracion
      where tabla = 'giro' order by secuencia`.execute(scene.db);
    expect(rows.map(({ evento }) => evento.replace('PAYMENT.', '')).join()).toBe(
      'PREPARE,AUTHORISE,SEND,CONFIRM,CLAIM,RECEIVE,PROPOSE_RETURN,AGREE_RETURN',
    );
  });

  test('is paid at once when payments are not followed', async () => {
    const { id_tienda, expenses } = await confirmedBox(scene);
    await follow('no');
    await must(scene.browsers[6], '/asumirGasto', { id_gasto: expenses[1] ?? 0, motivo: 'Sí' });
    await follow('si');
    await expectFund(id_tienda, { base: 1_000_000, girar: 0, cargo: 0, cash: 1_000_000 });
  });
});

describe('a shortage', () => {
  const debtOf = async (id_tienda: number) =>
    (await must(scene.browsers[2], '/gastosACargo', { id_tienda })).movimientos;

  test('is paid in by the store, or by accounting that names the debtor', async () => {
    const { id } = await newStore(scene);
    const one = await shortage(scene, id, 40_000);
    await expectFund(id, { base: 1_000_000, girar: 0, cargo: 40_000, cash: 960_000 });
    expect(await debtOf(id)).toMatchObject([
      { id_movimiento: one, concepto: 'Faltante de un arqueo', debe: 40_000 },
    ]);
    const paid = { id_movimiento: one, dia: today, referencia: 'En el cajón' };
    const unnamed = await scene.browsers[6].call('/consignarMovimiento', paid);
    expect([unnamed.status, JSON.stringify(unnamed.body)]).toEqual([
      422,
      expect.stringContaining('Indique quién debe'),
    ]);
    await must(scene.browsers[6], '/consignarMovimiento', {
      ...paid,
      id_deudor: scene.people[2].id,
    });
    await expectFund(id, { base: 1_000_000, girar: 0, cargo: 0, cash: 1_000_000 });
    expect(await debtOf(id)).toEqual([]);
  });

  test('is taken over by accounting, and then paid like a box', async () => {
    const { id } = await newStore(scene);
    const one = await shortage(scene, id, 40_000);
    await must(scene.browsers[6], '/asumirMovimiento', { id_movimiento: one, motivo: 'Robo' });
    await expectFund(id, { base: 1_000_000, girar: 40_000, cargo: 0, cash: 960_000 });
    await pay(await keyOfLast(id));
    await expectFund(id, { base: 1_000_000, girar: 0, cargo: 0, cash: 1_000_000 });
  });

  test('of an expense that was not granted can be paid in by accounting that names the debtor', async () => {
    const { id_tienda, expenses } = await confirmedBox(scene);
    const paid = { id_gasto: expenses[1] ?? 0, dia: today, nota: 'Por nómina' };
    const other = { ...paid, id_deudor: scene.people[3].id };
    expect((await scene.browsers[6].call('/consignarGasto', other)).status).toBe(422);
    await must(scene.browsers[6], '/consignarGasto', { ...paid, id_deudor: scene.people[2].id });
    await expectFund(id_tienda, { base: 1_000_000, girar: 0, cargo: 0, cash: 1_000_000 });
  });
});

describe('a higher base', () => {
  test('is money to be paid, and in the drawer once its payment is confirmed', async () => {
    const { id } = await newStore(scene);
    const [answer] = await changeBase(scene, id, 1_300_000);
    expect(answer?.aviso).toBe('La base sube $ 300.000: queda por girar.');
    await expectFund(id, { base: 1_300_000, girar: 300_000, cargo: 0, cash: 1_000_000 });
    const [row] = await movementsOf(scene, id);
    expect(row).toMatchObject({
      concepto: 'Aumento de la base',
      valor: 300_000,
      nombre_estado: 'Por girar',
      motivo: 'Cambian las ventas',
      persona: await nameOf(1),
    });
    await pay(await keyOfLast(id));
    await expectFund(id, { base: 1_300_000, girar: 0, cargo: 0, cash: 1_300_000 });
    const { movimientos } = await must(scene.browsers[2], '/movimientosFondo', { id_tienda: id });
    expect(movimientos[0]?.puede.map(({ evento }) => evento)).toEqual([
      'PAYMENT.RECEIVE',
      'PAYMENT.CLAIM',
    ]);
  });

  test('is in the drawer at once when payments are not followed', async () => {
    const { id } = await newStore(scene);
    await follow('no');
    await changeBase(scene, id, 1_300_000);
    await follow('si');
    await expectFund(id, { base: 1_300_000, girar: 0, cargo: 0, cash: 1_300_000 });
  });
});

describe('a lower base', () => {
  afterEach(() => follow('si'));

  test('moves nothing until the money is handed in with day and reference', async () => {
    const { id } = await newStore(scene);
    const [answer] = await changeBase(scene, id, 800_000);
    expect(answer?.aviso).toContain('La tienda debe devolver $ 200.000');
    await expectFund(id, { base: 1_000_000, girar: 0, cargo: 0, cash: 1_000_000 });
    const store = await must(scene.browsers[1], '/obtenerTiendaById', { id_tienda: id });
    expect([store.base, store.por_devolver]).toEqual([1_000_000, 200_000]);
    const [row] = await movementsOf(scene, id);
    expect(row?.nombre_estado).toBe('Por devolver');
    await must(scene.browsers[2], '/consignarMovimiento', {
      id_movimiento: row?.id ?? 0,
      dia: today,
      referencia: '4471',
    });
    await expectFund(id, { base: 800_000, girar: 0, cargo: 0, cash: 800_000 });
    expect((await movementsOf(scene, id))[0]).toMatchObject({
      dia: today,
      referencia: '4471',
      nombre_estado: 'Consignado',
    });
  });

  test('is replaced by a later one, and cancelled by the present base', async () => {
    const { id } = await newStore(scene);
    await changeBase(scene, id, 800_000);
    await changeBase(scene, id, 700_000);
    const states = async () =>
      (await movementsOf(scene, id)).map(({ valor, estado }) => `${valor} ${estado}`);
    expect(await states()).toEqual(['300000 pedida', '200000 anulado']);
    // The same form again changes nothing.
    await changeBase(scene, id, 700_000);
    expect(await states()).toHaveLength(2);
    await changeBase(scene, id, 1_000_000);
    expect(await states()).toEqual(['300000 anulado', '200000 anulado']);
    await expectFund(id, { base: 1_000_000, girar: 0, cargo: 0, cash: 1_000_000 });
  });

  test('is not handed in beyond the cash of the store', async () => {
    const { id_tienda } = await partlyGranted(scene, [900_000, 10_000]);
    await changeBase(scene, id_tienda, 800_000);
    const [row] = await movementsOf(scene, id_tienda);
    const { status, body } = await scene.browsers[2].call('/consignarMovimiento', {
      id_movimiento: row?.id ?? 0,
      dia: today,
      referencia: '4471',
    });
    expect([status, JSON.stringify(body)]).toEqual([
      409,
      expect.stringContaining('Hay $ 90.000 disponibles'),
    ]);
  });

  test('is kept back from a payment, which shows granted, kept back and paid', async () => {
    const box = await partlyGranted(scene);
    const { id_tienda, id } = box;
    await changeBase(scene, id_tienda, 970_000);
    const rowOf = async (lista: 'porGirar' | 'enCurso') =>
      (await must(scene.browsers[6], '/giros', { lista, limite: 100 })).find(
        ({ id_caja }) => id_caja === id,
      );
    expect((await rowOf('porGirar'))?.por_retener).toBe(30_000);
    const body = { cajas: [id], retener: [id] };
    const [prepared] = await must(scene.browsers[6], '/prepararGiros', body);
    // $ 90.000 granted, $ 30.000 kept back: $ 60.000 are still to be paid.
    await expectFund(id_tienda, { base: 970_000, girar: 60_000, cargo: 10_000, cash: 900_000 });
    expect(await rowOf('enCurso')).toMatchObject({ valor: 60_000, retenido: 30_000 });
    await must(scene.browsers[6], '/retirarGiros', { cajas: [id] });
    expect(prepared?.giros).toBe(1);
    await pay(id);
    await expectFund(id_tienda, { base: 970_000, girar: 0, cargo: 10_000, cash: 960_000 });
  });

  test('is kept back from a whole payment, of which nothing is left to pay', async () => {
    const { id_tienda, id } = await partlyGranted(scene);
    await changeBase(scene, id_tienda, 910_000);
    await must(scene.browsers[6], '/prepararGiros', { cajas: [id], retener: [id] });
    await expectFund(id_tienda, { base: 910_000, girar: 0, cargo: 10_000, cash: 900_000 });
    const { giro } = await must(scene.browsers[2], '/giroDeCaja', { id_caja: id });
    expect(giro).toMatchObject({ valor: 0, retenido: 90_000, nombre_estado: 'Retenido' });
    const history = await must(scene.browsers[2], '/historialCajas', { id_tienda });
    expect(history.map((row) => row.giro)).toEqual(['Retenido']);
  });

  test('is not kept back beyond a payment, nor without being asked', async () => {
    const { id_tienda, id } = await partlyGranted(scene);
    const body = { cajas: [id], retener: [id] };
    expect((await scene.browsers[6].call('/prepararGiros', body)).status).toBe(409);
    await changeBase(scene, id_tienda, 800_000);
    const refused = await scene.browsers[6].call('/prepararGiros', body);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      422,
      expect.stringContaining('No se puede retener más de lo que se gira'),
    ]);
    await expectFund(id_tienda, { base: 1_000_000, girar: 90_000, cargo: 10_000, cash: 900_000 });
  });
});

test('payments of movements, debts of a count and the fund of a store that was switched off are pending', async () => {
  const { id: id_tienda } = await newStore(scene);
  const items = async (browser: TestClient, tipo: string) =>
    (await must(browser, '/misPendientes', { limite: 100 })).filter((item) => item.tipo === tipo);
  const pending = async (browser: TestClient, tipo: string) =>
    (await items(browser, tipo)).filter((item) => item.id_tienda === id_tienda);
  // One item for all payments that no batch has.
  const [before] = await items(otherAccountant, 'girar');
  await changeBase(scene, id_tienda, 1_200_000);
  const [after] = await items(otherAccountant, 'girar');
  expect((after?.valor ?? 0) - (before?.valor ?? 0)).toBe(200_000);
  expect((after?.cantidad ?? 0) - (before?.cantidad ?? 0)).toBe(1);
  await shortage(scene, id_tienda, 30_000);
  expect(await pending(scene.browsers[2], 'aCargo')).toMatchObject([{ id_tienda, valor: 30_000 }]);
  expect(await pending(otherAccountant, 'liquidar')).toEqual([]);
  await scene.db.updateTable('tiendas').set({ active_: 0 }).where('id', '=', id_tienda).execute();
  expect(await pending(otherAccountant, 'liquidar')).toMatchObject([
    { id_tienda, valor: 1_200_000 },
  ]);
  expect(await must(scene.browsers[6], '/movimientosFondo', { id_tienda })).toMatchObject({
    activa: 0,
    base: 1_200_000,
    por_devolver: 0,
    disponible: 970_000,
    en_caja: 0,
    en_proceso: 0,
    por_girar: 200_000,
    a_cargo: 30_000,
  });
  await scene.db.updateTable('tiendas').set({ active_: 1 }).where('id', '=', id_tienda).execute();
});

test('the fund of a store that was switched off is settled by accounting alone, once its base is asked for', async () => {
  const { id: id_tienda } = await newStore(scene);
  const pending = async () =>
    (await must(otherAccountant, '/misPendientes', { limite: 100 })).filter(
      (item) => item.tipo === 'liquidar' && item.id_tienda === id_tienda,
    );
  const id_movimiento = await shortage(scene, id_tienda, 30_000);
  await must(scene.browsers[1], '/actdesElemento', {
    tabla: 'tiendas',
    id_elemento: id_tienda,
    opc: 0,
  });
  expect(await pending()).toMatchObject([{ valor: 1_000_000 }]);
  await changeBase(scene, id_tienda, 0);
  const payIn = (id: number, more = {}) =>
    scene.browsers[6].call('/consignarMovimiento', {
      id_movimiento: id,
      dia: today,
      referencia: 'CONS 1',
      ...more,
    });
  const asked = (await movementsOf(scene, id_tienda)).find(({ estado }) => estado === 'pedida');
  // 30.000 of it are not in the drawer.
  expect((await payIn(asked?.id ?? 0)).status).toBe(409);
  expect((await payIn(id_movimiento, { id_deudor: scene.people[2].id })).status).toBe(200);
  expect((await payIn(asked?.id ?? 0)).status).toBe(200);
  expect(await pending()).toEqual([]);
  expect(await must(scene.browsers[6], '/movimientosFondo', { id_tienda })).toMatchObject({
    activa: 0,
    base: 0,
    disponible: 0,
    por_devolver: 0,
    a_cargo: 0,
  });
});

test('a row that was changed by hand is found by the audit', async () => {
  const { id } = await newStore(scene);
  await changeBase(scene, id, 1_300_000);
  const key = await keyOfLast(id);
  await pay(key);
  expect(await differences()).toEqual([]);
  await sql`update movimiento_fondo set valor = valor + 1 where id = ${-key}`.execute(scene.db);
  await sql`update giro set referencia = 'OTRA' where id_movimiento = ${-key}`.execute(scene.db);
  const found = (await differences()).join('\n');
  expect(found).toContain(`movimiento del fondo ${-key}: valor`);
  expect(found).toMatch(/giro de un movimiento \d+: referencia es «OTRA»/);
  await sql`update movimiento_fondo set valor = valor - 1 where id = ${-key}`.execute(scene.db);
  await sql`update giro set referencia = ${`M${key}`} where id_movimiento = ${-key}`.execute(
    scene.db,
  );
});

test('an edit of a store with an unchanged base is no movement', async () => {
  const { id } = await newStore(scene);
  const form = await formWithBase(scene, id, 1_000_000);
  const [answer] = await must(scene.browsers[1], '/editarTienda', { ...form, telefono: '6017' });
  expect(answer?.aviso).toBe('');
  expect(await movementsOf(scene, id)).toEqual([]);
});

test('a movement has an act of one page with who, when, why and how much', async () => {
  const { id } = await newStore(scene);
  await changeBase(scene, id, 800_000);
  const [row] = await movementsOf(scene, id);
  const address = `/documentos/movimientos/${row?.id ?? 0}`;
  const { statusCode, rawPayload } = await scene.browsers[2].get(address);
  expect(statusCode).toBe(200);
  const [page, ...others] = await pageTexts(rawPayload);
  expect(others).toEqual([]);
  for (const text of [
    `Disminución de la base n.º ${row?.id}`,
    '$ 200.000',
    'Cambian las ventas',
    await nameOf(1),
    'Por devolver',
    'Por la tienda: nombre, documento y firma',
  ])
    expect(page).toContain(text);
});

describe('the documents of payments', () => {
  const attemptsOf = async (key: number) =>
    (
      await scene.db
        .selectFrom('giro')
        .select(['id', 'estado'])
        .where('id_movimiento', '=', -key)
        .orderBy('id')
        .execute()
    ).map(({ id }) => id);

  const voucherText = async (id: number) => {
    const { statusCode, rawPayload } = await otherAccountant.get(`/documentos/egresos/${id}`);
    const [page = '', ...more] = statusCode === 200 ? await pageTexts(rawPayload) : [];
    expect(more).toEqual([]);
    return { statusCode, page };
  };

  test('hold each confirmed payment of a movement, with what it is for', async () => {
    const { id } = await newStore(scene);
    const { nombre } = await must(scene.browsers[1], '/obtenerTiendaById', { id_tienda: id });
    await changeBase(scene, id, 1_300_000);
    const increase = await keyOfLast(id);
    await pay(increase);
    const one = await shortage(scene, id, 40_000);
    await must(scene.browsers[6], '/asumirMovimiento', { id_movimiento: one, motivo: 'Robo' });
    const takenOver = await keyOfLast(id);
    await pay(takenOver);

    const [ofIncrease = 0] = await attemptsOf(increase);
    // Their batches are found by the store, too.
    const batches = await must(otherAccountant, '/lotesGiros', { buscar: nombre });
    expect(batches.map(({ valor }) => valor)).toEqual([40_000, 300_000]);
    const [ofTakenOver = 0] = await attemptsOf(takenOver);
    const first = await voucherText(ofIncrease);
    for (const part of [
      `Comprobante de egreso GIRO${ofIncrease}`,
      nombre,
      'Aumento de la base',
      'Cambian las ventas',
      '$ 300.000',
      today,
      `M${increase}`,
      'A mano, sin cuenta',
    ])
      expect(first.page).toContain(part);
    const second = await voucherText(ofTakenOver);
    for (const part of ['Asumido por la empresa', 'Robo', await nameOf(6), '$ 40.000'])
      expect(second.page).toContain(part);
  });

  test('list exactly what was confirmed and did not come back', async () => {
    const { id } = await newStore(scene);
    // One of the payments is a transfer to an account.
    const { id: id_tienda } = await newStore(scene);
    await accountOf(scene, { id_tienda }, '00912344471');
    await changeBase(scene, id_tienda, 1_100_000);
    await pay(await keyOfLast(id_tienda));
    await changeBase(scene, id, 1_300_000);
    const key = await keyOfLast(id);
    await pay(key);
    await giveBack(key);
    await pay(key);
    await must(scene.browsers[2], '/responderGiro', { id_caja: key, recibido: 0, nota: 'No' });
    const [returned = 0, claimed = 0] = await attemptsOf(key);
    const { rawPayload } = await otherAccountant.get('/documentos/giros-hechos');
    const { rows } = await readWorkbook(rawPayload);
    const paid = await sql<{ id: number }>`select id from giro
      where dia <> '' and estado <> 'devuelto' order by dia, id`.execute(scene.db);
    const text = (value: unknown) => (value as { value: string } | null)?.value;
    const listed = rows.map((row) => text(row['Nuestra referencia']));
    expect(listed).toEqual(paid.rows.map((row) => `GIRO${row.id}`));
    expect(listed).not.toContain(`GIRO${returned}`);
    const totals = (await readWorkbook(rawPayload, 2)).rows.map((row) =>
      ['Total por', 'Nombre', 'Giros', 'Valor'].map((name) => row[name]?.value),
    );
    const { rows: bySql } = await sql<{
      por: string;
      nombre: string;
      giros: number;
      valor: number;
    }>`
      select 'Vía' as por, case when via <> 'transferencia' then via when id_cuenta is null
          then 'A mano, sin cuenta' else 'Transferencia' end as nombre,
        count(*) as giros, sum(valor) as valor
      from giro where dia <> '' and estado <> 'devuelto' group by 2
      union all
      select 'Banco', banco, count(*), sum(valor) from giro
      join cuenta_tienda on cuenta_tienda.id = giro.id_cuenta
      where dia <> '' and giro.estado <> 'devuelto' group by banco`.execute(scene.db);
    const wanted = bySql.map(({ por, nombre, giros, valor }) => [
      por,
      nombre,
      Number(giros),
      Number(valor) / 100,
    ]);
    expect(wanted).toHaveLength(3);
    expect(totals.toSorted()).toEqual(wanted.toSorted());
    const row = rows.find((one) => text(one['Nuestra referencia']) === `GIRO${claimed}`);
    expect(['Concepto', 'Estado', 'Vía'].map((name) => text(row?.[name]))).toEqual([
      'Aumento de la base',
      'No le llegó a la tienda',
      'A mano, sin cuenta',
    ]);
    expect((await voucherText(claimed)).statusCode).toBe(200);
  });

  test('have the heading, the facts and the lines to sign of an act and a vale', async () => {
    const { id } = await newStore(scene);
    await changeBase(scene, id, 1_300_000);
    const key = await keyOfLast(id);
    await pay(key);
    const vale = { id_tienda: id, valor: 20_000, persona: 'Ana Ruiz', dia: today, motivo: 'Taxi' };
    const [given] = await must(scene.browsers[2], '/darVale', vale);
    const [attempt = 0] = await attemptsOf(key);
    const sheets = [
      [`/documentos/egresos/${attempt}`, 6, 792, 'Comprobante', '$ 300.000', 'Tienda', 'Autorizó'],
      [
        `/documentos/movimientos/${-key}`,
        2,
        792,
        'Aumento',
        '$ 300.000',
        'Estado',
        'Por la tienda',
      ],
      [`/documentos/vale?id_vale=${given?.id_vale}`, 2, 396, 'Vale', '$ 20.000', 'Día', 'Firma de'],
    ] as const;
    for (const [address, profile, height, title, amount, label, signature] of sheets) {
      const texts = await drawnTexts((await scene.browsers[profile].get(address)).rawPayload, 0);
      const at = (start: string) => {
        const one = texts.find(({ text }) => text.replaceAll('\u00a0', ' ').startsWith(start));
        const { left = 0, right = 0, top = 0, bottom = 0 } = one ?? {};
        return { left, right, top: height - top, bottom: height - bottom };
      };
      // Letters begin up to two points beside their position.
      const positions = [
        [at(title).left, 40],
        [at(title).top, 33],
        [at(amount).right, 572],
        [at(amount).top, 33],
        [at(label).left, 40],
        [at(label).bottom, 94],
      ] as const;
      for (const [place, [is, wanted]] of positions.entries())
        expect([address, place, is, Math.abs(is - wanted) < 2.5]).toEqual([
          address,
          place,
          is,
          true,
        ]);
      // Lines to sign are below every fact, and on the page.
      expect(at(signature).top).toBeGreaterThan(at(label).top + 60);
      expect(at(signature).top).toBeLessThan(height - 40);
    }
  });
});
