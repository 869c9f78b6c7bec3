/** Cash counts: blind, never changed once saved, and settled by somebody who did not count. */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { denominations } from '#contract/cash.ts';
import type { RequestOf } from '#contract/contract.ts';
import { keyOfMovement } from '#machines/domain/payment/payee.ts';
import { auditAdministration } from '#server/operate/audit/audit-rows.ts';
import { inSnapshot } from '#server/platform/database/transactions.ts';
import { must, record, startScene, today, unlike } from '#tests/kit/box-scene.ts';
import { boxIn, newStore } from '#tests/kit/box-stages.ts';
import { changeBase, movementsOf as movementsIn } from '#tests/kit/movement-scene.ts';
import { confirmedBox, treasurer } from '#tests/kit/payment-scene.ts';
import { addPerson } from '#tests/kit/people.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);

/** Notes of 10.000 and coins of 50. */
const pieces = (notes: number, coins = 0): number[] =>
  denominations.map((_, place) => {
    if (place === 3) return notes;
    return place === 11 ? coins : 0;
  });

type Counter = 2 | 3 | 4 | 6 | 7;

/** A store with 950.000 of its base of 1.000.000 available: 30.000 in the open box, 20.000 in process. */
async function countedStore(): Promise<number> {
  const { id_tienda } = await boxIn(scene, 'supervision', [{ valor: 20_000 }]);
  await record(scene, unlike({ id_tienda, valor: 30_000 }));
  return id_tienda;
}

const expected = {
  base: 1_000_000,
  en_caja: 30_000,
  en_proceso: 20_000,
  disponible: 950_000,
  por_girar: 0,
  a_cargo_tienda: 0,
  sin_recibir: 0,
};

const save = (profile: Counter, id_tienda: number, cantidades: number[]) =>
  scene.browsers[profile].call('/guardarArqueo', { id_tienda, cantidades });

const countsOf = async (id_tienda: number) =>
  (await must(scene.browsers[6], '/arqueos', { id_tienda })).arqueos;

/** The id of a new count. */
const counted = async (profile: Counter, id_tienda: number, cantidades: number[]) => {
  const { answer } = await save(profile, id_tienda, cantidades);
  scene.clock.advance(1_000);
  return answer[0]?.id_arqueo ?? 0;
};

const settle = (profile: Counter, body: Omit<RequestOf<'/resolverArqueo'>, 'token'>) =>
  scene.browsers[profile].call('/resolverArqueo', body);

const charge = (profile: Counter, id_arqueo: number) =>
  settle(profile, { id_arqueo, como: 'aCargo', motivo: 'No lo explicó' });

const guardsOf = ({ refusal }: Awaited<ReturnType<typeof settle>>) =>
  refusal?.motivos?.map(({ guardia }) => guardia);

/** Differences of the log of counts and movements; the scene writes users without it. */
const audit = async () =>
  (await inSnapshot(scene.db, auditAdministration)).filter((found) => !found.startsWith('usuario'));

/** Pesos of the drawer and owed, in own SQL over boxes and movements. */
async function fundBySql(id_tienda: number) {
  const { rows } = await sql<Record<string, number>>`
    select base, (select coalesce(sum(gastos.valor), 0) from gastos
        join cajas on cajas.id = gastos.id_caja where cajas.id_tienda = tiendas.id) as recorded,
      (select coalesce(sum(a_cargo), 0) from movimiento_fondo
        where id_tienda = tiendas.id) as owed from tiendas where id = ${id_tienda}`.execute(
    scene.db,
  );
  const [row = {}] = rows;
  const [base = 0, recorded = 0, owed = 0] = [row.base, row.recorded, row.owed].map(Number);
  return { owed: owed / 100, cash: (base - recorded - owed) / 100 };
}

const movementsOf = (id_tienda: number) =>
  scene.db
    .selectFrom('movimiento_fondo')
    .select(['tipo', 'valor', 'a_cargo', 'id_deudor', 'id_arqueo', 'motivo', 'dia', 'referencia'])
    .where('id_tienda', '=', id_tienda)
    .execute();

describe('/guardarArqueo', () => {
  test.each([
    [2, 0],
    [3, 0],
    [4, 0],
    [6, 1],
    [7, 1],
  ] as const)(
    'saves the count of profile %i with name and minute, unannounced: %i',
    async (profile, sorpresivo) => {
      const id_tienda = await countedStore();
      const { status, answer } = await save(profile, id_tienda, pieces(95));
      expect(status).toBe(200);
      expect(await countsOf(id_tienda)).toEqual([
        {
          ...expected,
          id: answer[0]?.id_arqueo,
          fecha: '2026-06-17 10:00',
          persona: scene.people[profile].nombre,
          id_persona: scene.people[profile].id,
          perfil: profile,
          efectivo: 950_000,
          diferencia: 0,
          nota: '',
          estado: 'cuadra',
          id_responsable: scene.people[2].id,
          responsable: scene.people[2].nombre,
          resolucion: null,
          sorpresivo,
          conteo: [{ clase: 'billete', valor: 10_000, cantidad: 95 }],
        },
      ]);
    },
  );

  test('the wire says nothing of what should be there before the pieces are entered', async () => {
    const id_tienda = await countedStore();
    for (const profile of [2, 3, 4, 6, 7] as const)
      expect(await must(scene.browsers[profile], '/arqueos', { id_tienda })).toEqual({
        id_tienda,
        tienda: expect.any(String),
        reclamo: 0,
        arqueos: [],
      });
    expect((await save(2, id_tienda, pieces(90))).status).toBe(200);
    expect(await countsOf(id_tienda)).toMatchObject([{ disponible: 950_000, diferencia: -50_000 }]);
  });

  test('a difference of coins agrees: the smallest coin, and once more a purchase with centavos', async () => {
    const id_tienda = await countedStore();
    await record(scene, unlike({ id_tienda, valor: 10_000 }));
    await record(scene, unlike({ id_tienda, valor: 9_984.22 }));
    // 930.015,78 should be there; two coins are tolerated, one purchase has centavos.
    await counted(2, id_tienda, pieces(93));
    // Nothing was bought since, so that one coin is tolerated.
    await counted(2, id_tienda, pieces(93, 1));
    await counted(2, id_tienda, pieces(93, 2));
    await counted(2, id_tienda, pieces(92, 198));
    expect(
      (await countsOf(id_tienda)).map(({ estado, diferencia }) => [estado, diferencia]),
    ).toEqual([
      ['conDiferencia', -115.78],
      ['conDiferencia', 84.22],
      ['cuadra', 34.22],
      ['cuadra', -15.78],
    ]);
    await record(scene, unlike({ id_tienda, valor: 1_000.5 }));
    await record(scene, unlike({ id_tienda, valor: 1_000.5 }));
    // 928.014,78 should be there.
    await counted(2, id_tienda, pieces(92, 158));
    expect((await countsOf(id_tienda))[0]).toMatchObject({ estado: 'cuadra', diferencia: -114.78 });
    expect(await movementsOf(id_tienda)).toEqual([]);
  });

  test('the smallest coin is a setting', async () => {
    const id_tienda = await countedStore();
    const settings = { monto_maximo: 500_000 };
    await must(scene.browsers[1], '/configGeneral', { ...settings, moneda_minima: 200 });
    await counted(2, id_tienda, pieces(94, 196));
    await must(scene.browsers[1], '/configGeneral', { ...settings, moneda_minima: 50 });
    await counted(2, id_tienda, pieces(94, 196));
    expect((await countsOf(id_tienda)).map(({ estado }) => estado)).toEqual([
      'conDiferencia',
      'cuadra',
    ]);
  });

  test('takes off what was paid and not received; no difference is settled while it is claimed', async () => {
    const box = await confirmedBox(scene);
    const { id_tienda } = box;
    // 1.000.000 less 10.000 owed; 90.000 are on their way.
    const id_arqueo = await counted(7, id_tienda, pieces(85));
    expect(await countsOf(id_tienda)).toMatchObject([
      { disponible: 990_000, sin_recibir: 90_000, diferencia: -50_000, estado: 'conDiferencia' },
    ]);
    const claim = { id_caja: box.id, recibido: 0, nota: 'No está' } as const;
    await must(scene.browsers[2], '/responderGiro', claim);
    expect(guardsOf(await charge(3, id_arqueo))).toEqual(['noClaimIsOpen']);
    await must(scene.browsers[2], '/responderGiro', { id_caja: box.id, recibido: 1 });
    expect((await charge(3, id_arqueo)).status).toBe(200);
    await counted(2, id_tienda, pieces(94));
    expect(await countsOf(id_tienda)).toMatchObject([
      { sin_recibir: 0, a_cargo_tienda: 60_000, diferencia: 0 },
      { estado: 'resuelto' },
    ]);
  });

  test('takes off a claimed payment, and one whose return is proposed, of a box and of a movement', async () => {
    const box = await confirmedBox(scene);
    const { id_tienda } = box;
    await changeBase(scene, id_tienda, 1_300_000);
    const key = keyOfMovement((await movementsIn(scene, id_tienda))[0]?.id ?? 0);
    const [lote] = await must(scene.browsers[6], '/prepararGiros', { cajas: [key] });
    await must(await treasurer(scene), '/autorizarGiros', { id_lote: lote?.id_lote ?? 0 });
    await must(scene.browsers[6], '/enviarGiros', { id_lote: lote?.id_lote ?? 0 });
    const giros = [{ id_caja: key, referencia: `M${key}` }];
    await must(scene.browsers[6], '/confirmarGiros', { dia: today, giros });
    for (const id_caja of [box.id, key])
      await must(scene.browsers[2], '/responderGiro', { id_caja, recibido: 0, nota: 'No está' });
    const onTheirWay = { disponible: 1_290_000, por_girar: 0, sin_recibir: 390_000, diferencia: 0 };
    await counted(7, id_tienda, pieces(90));
    expect((await countsOf(id_tienda))[0]).toMatchObject(onTheirWay);
    const back = { cajas: [box.id, key], motivo: 'No les llegó' };
    await must(scene.browsers[6], '/proponerDevolucion', back);
    await counted(7, id_tienda, pieces(90));
    expect((await countsOf(id_tienda))[0]).toMatchObject(onTheirWay);
  });

  test('refuses missing, surplus, negative and fractional quantities', async () => {
    const id_tienda = await countedStore();
    for (const cantidades of [[], pieces(95).slice(1), [...pieces(95), 0], pieces(-1), pieces(0.5)])
      expect((await save(2, id_tienda, cantidades)).status).toBe(400);
    const everything = await save(
      2,
      id_tienda,
      denominations.map(() => 99_999),
    );
    expect([everything.status, everything.refusal?.msg]).toEqual([
      422,
      'Revise las cantidades: suman más de $ 999.999.999.',
    ]);
  });

  test('a count that is changed directly in the database is reported by the audit', async () => {
    const { id: id_tienda } = await newStore(scene);
    const id = await counted(2, id_tienda, pieces(100));
    expect(await audit()).toEqual([]);
    await scene.db.updateTable('arqueo').set({ efectivo: 1 }).where('id', '=', id).execute();
    expect(await audit()).toEqual([expect.stringContaining(`arqueo ${id}`)]);
    await scene.db
      .updateTable('arqueo')
      .set({ efectivo: 1_000_000_00 })
      .where('id', '=', id)
      .execute();
  });
});

describe('a difference', () => {
  test('is explained once, by who counted', async () => {
    const id_arqueo = await counted(2, await countedStore(), pieces(94, 3));
    const explain = (profile: Counter, nota: string) =>
      scene.browsers[profile].call('/explicarArqueo', { id_arqueo, nota });
    expect((await explain(4, 'Sin vale')).refusal?.motivos).toMatchObject([
      { guardia: 'actorCounted' },
    ]);
    expect((await explain(2, ' Sin vale ')).status).toBe(200);
    expect((await explain(2, 'Otra')).refusal?.motivos).toMatchObject([
      { guardia: 'isNotExplained' },
    ]);
    const { nota } = await scene.db
      .selectFrom('arqueo')
      .select('nota')
      .where('id', '=', id_arqueo)
      .executeTakeFirstOrThrow();
    expect(nota).toBe('Sin vale');
  });

  test('of missing cash becomes a debt of the person in charge, once, and the next count agrees', async () => {
    const id_tienda = await countedStore();
    const id_arqueo = await counted(2, id_tienda, pieces(94));
    expect(await fundBySql(id_tienda)).toEqual({ owed: 0, cash: 950_000 });
    expect((await charge(3, id_arqueo)).status).toBe(200);
    expect(guardsOf(await charge(6, id_arqueo))).toEqual(['stateAllows']);
    expect(await movementsOf(id_tienda)).toEqual([
      {
        tipo: 'faltante',
        valor: 10_000_00,
        a_cargo: 10_000_00,
        id_deudor: scene.people[2].id,
        id_arqueo,
        motivo: 'No lo explicó',
        dia: '',
        referencia: '',
      },
    ]);
    expect(await fundBySql(id_tienda)).toEqual({ owed: 10_000, cash: 940_000 });
    await counted(4, id_tienda, pieces(94));
    expect(await countsOf(id_tienda)).toMatchObject([
      { diferencia: 0, a_cargo_tienda: 10_000 },
      {
        estado: 'resuelto',
        resolucion: {
          como: 'aCargo',
          persona: scene.people[3].nombre,
          motivo: 'No lo explicó',
          dia: '',
          referencia: '',
        },
      },
    ]);
    expect(await audit()).toEqual([]);
  });

  test('left over is handed to accounting with a reference, and moves nothing', async () => {
    const id_tienda = await countedStore();
    const id_arqueo = await counted(2, id_tienda, pieces(96));
    const handed = { id_arqueo, como: 'entregado', dia: '2026-06-17', referencia: 'C-12' } as const;
    expect(guardsOf(await settle(3, handed))).toEqual(['actorIsAccounting']);
    expect(guardsOf(await charge(6, id_arqueo))).toEqual(['cashIsMissing']);
    const late = await settle(6, { ...handed, dia: '2099-01-01' });
    expect([late.status, guardsOf(late)]).toEqual([422, ['dia']]);
    expect((await settle(6, { ...handed, referencia: '' })).status).toBe(422);
    expect((await settle(6, handed)).status).toBe(200);
    expect(await movementsOf(id_tienda)).toMatchObject([
      { tipo: 'sobrante', valor: 10_000_00, a_cargo: 0, dia: '2026-06-17', referencia: 'C-12' },
    ]);
    expect(await fundBySql(id_tienda)).toEqual({ owed: 0, cash: 950_000 });
    await counted(2, id_tienda, pieces(95));
    expect(await countsOf(id_tienda)).toMatchObject([
      { diferencia: 0 },
      { resolucion: { como: 'entregado', dia: '2026-06-17', referencia: 'C-12' } },
    ]);
  });

  test('that a supervisor counted is settled by accounting, and nobody settles an own count', async () => {
    const id_tienda = await countedStore();
    const bySupervisor = await counted(3, id_tienda, pieces(94));
    expect(guardsOf(await charge(3, bySupervisor))).toEqual([
      'supervisorDidNotCount',
      'actorDidNotCount',
    ]);
    expect((await charge(6, bySupervisor)).status).toBe(200);
    const byAccounting = await counted(6, id_tienda, pieces(93));
    expect(guardsOf(await charge(6, byAccounting))).toEqual(['actorDidNotCount']);
    expect((await charge(3, byAccounting)).status).toBe(200);
  });

  test('of an earlier count moves nothing; a later count that agrees corrects it', async () => {
    const id_tienda = await countedStore();
    const first = await counted(2, id_tienda, pieces(90));
    const second = await counted(4, id_tienda, pieces(94));
    expect(guardsOf(await charge(3, first))).toEqual(['isLastCount']);
    const correct = { id_arqueo: first, como: 'recontado', motivo: 'Se contó mal' } as const;
    expect(guardsOf(await settle(3, correct))).toEqual(['laterCountAgrees']);
    expect((await charge(3, second)).status).toBe(200);
    expect((await settle(3, correct)).status).toBe(200);
    expect(await fundBySql(id_tienda)).toEqual({ owed: 10_000, cash: 940_000 });
    expect((await countsOf(id_tienda)).map(({ resolucion }) => resolucion?.como)).toEqual([
      'aCargo',
      'recontado',
    ]);
  });

  test('of another store is out of reach', async () => {
    const id_arqueo = await counted(4, scene.otherStore.id, pieces(1));
    expect((await charge(3, id_arqueo)).status).toBe(404);
    expect((await charge(6, 999_999)).status).toBe(404);
  });

  test('is pending for those who can settle it, and for nobody else', async () => {
    const id_tienda = await countedStore();
    const email = 'otra.contable@cajamenor.test';
    await addPerson(scene.db, { profile: 6, email });
    const browsers = {
      supervisor: scene.browsers[3],
      accountant: scene.browsers[6],
      other: await scene.signIn(email),
    };
    const pending = async () => {
      const found: string[] = [];
      for (const [name, browser] of Object.entries(browsers)) {
        const items = await must(browser, '/misPendientes', {});
        const { pendientes } = await must(browser, '/contarPendientes', {});
        expect(pendientes).toBe(items.length);
        if (items.some((item) => item.tipo === 'diferencia' && item.id_tienda === id_tienda))
          found.push(name);
      }
      return found;
    };
    expect(await pending()).toEqual([]);
    const short = await counted(2, id_tienda, pieces(94));
    expect(await pending()).toEqual(['supervisor', 'accountant', 'other']);
    const items = await must(browsers.supervisor, '/misPendientes', {});
    expect(
      items.find((item) => item.tipo === 'diferencia' && item.id_tienda === id_tienda),
    ).toMatchObject({ valor: 10_000, cantidad: 1, id_caja: null, id_lote: null });
    await charge(3, short);
    expect(await pending()).toEqual([]);
    // A surplus is accounting's.
    const over = await counted(2, id_tienda, pieces(95));
    expect(await pending()).toEqual(['accountant', 'other']);
    await settle(6, { id_arqueo: over, como: 'entregado', dia: '2026-06-17', referencia: '1' });
    await counted(6, id_tienda, pieces(93));
    expect(await pending()).toEqual(['supervisor', 'other']);
    await counted(3, id_tienda, pieces(93));
    expect(await pending()).toEqual(['accountant', 'other']);
  });
});

test('the treasurer settles with the permission of the history of a store', async () => {
  const id_arqueo = await counted(2, await countedStore(), pieces(94));
  const { status } = await (await treasurer(scene)).call('/resolverArqueo', {
    id_arqueo,
    como: 'aCargo',
    motivo: 'No lo explicó',
  });
  expect(status).toBe(200);
});
