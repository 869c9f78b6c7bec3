/** The fund of a store: open box, reimbursement in process and available amount add up to the base. */
import { expect, test } from 'vitest';
import { boxStates, type BoxStateName } from '#machines/domain/stages/states.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { fundsOfStores } from '#server/features/cases/fund.repository.ts';
import { openBoxOf } from '#tests/kit/box-rows.ts';
import { categories, centavosOf, must, record, startScene, today } from '#tests/kit/box-scene.ts';
import { sentBatch } from '#tests/kit/payment-scene.ts';
import { moveTo, newStore } from '#tests/kit/box-stages.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);

const fundOf = async (id_tienda: number) => {
  const fund = await must(scene.browsers[2], '/obtenerDatosTiendaCaja', { id_tienda });
  const { total } = await must(scene.browsers[2], '/obtenerCajaActual', { id_tienda });
  expect(centavosOf(fund.disponible, fund.reembolso, total)).toBe(centavosOf(fund.base));
  return { disponible: fund.disponible, reembolso: fund.reembolso, total };
};

test('the data of the fund tells whether the store is active', async () => {
  const { id } = await newStore(scene);
  const active = async () =>
    (await must(scene.browsers[2], '/obtenerDatosTiendaCaja', { id_tienda: id })).active_;
  expect(await active()).toBe(1);
  await scene.db.updateTable('tiendas').set({ active_: 0 }).where('id', '=', id).execute();
  expect(await active()).toBe(0);
});

test('sent boxes count as reimbursement in process until they are paid', async () => {
  const { id: id_tienda } = await newStore(scene);
  const sendBox = async (valor: number, stage: BoxStateName) => {
    const id = await openBoxOf(scene, id_tienda);
    const form = { id_tienda, valor, categoria: [categories.maintenance] };
    const box = { id, id_tienda, expenses: [await record(scene, form)] };
    await moveTo(scene, box, stage);
    return box;
  };
  const reached = Object.keys(boxStates).filter(
    (name) => name !== 'open' && name !== 'closed',
  ) as BoxStateName[];
  let onTheWay = 0;
  for (const [index, stage] of reached.entries()) {
    const valor = 100_000 + index + 0.01;
    await sendBox(valor, stage);
    onTheWay = Math.round((onTheWay + valor) * 100) / 100;
    expect((await fundOf(id_tienda)).reembolso).toBe(onTheWay);
  }
  const before = await fundOf(id_tienda);
  const last = await sendBox(1_000, 'finalAccounting');
  expect((await fundOf(id_tienda)).reembolso).toBe(onTheWay + 1_000);
  await moveTo(scene, last, 'closed');
  expect((await fundOf(id_tienda)).reembolso).toBe(onTheWay + 1_000);
  await sentBatch(scene, last);
  await must(scene.browsers[6], '/confirmarGiros', {
    dia: today,
    giros: [{ id_caja: last.id, referencia: '1' }],
  });
  expect(await fundOf(id_tienda)).toEqual(before);
});

test('expenses may exceed the base, and the available amount is then negative', async () => {
  const { id: id_tienda } = await newStore(scene, 10_000_00);
  await record(scene, { id_tienda, valor: 12_500 });
  expect(await fundOf(id_tienda)).toEqual({ disponible: -2_500, reembolso: 0, total: 12_500 });
});

test('the value of a deleted expense is available again', async () => {
  const { id: id_tienda } = await newStore(scene);
  const id_gasto = await record(scene, { id_tienda, valor: 1_000.1 });
  await record(scene, { id_tienda, valor: 0.2 });
  expect((await fundOf(id_tienda)).disponible).toBe(998_999.7);
  await must(scene.browsers[2], '/eliminarGasto', { id_gasto, id_tienda });
  expect((await fundOf(id_tienda)).disponible).toBe(999_999.8);
});

test('the funds of several stores are read together, each with its own amounts', async () => {
  const one = await newStore(scene, 5_000_00);
  const other = await newStore(scene, 7_000_00);
  await record(scene, { id_tienda: other.id, valor: 2_000 });
  const funds = await inTransaction(scene.db, (trx) => fundsOfStores(trx, [one.id, other.id]));
  expect(funds.get(one.id)).toMatchObject({ current: 0, disponible: 5_000_00, porcentaje: 100 });
  expect(funds.get(other.id)).toMatchObject({ current: 2_000_00, disponible: 5_000_00 });
  expect(await inTransaction(scene.db, (trx) => fundsOfStores(trx, []))).toEqual(new Map());
});
