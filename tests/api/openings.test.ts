/** The opening of a store: the fund by own SQL and by counted cash, its payments, its vale, and taking it back. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { denominations } from '#contract/cash.ts';
import { auditAdministration, auditStore } from '#server/operate/audit/audit-rows.ts';
import { inSnapshot } from '#server/platform/database/transactions.ts';
import { must, record, startScene, today, unlike } from '#tests/kit/box-scene.ts';
import { newStore } from '#tests/kit/box-stages.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { pageTexts } from '#tests/kit/files/pdf-text.ts';
import { changeBase, movementsOf, openingForm } from '#tests/kit/movement-scene.ts';
import { treasurer } from '#tests/kit/payment-scene.ts';
import { addPerson } from '#tests/kit/people.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);
let treasury: TestClient;
let otherAccountant: TestClient;
beforeAll(async () => {
  treasury = await treasurer(scene);
  const email = 'contabilidad.apertura@cajamenor.test';
  await addPerson(scene.db, { profile: 6, email });
  otherAccountant = await scene.signIn(email);
});

const admin = () => scene.browsers[1];

const open = async (id_tienda: number, change: object = {}): Promise<number> => {
  scene.clock.advance(60_000);
  const [answer] = await must(admin(), '/abrirFondo', { ...openingForm(id_tienda), ...change });
  return answer?.id_movimiento ?? 0;
};

const opened = async (): Promise<{ id: number; opening: number }> => {
  const { id } = await newStore(scene);
  return { id, opening: await open(id) };
};

/** Pesos of a store by own SQL: base, out of the drawer by part, and the cash that is left. */
async function fundBySql(id: number) {
  const { rows } = await sql<Record<'base' | 'gastos' | 'vales' | 'girar' | 'cargo', number>>`
    select base / 100 as base,
      (select coalesce(sum(gastos.valor), 0) / 100 from gastos join cajas on cajas.id = gastos.id_caja
        where cajas.id_tienda = tiendas.id) as gastos,
      (select coalesce(sum(valor), 0) / 100 from vale
        where id_tienda = tiendas.id and estado = 'fuera') as vales,
      (select coalesce(sum(por_girar), 0) / 100 from movimiento_fondo
        where id_tienda = tiendas.id) as girar,
      (select coalesce(sum(a_cargo), 0) / 100 from movimiento_fondo
        where id_tienda = tiendas.id) as cargo
    from tiendas where id = ${id}`.execute(scene.db);
  const parts = Object.fromEntries(
    Object.entries(rows[0] ?? {}).map(([name, amount]) => [name, Number(amount)]),
  );
  const { base = 0, gastos = 0, vales = 0, girar = 0, cargo = 0 } = parts;
  return { ...parts, cash: base - gastos - vales - girar - cargo };
}

/** The fund is this by own SQL and on the screen of the store, and the logs agree with the rows. */
async function expectFund(
  id_tienda: number,
  fund: Record<'base' | 'gastos' | 'vales' | 'girar' | 'cargo' | 'cash', number>,
): Promise<void> {
  expect(await fundBySql(id_tienda)).toEqual(fund);
  const shown = await must(scene.browsers[2], '/obtenerDatosTiendaCaja', { id_tienda });
  expect(shown).toMatchObject({
    base: fund.base,
    por_girar: fund.girar,
    a_cargo_tienda: fund.cargo,
    disponible: fund.cash,
  });
  const audited = await inSnapshot(scene.db, (trx) => auditStore(trx, id_tienda));
  expect([audited.differences, audited.derived]).toEqual([[], []]);
  // The kit gives a treasurer his permissions by hand.
  const differences = await inSnapshot(scene.db, auditAdministration);
  expect(differences.filter((one) => !one.includes(': permisos es'))).toEqual([]);
}

const begun = {
  base: 1_000_000,
  gastos: 0,
  vales: 80_000,
  girar: 570_000,
  cargo: 50_000,
  cash: 300_000,
};

/** Counts notes of 10.000. */
async function count(id_tienda: number, notes: number) {
  const cantidades = denominations.map(({ valor }) => (valor === 10_000 ? notes : 0));
  scene.clock.advance(60_000);
  await must(scene.browsers[3], '/guardarArqueo', { id_tienda, cantidades });
  const { arqueos } = await must(scene.browsers[3], '/arqueos', { id_tienda });
  return arqueos[0];
}

const refusal = async (id_tienda: number, change: object) => {
  const { status, body } = await admin().call('/abrirFondo', {
    ...openingForm(id_tienda),
    ...change,
  });
  return [status, JSON.stringify(body)];
};

/** Prepares, authorises, sends and confirms one payment. */
async function pay(key: number): Promise<void> {
  const [prepared] = await must(otherAccountant, '/prepararGiros', { cajas: [key] });
  const id_lote = prepared?.id_lote ?? 0;
  await must(treasury, '/autorizarGiros', { id_lote });
  await must(scene.browsers[6], '/enviarGiros', { id_lote });
  const giros = [{ id_caja: key, referencia: `A${-key}` }];
  await must(scene.browsers[6], '/confirmarGiros', { dia: today, giros });
}

/** The movements of a store in the order in which they were written: name, pesos and state. */
const written = async (id: number) =>
  (await movementsOf(scene, id))
    .map(({ concepto, valor, nombre_estado }) => [concepto, valor, nombre_estado])
    .toReversed();

const lineOf = async (id: number, name: string): Promise<number> =>
  (await movementsOf(scene, id)).find(({ concepto }) => concepto === name)?.id ?? 0;

describe('an opening', () => {
  test('leaves in the drawer what was counted; the first count differs by 0', async () => {
    const { id } = await opened();
    await expectFund(id, begun);
    expect(await written(id)).toEqual([
      ['Apertura', 1_000_000, 'Hecho'],
      ['Apertura, caja n.º 11', 200_000, 'Por girar'],
      ['Apertura, caja n.º 12', 250_000, 'Por girar'],
      ['Apertura', 120_000, 'Por girar'],
      ['Apertura', 50_000, 'A cargo'],
    ]);
    expect(await count(id, 30)).toMatchObject({ diferencia: 0, estado: 'cuadra' });
  });

  test('lists what is to be brought, each box with its number and its own payment', async () => {
    const { id } = await opened();
    const listed = await must(scene.browsers[6], '/giros', { lista: 'porGirar', limite: 1000 });
    expect(
      listed
        .filter(({ id_tienda }) => id_tienda === id)
        .map(({ concepto, valor, consecutivo }) => [concepto, valor, consecutivo])
        .toSorted(),
    ).toEqual([
      ['Apertura, caja n.º 11', 200_000, 11],
      ['Apertura, caja n.º 12', 250_000, 12],
      ['Apertura', 120_000, 0],
    ]);
    await pay(-(await lineOf(id, 'Apertura, caja n.º 12')));
    await expectFund(id, { ...begun, girar: 320_000, cash: 550_000 });
  });

  test('gives its number to the first box, and the next one follows', async () => {
    const { id } = await opened();
    const send = async () => {
      await record(scene, unlike({ id_tienda: id, valor: 10_000 }));
      const { id: id_caja } = await must(scene.browsers[2], '/obtenerCajaActual', {
        id_tienda: id,
      });
      const [sent] = await must(scene.browsers[2], '/enviarCaja', { id_caja, id_tienda: id });
      return sent?.consecutivo;
    };
    expect([await send(), await send()]).toEqual([13, 14]);
    await expectFund(id, { ...begun, gastos: 20_000, cash: 280_000 });
  });

  test('changes the base of the store; the rest of it may be 0', async () => {
    const { id } = await newStore(scene);
    await open(id, { base: 880_000 });
    await expectFund(id, { ...begun, base: 880_000, girar: 450_000 });
    expect(await written(id)).toHaveLength(4);
  });

  test('of a company that does not follow payments counts them as made', async () => {
    const follow = (control_giros: 'si' | 'no') =>
      must(admin(), '/configGeneral', { monto_maximo: 1_000_000, control_giros });
    await follow('no');
    const { id } = await opened();
    await follow('si');
    await expectFund(id, { ...begun, girar: 0, cash: 870_000 });
  });

  test('is refused with a sentence, and writes nothing', async () => {
    const { id } = await newStore(scene);
    const refusals: [object, number, string][] = [
      [{ base: 879_999 }, 422, 'suba el fondo o entregue lo que sobra'],
      [{ base: 879_999 }, 422, 'Sobran $ 1'],
      [{ siguiente: 12 }, 422, 'menor que el de la próxima caja'],
      [{ cajas: [{ numero: 1, valor: 5, dia: '2026-06-18' }] }, 422, 'posterior a hoy'],
      [{ cajas: [{ numero: 1, valor: 5, dia: '2026-02-31' }] }, 422, 'no existe'],
      [{ base: 0 }, 422, 'obligatorio'],
      [{ siguiente: 0 }, 422, 'entre 1 y 9.999.999'],
    ];
    for (const [change, status, sentence] of refusals)
      expect(await refusal(id, change)).toEqual([status, expect.stringContaining(sentence)]);
    expect(await movementsOf(scene, id)).toEqual([]);
    await record(scene, unlike({ id_tienda: id, valor: 10_000 }));
    expect(await refusal(id, {})).toEqual([409, expect.stringContaining('ya tiene gastos')]);
    const { id: other } = await opened();
    expect(await refusal(other, {})).toEqual([409, expect.stringContaining('ya tiene gastos')]);
    const { id: raised } = await newStore(scene);
    await changeBase(scene, raised, 1_100_000);
    expect(await refusal(raised, {})).toEqual([409, expect.stringContaining('ya tiene gastos')]);
  });

  test('corrects a count from before it', async () => {
    const { id } = await newStore(scene);
    const early = await count(id, 30);
    expect(early?.estado).toBe('conDiferencia');
    await open(id);
    const body = { id_arqueo: early?.id ?? 0, motivo: 'Sin apertura' };
    const charged = await scene.browsers[6].call('/resolverArqueo', { ...body, como: 'aCargo' });
    expect(charged.status).toBe(409);
    await must(scene.browsers[6], '/resolverArqueo', { ...body, como: 'recontado' });
    await expectFund(id, begun);
  });

  test('has an act with its parts', async () => {
    const { opening } = await opened();
    const { statusCode, rawPayload } = await admin().get(`/documentos/movimientos/${opening}`);
    expect(statusCode).toBe(200);
    const [page, ...others] = await pageTexts(rawPayload);
    expect(others).toEqual([]);
    for (const text of [
      `Apertura n.º ${opening}`,
      '$ 1.000.000',
      'efectivo $ 300.000',
      'cajas en camino $ 450.000',
      'ya se debía $ 50.000',
      'recibos sin registrar $ 80.000',
      'por girar $ 120.000',
      'próxima caja n.º 13',
    ])
      expect(page?.replaceAll(/\s+/g, ' ')).toContain(text);
  });
});

describe('the receipts that were not recorded', () => {
  const valeOf = async (id_tienda: number) => {
    const { vales } = await must(scene.browsers[2], '/obtenerDatosTiendaCaja', { id_tienda });
    return vales[0]?.id ?? 0;
  };

  test('are used up by expenses up to the day of the opening; no cash moves', async () => {
    const { id } = await opened();
    const id_vale = await valeOf(id);
    await record(scene, unlike({ id_tienda: id, valor: 30_000, id_vale, fecha_gasto: today }));
    await expectFund(id, { ...begun, gastos: 30_000, vales: 50_000 });
    await record(
      scene,
      unlike({ id_tienda: id, valor: 50_000, id_vale, fecha_gasto: '2026-06-02' }),
    );
    await expectFund(id, { ...begun, gastos: 80_000, vales: 0 });
    await expect(record(scene, unlike({ id_tienda: id, valor: 1_000, id_vale }))).rejects.toThrow();
  });

  test('are not used by a later expense', async () => {
    const { id } = await opened();
    const id_vale = await valeOf(id);
    const openedOn = (dia: string) =>
      scene.db.updateTable('vale').set({ dia }).where('id', '=', id_vale).execute();
    await openedOn('2026-06-16');
    const late = unlike({ id_tienda: id, valor: 30_000, id_vale, fecha_gasto: today });
    await expect(record(scene, late)).rejects.toThrow('hasta el día de la apertura');
    await openedOn(today);
    await expectFund(id, begun);
  });
});

describe('a box from before the opening', () => {
  const grant = async (id: number, valor: number) => {
    const id_movimiento = await lineOf(id, 'Apertura, caja n.º 12');
    const body = { id_movimiento, valor, motivo: 'Faltaba un soporte' };
    return scene.browsers[6].call('/reconocerMenos', body);
  };

  test('that is granted in part is paid in part; the rest is owed, and can be taken over', async () => {
    const { id } = await opened();
    expect((await grant(id, 200_000)).status).toBe(200);
    await expectFund(id, { ...begun, girar: 520_000, cargo: 100_000 });
    const { movimientos } = await must(scene.browsers[2], '/gastosACargo', { id_tienda: id });
    const debt = movimientos.find(({ debe }) => debe === 50_000 && movimientos.length === 2);
    expect(movimientos.map(({ concepto, debe }) => [concepto, debe])).toEqual([
      ['Apertura', 50_000],
      ['Apertura, caja n.º 12', 50_000],
    ]);
    expect(debt?.id_deudor).toBe(scene.people[2].id);
    await must(scene.browsers[6], '/asumirMovimiento', {
      id_movimiento: movimientos[1]?.id_movimiento ?? 0,
      motivo: 'Error de la empresa',
    });
    await expectFund(id, { ...begun, girar: 570_000, cargo: 50_000 });
  });

  test('that is not granted at all is owed', async () => {
    const { id } = await opened();
    expect((await grant(id, 0)).status).toBe(200);
    await expectFund(id, { ...begun, girar: 320_000, cargo: 300_000 });
    const paid = { dia: today, referencia: 'Al cajón', id_deudor: scene.people[2].id };
    const id_movimiento = await lineOf(id, 'Apertura, caja n.º 12');
    await must(scene.browsers[6], '/consignarMovimiento', { id_movimiento, ...paid });
    await expectFund(id, { ...begun, girar: 320_000, cargo: 50_000, cash: 550_000 });
  });

  test('is not granted whole, nor once its payment is prepared; no other movement is', async () => {
    const { id } = await opened();
    expect((await grant(id, 250_000)).status).toBe(422);
    const id_movimiento = (await movementsOf(scene, id)).find(({ valor }) => valor === 120_000)?.id;
    const body = { id_movimiento: id_movimiento ?? 0, valor: 1, motivo: 'No' };
    expect((await scene.browsers[6].call('/reconocerMenos', body)).status).toBe(409);
    const key = -(await lineOf(id, 'Apertura, caja n.º 12'));
    await must(otherAccountant, '/prepararGiros', { cajas: [key] });
    const { status, body: refused } = await grant(id, 1);
    expect([status, JSON.stringify(refused)]).toEqual([
      409,
      expect.stringContaining('ya se preparó'),
    ]);
    await must(otherAccountant, '/retirarGiros', { cajas: [key] });
    expect((await grant(id, 1)).status).toBe(200);
  });
});

describe('taken back', () => {
  const takeBack = async (id_movimiento: number) => {
    const { status, body } = await admin().call('/deshacerApertura', {
      id_movimiento,
      motivo: 'Era otra tienda',
    });
    return [status, JSON.stringify(body)];
  };

  test('as a whole it restores the fund, the base and the number; another one may follow', async () => {
    const { id } = await newStore(scene);
    const opening = await open(id, { base: 1_200_000 });
    await expectFund(id, { ...begun, base: 1_200_000, girar: 770_000 });
    expect((await takeBack(opening))[0]).toBe(200);
    const nothing = { gastos: 0, vales: 0, girar: 0, cargo: 0 };
    await expectFund(id, { ...nothing, base: 1_000_000, cash: 1_000_000 });
    expect((await written(id)).map(([, , state]) => state)).toEqual([
      'Deshecho',
      'Deshecho',
      'Deshecho',
      'Deshecho',
      'Deshecho',
    ]);
    const listed = await must(scene.browsers[6], '/giros', { lista: 'porGirar', limite: 1000 });
    expect(listed.filter(({ id_tienda }) => id_tienda === id)).toEqual([]);
    const store = await scene.db
      .selectFrom('tiendas')
      .select('ultimo_consecutivo')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(store.ultimo_consecutivo).toBe(0);
    expect((await takeBack(opening))[0]).toBe(409);
    await open(id);
    await expectFund(id, begun);
  });

  const box12 = (id: number) => lineOf(id, 'Apertura, caja n.º 12');
  const followers: [string, (id: number) => Promise<unknown>][] = [
    ['un gasto', (id) => record(scene, unlike({ id_tienda: id, valor: 10_000 }))],
    ['un arqueo', (id) => count(id, 30)],
    [
      'un vale',
      (id) =>
        must(scene.browsers[2], '/darVale', {
          id_tienda: id,
          valor: 10_000,
          persona: 'Ana Ruiz',
          dia: today,
        }),
    ],
    ['otro movimiento', (id) => changeBase(scene, id, 1_100_000)],
    [
      'un giro',
      async (id) => must(otherAccountant, '/prepararGiros', { cajas: [-(await box12(id))] }),
    ],
    [
      'una caja reconocida en parte',
      async (id) =>
        must(scene.browsers[6], '/reconocerMenos', {
          id_movimiento: await box12(id),
          valor: 1,
          motivo: 'No',
        }),
    ],
    [
      'una deuda saldada',
      async (id) =>
        must(scene.browsers[6], '/consignarMovimiento', {
          id_movimiento: (await movementsOf(scene, id))[0]?.id ?? 0,
          dia: today,
          referencia: 'Al cajón',
          id_deudor: scene.people[2].id,
        }),
    ],
  ];
  test.each(followers)('it is not after %s', async (what, follow) => {
    const { id, opening } = await opened();
    await follow(id);
    const before = await fundBySql(id);
    expect(await takeBack(opening)).toEqual([409, expect.stringContaining(what)]);
    expect(await fundBySql(id)).toEqual(before);
    const { movimientos } = await must(admin(), '/movimientosFondo', { id_tienda: id });
    expect(movimientos.find((row) => row.id === opening)?.puede).toEqual([]);
  });

  test('a part of it is not', async () => {
    const { id } = await opened();
    expect((await takeBack(await box12(id)))[0]).toBe(409);
    await expectFund(id, begun);
  });
});
