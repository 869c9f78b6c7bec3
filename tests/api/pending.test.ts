/** Pending items of each user: the list, its pages, its count, and the groups of the history. */
import { beforeEach, describe, expect, test } from 'vitest';
import { denominations } from '#contract/cash.ts';
import {
  categories,
  must,
  reason,
  record,
  startScene,
  unlike,
  storeForm,
} from '#tests/kit/box-scene.ts';
import { approval, boxIn, moveTo, newStore } from '#tests/kit/box-stages.ts';
import { openBoxOf } from '#tests/kit/box-rows.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { partlyGranted, preparedBatch, treasurer } from '#tests/kit/payment-scene.ts';
import { addPerson } from '#tests/kit/people.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);

const itemsOf = (profile: 2 | 3 | 4 | 5 | 6, body = {}) =>
  must(scene.browsers[profile], '/misPendientes', body);
const countsOf = (profile: 2 | 3 | 5) => must(scene.browsers[profile], '/contarPendientes', {});

const reject = (id_caja: number, id_gasto: number) =>
  must(scene.browsers[3], '/guardarSupervisor', {
    id_caja,
    id_gasto,
    estado: 4,
    ...approval,
    id_rechazo: reason,
  });

describe('a reviewer', () => {
  test('has the boxes of the own stage, longest wait first, each with its first expenses to decide', async () => {
    const first = await boxIn(
      scene,
      'supervision',
      [1, 2, 3, 4, 5].map(() => unlike()),
    );
    scene.clock.advance(60_000);
    const second = await boxIn(scene, 'supervision', [{ valor: 70_001 }]);
    const items = await itemsOf(3);
    expect(items.map(({ id_caja }) => id_caja)).toEqual([first.id, second.id]);
    expect(items[0]).toMatchObject({ tipo: 'decidir', cantidad: 5, con_novedad: 0, active: 2 });
    expect(items[0]?.gastos.map(({ id_gasto }) => id_gasto)).toEqual(first.expenses.slice(0, 3));
    expect(items[1]).toMatchObject({ valor: 70_001, gastos: [{ valor: 70_001, motivo: '' }] });
    expect((items[1]?.desde ?? 0) - (items[0]?.desde ?? 0)).toBeGreaterThanOrEqual(60_000);
  });

  test('sees the anomalies of undecided expenses, then a box to send once all are decided', async () => {
    const receipt = { recibo: 'IGUAL1', id_proveedor: scene.suppliers.known };
    const box = await boxIn(scene, 'supervision', [
      { valor: 31_000, ...receipt },
      { valor: 42_000, ...receipt },
    ]);
    const itemOf = async () => (await itemsOf(3)).find(({ id_caja }) => id_caja === box.id);
    const before = await itemOf();
    expect(before).toMatchObject({ tipo: 'decidir', cantidad: 2 });
    expect(before?.con_novedad).toBe(
      before?.gastos.filter(({ informe_novedad }) => informe_novedad !== '').length,
    );
    expect(before?.con_novedad).toBeGreaterThan(0);
    expect(before?.valor).toBe(73_000);
    const values: unknown[] = [];
    for (const id_gasto of box.expenses) {
      await must(scene.browsers[3], '/guardarSupervisor', {
        id_caja: box.id,
        id_gasto,
        estado: 3,
        ...approval,
      });
      values.push((await itemOf())?.valor);
    }
    // What is left to decide, then the whole box.
    expect(values).toEqual([42_000, 73_000]);
    expect(await itemOf()).toMatchObject({
      tipo: 'enviar',
      cantidad: 0,
      con_novedad: 0,
      gastos: [],
    });
    await must(scene.browsers[3], '/enviarCajaSupervisor', { id_caja: box.id });
    expect(await itemOf()).toBeUndefined();
    expect((await itemsOf(6)).find(({ id_caja }) => id_caja === box.id)).toMatchObject({
      tipo: 'decidir',
      active: 9,
      cantidad: 2,
    });
  });

  test('filters the list by store and reads it in pages', async () => {
    const { answer: all, total } = await scene.browsers[3].call('/misPendientes', {});
    const second = await scene.browsers[3].call('/misPendientes', { pagina: 2, limite: 1 });
    expect(second.answer).toEqual(all.slice(1, 2));
    expect([total, second.total]).toEqual([all.length, all.length]);
    const [{ tienda } = { tienda: '' }] = all;
    expect(await itemsOf(3, { buscar: tienda.toUpperCase() })).toEqual(
      all.filter((item) => item.tienda === tienda),
    );
  });

  test('of maintenance has only the expenses of that stage', async () => {
    const box = await boxIn(scene, 'maintenance', [{}, { categoria: [categories.maintenance] }]);
    expect((await itemsOf(5)).find(({ id_caja }) => id_caja === box.id)).toMatchObject({
      tipo: 'decidir',
      active: 1,
      cantidad: 1,
      gastos: [{ id_gasto: box.expenses[1] }],
    });
  });
});

describe('a store', () => {
  const ofStore = async (id_tienda: number, profile: 2 | 4 = 2) =>
    (await itemsOf(profile)).filter((item) => item.id_tienda === id_tienda);

  test('has the papers to ship until they are shipped', async () => {
    const box = await boxIn(scene, 'readyToShip', [{ valor: 51_000 }]);
    expect(await ofStore(box.id_tienda)).toEqual([
      expect.objectContaining({ tipo: 'despachar', id_caja: box.id, valor: 51_000, gastos: [] }),
    ]);
    expect(await ofStore(box.id_tienda, 4)).toHaveLength(1);
    await moveTo(scene, box, 'finalAccounting');
    expect(await ofStore(box.id_tienda)).toEqual([]);
  });

  test('is returned with the counts when a user has no other store', async () => {
    const person = await addPerson(scene.db, { profile: 2, email: 'unica@cajamenor.test' });
    const browser = await scene.signIn(person.email);
    const only = async () => (await must(browser, '/contarPendientes', {})).unica_tienda;
    expect(await only()).toBeNull();
    const stores = [await newStore(scene), await newStore(scene)];
    const answers: (number | null)[] = [];
    for (const { id } of stores) {
      await scene.db
        .insertInto('responsable_tienda')
        .values({ id_tienda: id, id_usuario: person.id, tipo: 2 })
        .execute();
      answers.push(await only());
    }
    expect(answers).toEqual([stores[0]?.id, null]);
    expect((await countsOf(3)).unica_tienda).toBeNull();
  });

  test('has its missing receipts', async () => {
    const { id } = await newStore(scene);
    const missing = await record(scene, { id_tienda: id, valor: 33_000 }, { receipt: false });
    await record(scene, { id_tienda: id });
    expect(await ofStore(id)).toEqual([
      expect.objectContaining({
        tipo: 'soporte',
        cantidad: 1,
        valor: 33_000,
        gastos: [expect.objectContaining({ id_gasto: missing })],
      }),
    ]);
  });

  test.each([
    [699_999, []],
    [
      700_000,
      [expect.objectContaining({ tipo: 'fondo', id_caja: null, desde: null, valor: 300_000 })],
    ],
  ])(
    'has a low fund only when 30 percent or less is left: %i of a million spent',
    async (valor, items) => {
      const store = await newStore(scene, 1_000_000_00);
      await record(scene, { id_tienda: store.id, valor });
      expect(await ofStore(store.id)).toEqual(items);
    },
  );

  test('has a low fund from the percentage of the settings on, and none at 0', async () => {
    const store = await newStore(scene, 1_000_000_00);
    const settings = { monto_maximo: 500_000 };
    const set = (fondo_bajo: number) =>
      must(scene.browsers[1], '/configGeneral', { ...settings, fondo_bajo });
    const counted = async () => (await countsOf(2)).pendientes;
    await record(scene, { id_tienda: store.id, valor: 400_000 });
    await record(scene, { id_tienda: store.id, valor: 475_000 });
    const low = { tipo: 'fondo', porcentaje: 12.5, valor: 125_000, cantidad: 2 };
    expect(await ofStore(store.id)).toEqual([expect.objectContaining(low)]);
    const before = await counted();
    await set(12);
    expect(await ofStore(store.id)).toEqual([]);
    expect(await counted()).toBeLessThan(before);
    await set(13);
    expect(await ofStore(store.id)).toEqual([expect.objectContaining(low)]);
    await set(0);
    expect(await ofStore(store.id)).toEqual([]);
    const refused = await scene.browsers[1].call('/configGeneral', {
      ...settings,
      fondo_bajo: 100,
    });
    expect([refused.status, refused.refusal.msg]).toEqual([
      422,
      'Escriba un número entero entre 0 y 99.',
    ]);
    await set(30);
  });

  test('with a low fund has nothing to send once its box is sent', async () => {
    const { id, idCaja } = await newStore(scene, 1_000_000_00);
    await record(scene, { id_tienda: id, valor: 900_000 });
    await must(scene.browsers[2], '/enviarCaja', { id_caja: idCaja, id_tienda: id });
    expect(await ofStore(id)).toEqual([
      expect.objectContaining({ tipo: 'fondo', porcentaje: 10, cantidad: 0 }),
    ]);
  });

  test('has the rejected expenses of its sent boxes and of its last closed one', async () => {
    const box = await boxIn(scene, 'supervision', [{ valor: 61_000 }, { valor: 62_000 }]);
    const [rejected = 0] = box.expenses;
    await reject(box.id, rejected);
    const itemOf = (tipo: 'corregir' | 'rechazo') =>
      expect.objectContaining({
        tipo,
        id_caja: box.id,
        cantidad: 1,
        valor: 61_000,
        gastos: [
          expect.objectContaining({ id_gasto: rejected, motivo: expect.stringMatching(/./) }),
        ],
      });
    // Until the supervisor sends it on, the store may correct it.
    expect(await ofStore(box.id_tienda)).toEqual([itemOf('corregir')]);
    await moveTo(scene, box, 'preliminary');
    const item = itemOf('rechazo');
    expect(await ofStore(box.id_tienda)).toEqual([item]);
    await moveTo(scene, box, 'closed');
    const owed = expect.objectContaining({ tipo: 'aCargo', id_caja: null, valor: 61_000 });
    expect(await ofStore(box.id_tienda)).toEqual([owed, item]);
    const next = await openBoxOf(scene, box.id_tienda);
    await record(scene, { id_tienda: box.id_tienda });
    await must(scene.browsers[2], '/enviarCaja', { id_caja: next, id_tienda: box.id_tienda });
    expect(await ofStore(box.id_tienda)).toEqual([owed]);
  });

  test('has a final rejection until it is recorded again', async () => {
    const box = await boxIn(scene, 'supervision', [{ valor: 61_000 }, { valor: 62_000 }, {}]);
    const [first = 0, second = 0] = box.expenses;
    await reject(box.id, first);
    await reject(box.id, second);
    await moveTo(scene, box, 'preliminary');
    const rejections = async () =>
      (await ofStore(box.id_tienda)).filter(({ tipo }) => tipo === 'rechazo');
    expect(await rejections()).toMatchObject([{ cantidad: 2, valor: 123_000 }]);
    await record(scene, { id_tienda: box.id_tienda, origen: first });
    expect(await rejections()).toMatchObject([
      { cantidad: 1, valor: 62_000, gastos: [{ id_gasto: second }] },
    ]);
    await moveTo(scene, box, 'closed');
    expect(await rejections()).toMatchObject([{ cantidad: 1, valor: 62_000 }]);
    await record(scene, { id_tienda: box.id_tienda, origen: second });
    expect(await rejections()).toEqual([]);
  });

  test('counts its cash after a handover, once', async () => {
    const { id } = await newStore(scene);
    const next = await addPerson(scene.db, { profile: 2, email: 'relevo@cajamenor.test' });
    const form = await storeForm(scene.browsers[1], id);
    const edit = (responsable: number, nombre = 'Relevo') =>
      must(scene.browsers[1], '/editarTienda', { ...form, nombre, responsable });
    const ofNext = async () => {
      const browser = await scene.signIn(next.email);
      const counted = (await must(browser, '/contarPendientes', {})).pendientes;
      const items = await must(browser, '/misPendientes', {});
      expect(counted).toBe(items.length);
      return items;
    };
    const count = async () => {
      const cantidades = denominations.map((_, place) => (place === 3 ? 100 : 0));
      await must(scene.browsers[4], '/guardarArqueo', { id_tienda: id, cantidades });
    };
    await edit(scene.people[2].id);
    await count();
    expect(await ofStore(id)).toEqual([]);
    scene.clock.advance(60_000);
    const taken = scene.clock.now();
    await edit(next.id);
    const item = { tipo: 'arqueo', id_tienda: id, id_caja: null, desde: taken, valor: 1_000_000 };
    expect(await ofNext()).toMatchObject([item]);
    scene.clock.advance(60_000);
    await edit(next.id, 'Relevo nuevo');
    expect(await ofNext()).toMatchObject([item]);
    await count();
    expect(await ofNext()).toEqual([]);
  });

  test('sees only its own items, ordered by kind', async () => {
    const items = await itemsOf(2);
    expect(items.some(({ id_tienda }) => id_tienda === scene.otherStore.id)).toBe(false);
    const order = 'despachar soporte corregir recibir arqueo papeles aCargo fondo rechazo'.split(
      ' ',
    );
    const kinds = items.map(({ tipo }) => order.indexOf(tipo));
    expect(kinds).toEqual(kinds.toSorted((one, other) => one - other));
    const page = await scene.browsers[2].call('/misPendientes', { pagina: 2, limite: 1 });
    expect(page).toMatchObject({ answer: items.slice(1, 2), total: items.length });
  });
});

describe('users who handle payments', () => {
  const ofMoney = async (browser: TestClient, tipo: string) =>
    (await must(browser, '/misPendientes', {})).filter((item) => item.tipo === tipo);
  const counts = (browser: TestClient) =>
    browser.call('/contarPendientes', {}).then(({ answer }) => answer.pendientes);

  test('have payments to prepare, batches of others to authorise, and claims', async () => {
    const [accountant, treasury] = [scene.browsers[6], await treasurer(scene)];
    const [before] = await ofMoney(accountant, 'girar');
    const boxes = [await partlyGranted(scene), await partlyGranted(scene)];
    const [toPay] = await ofMoney(accountant, 'girar');
    expect(toPay).toMatchObject({ id_caja: null, tienda: 'Varias tiendas', consecutivo: null });
    expect((toPay?.cantidad ?? 0) - (before?.cantidad ?? 0)).toBe(2);
    expect((toPay?.valor ?? 0) - (before?.valor ?? 0)).toBe(180_000);
    const id_lote = await preparedBatch(scene, ...boxes);
    const batch = { tipo: 'autorizar', id_lote, cantidad: 2, valor: 180_000 };
    expect(await ofMoney(treasury, 'autorizar')).toMatchObject([batch]);
    expect(await ofMoney(accountant, 'autorizar')).toEqual([]);
    const { total } = await treasury.call('/misPendientes', { limite: 1 });
    const last = await treasury.call('/misPendientes', { limite: 1, pagina: total ?? 0 });
    expect([last.answer.length, await counts(treasury)]).toEqual([1, total]);
    await must(treasury, '/autorizarGiros', { id_lote });
    await must(accountant, '/enviarGiros', { id_lote });
    const giros = boxes.map(({ id }) => ({ id_caja: id, referencia: String(id) }));
    await must(accountant, '/confirmarGiros', { dia: '2026-06-17', giros });
    const [{ id } = { id: 0 }] = boxes;
    await must(scene.browsers[2], '/responderGiro', { id_caja: id, recibido: 0, nota: 'Nada' });
    expect(await ofMoney(accountant, 'reclamo')).toMatchObject([
      { id_caja: id, id_lote, valor: 90_000, cantidad: 1, consecutivo: 1 },
    ]);
    await must(scene.browsers[2], '/responderGiro', { id_caja: id, recibido: 1 });
    expect(await ofMoney(accountant, 'reclamo')).toEqual([]);
  });

  test('and administrators see that nobody may authorise, until somebody may', async () => {
    const own = await startScene();
    const [administrator, accountant] = [own.browsers[1], own.browsers[6]];
    const lacking = (rows: readonly { sin_autorizador: 0 | 1 }[]) =>
      rows.map(({ sin_autorizador }) => sin_autorizador);
    expect(await must(administrator, '/misPendientes', {})).toEqual([]);
    const boxes = [await partlyGranted(own), await partlyGranted(own)];
    expect(lacking(await must(accountant, '/giros', { lista: 'porGirar' }))).toEqual([1, 1]);
    const id_lote = await preparedBatch(own, ...boxes.slice(1));
    expect(lacking(await must(accountant, '/giros', { id_lote }))).toEqual([1]);
    expect(await must(administrator, '/misPendientes', {})).toMatchObject([
      { tipo: 'sinAutorizador', tienda: 'Varias tiendas', cantidad: 2, valor: 180_000 },
    ]);
    expect(await counts(administrator)).toBe(1);
    expect(await must(administrator, '/misPendientes', { buscar: 'no hay tal' })).toEqual([]);
    const treasury = await treasurer(own);
    expect(await must(administrator, '/misPendientes', {})).toEqual([]);
    expect(await counts(administrator)).toBe(0);
    for (const wanted of [{ lista: 'porGirar' }, { id_lote }] as const)
      expect(lacking(await must(accountant, '/giros', wanted))).toEqual([0]);
    // What the treasurer would prepare, nobody else may authorise.
    expect(lacking(await must(treasury, '/giros', { lista: 'porGirar' }))).toEqual([1]);
    expect(lacking(await must(treasury, '/giros', { id_lote }))).toEqual([0]);
    await own.close();
  });

  test('have the boxes of accounting only with permission for its screens', async () => {
    await boxIn(scene, 'preliminary');
    const email = 'solo.giros@cajamenor.test';
    const permisos = ['giros', 'misPendientes'] as const;
    await addPerson(scene.db, { profile: 6, email, permisos });
    const items = await must(await scene.signIn(email), '/misPendientes', {});
    expect(items.filter(({ tipo }) => tipo === 'decidir' || tipo === 'enviar')).toEqual([]);
  });
});

describe('the groups of the history', () => {
  beforeEach(() => boxIn(scene, 'closed', [{}]));

  const groups = ['por_decidir', 'en_tramite', 'cerradas'] as const;

  test.each([2, 3, 5] as const)(
    'match the counts of profile %i and cover its whole history',
    async (profile) => {
      const counts = await countsOf(profile);
      const all = await must(scene.browsers[profile], '/historialCajas', {});
      let sum = 0;
      for (const grupo of groups) {
        const { answer, total } = await scene.browsers[profile].call('/historialCajas', { grupo });
        expect([grupo, total, answer.length]).toEqual([grupo, counts[grupo], counts[grupo]]);
        sum += counts[grupo];
      }
      expect(sum).toBe(all.length);
      const { total: pending } = await scene.browsers[profile].call('/misPendientes', {
        limite: 1,
      });
      expect(counts.pendientes).toBe(pending);
    },
  );

  test('depend on the profile: boxes to review, papers to ship, or nothing to decide', async () => {
    const states = async (profile: 2 | 3 | 5 | 7, grupo: (typeof groups)[number]) => {
      const rows = await must(scene.browsers[profile], '/historialCajas', { grupo });
      return [...new Set(rows.map(({ active }) => active))];
    };
    await boxIn(scene, 'readyToShip');
    expect(await states(2, 'por_decidir')).toEqual([3]);
    expect(await states(3, 'por_decidir')).toEqual([2]);
    expect(await states(5, 'por_decidir')).toEqual([1]);
    expect(await states(7, 'por_decidir')).toEqual([]);
    expect(await states(3, 'cerradas')).toEqual([5]);
    expect(await states(3, 'en_tramite')).not.toContain(2);
  });
});
