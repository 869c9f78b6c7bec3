/** Cash counts: never changed once saved, and refused when the fund has changed meanwhile. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { denominations } from '#contract/calls/fund.calls.ts';
import { auditAdministration } from '#server/operate/audit/audit-rows.ts';
import { inSnapshot } from '#server/platform/database/transactions.ts';
import { must, record, type Scene, startScene, unlike } from '#tests/kit/box-scene.ts';
import { boxIn, newStore } from '#tests/kit/box-stages.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await startScene();
});
afterAll(() => scene.close());

/** Notes of 10.000 and coins of 50. */
const pieces = (notes: number, coins = 0): number[] =>
  denominations.map((_, place) => {
    if (place === 3) return notes;
    return place === 11 ? coins : 0;
  });

/** A store with 950.000 of its base of 1.000.000 available: 30.000 in the open box, 20.000 in process. */
async function countedStore() {
  const { id_tienda } = await boxIn(scene, 'supervision', [{ valor: 20_000 }]);
  await record(scene, unlike({ id_tienda, valor: 30_000 }));
  const fund = {
    ...{ base: 1_000_000, en_caja: 30_000, en_proceso: 20_000 },
    ...{ por_girar: 0, a_cargo_tienda: 0 },
  };
  return { id_tienda, fund, body: { id_tienda, ...fund, cantidades: pieces(95) } };
}

const save = (profile: 2 | 3 | 4 | 6 | 7, body: Awaited<ReturnType<typeof countedStore>>['body']) =>
  scene.browsers[profile].call('/guardarArqueo', body);

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
      const { id_tienda, fund, body } = await countedStore();
      const { status, answer } = await save(profile, body);
      expect(status).toBe(200);
      const seen = await must(scene.browsers[6], '/arqueos', { id_tienda });
      expect(seen).toMatchObject({ ...fund, disponible: 950_000 });
      expect(seen.arqueos).toEqual([
        {
          id: answer[0]?.id_arqueo,
          fecha: '2026-06-17 10:00',
          persona: scene.people[profile].nombre,
          ...fund,
          disponible: 950_000,
          efectivo: 950_000,
          nota: '',
          sorpresivo,
          conteo: [{ clase: 'billete', valor: 10_000, cantidad: 95 }],
        },
      ]);
    },
  );

  test('requires a note for a difference', async () => {
    const { id_tienda, body } = await countedStore();
    const short = { ...body, cantidades: pieces(94, 3) };
    const { status, refusal } = await save(2, short);
    expect(status).toBe(422);
    expect(refusal?.motivos).toEqual([
      { guardia: 'nota', mensaje: 'Explique la diferencia en la nota: Faltante $ 9.850.' },
    ]);
    expect((await save(2, { ...short, nota: ' Sin vale ' } as typeof body)).status).toBe(200);
    const { arqueos } = await must(scene.browsers[2], '/arqueos', { id_tienda });
    expect(arqueos).toMatchObject([{ efectivo: 940_150, nota: 'Sin vale' }]);
  });

  test('is refused with the new figures when the fund has changed', async () => {
    const { id_tienda, body } = await countedStore();
    await record(scene, unlike({ id_tienda, valor: 45_000.5 }));
    const { status, refusal } = await save(2, body);
    expect(status).toBe(409);
    expect(refusal?.msg).toBe(
      'El fondo cambió mientras usted contaba: ahora la base es $ 1.000.000, en la caja abierta hay $ 75.000,50, en proceso de reembolso $ 20.000, por girar $ 0 y a cargo $ 0. Revise el conteo y guárdelo otra vez.',
    );
    expect((await must(scene.browsers[2], '/arqueos', { id_tienda })).arqueos).toEqual([]);
  });

  test('saves counts that later changes of the fund do not alter, listed newest first', async () => {
    const { id_tienda, body } = await countedStore();
    await save(2, body);
    await record(scene, unlike({ id_tienda, valor: 50_000 }));
    await save(3, { ...body, en_caja: 80_000, cantidades: pieces(90) });
    const { arqueos, disponible } = await must(scene.browsers[7], '/arqueos', { id_tienda });
    expect(disponible).toBe(900_000);
    expect(arqueos.map((one) => [one.en_caja, one.efectivo])).toEqual([
      [80_000, 900_000],
      [30_000, 950_000],
    ]);
  });

  test('refuses missing, surplus, negative and fractional quantities', async () => {
    const { body } = await countedStore();
    for (const cantidades of [[], pieces(95).slice(1), [...pieces(95), 0], pieces(-1), pieces(0.5)])
      expect((await save(2, { ...body, cantidades })).status).toBe(400);
  });

  test('a count that is changed directly in the database is reported by the audit', async () => {
    const { id: id_tienda } = await newStore(scene);
    const fund = { base: 1_000_000, en_caja: 0, en_proceso: 0, por_girar: 0, a_cargo_tienda: 0 };
    const { answer } = await save(2, { id_tienda, ...fund, cantidades: pieces(100) });
    const id = answer[0]?.id_arqueo ?? 0;
    const audit = () => inSnapshot(scene.db, auditAdministration);
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
