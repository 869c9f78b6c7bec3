/** /enviarGasto: the expense as it is stored, and the refusals. */
import { describe, expect, test } from 'vitest';
import type { RequestOf } from '#contract/contract.ts';
import { auditOf, boxRow, eventsOf, expenseRow, openBoxOf, refused } from '#tests/kit/box-rows.ts';
import {
  categories,
  foreignCategory,
  must,
  nextReceipt,
  record,
  startScene,
  today,
} from '#tests/kit/box-scene.ts';
import { boxIn, newStore } from '#tests/kit/box-stages.ts';
import { addPerson } from '#tests/kit/people.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);

type Form = RequestOf<'/enviarGasto'>;

const form = (changes: Partial<Form> = {}): Form => ({
  id_tienda: scene.store.id,
  fecha_gasto: today,
  id_proveedor: scene.suppliers.known,
  recibo: nextReceipt(),
  valor: 12_500,
  concepto: 'Bombillos',
  categoria: [categories.plain],
  tipo_factura: 0,
  ...changes,
});

const send = (changes: object = {}, options = {}) =>
  scene.browsers[2].call('/enviarGasto', { ...form(), ...changes }, options);

const recordedId = async (changes: Partial<Form> = {}): Promise<number> =>
  (await must(scene.browsers[2], '/enviarGasto', form(changes)))[0]?.id_gasto ?? 0;

const fund = async (id_tienda: number) =>
  must(scene.browsers[4], '/obtenerDatosTiendaCaja', { id_tienda });

describe('a recorded expense', () => {
  test('is stored in the open box with all fields of the form', async () => {
    const recibo = nextReceipt();
    const id = await recordedId({
      recibo,
      valor: 12_500.5,
      concepto: '  Bombillos y cinta  ',
      encargado: ' Ana Pérez ',
      categoria: [categories.other, categories.plain],
      fecha_gasto: '2026-05-01',
    });
    expect(await expenseRow(scene, id)).toMatchObject({
      id_caja: await openBoxOf(scene, scene.store.id),
      recibo,
      valor: 12_500_50,
      concepto: 'Bombillos y cinta',
      encargado: 'Ana Pérez',
      fecha_gasto: '2026-05-01',
      id_proveedor: scene.suppliers.known,
      proveedor_nombre: 'Proveedor 800197268',
      estado: 1,
      factura_elec: 0,
      numero_factura: '',
      enlace_factura: '',
      soporte: null,
      id_usuario: scene.people[2].id,
      informe_novedad: '',
      version: 1,
      creado: scene.clock.now(),
    });
    const stored = await scene.db
      .selectFrom('gasto_categoria')
      .select(['id_categoria', 'orden', 'valor_item'])
      .where('id_gasto', '=', id)
      .orderBy('orden')
      .execute();
    expect(stored).toEqual([
      { id_categoria: categories.other, orden: 0, valor_item: null },
      { id_categoria: categories.plain, orden: 1, valor_item: null },
    ]);
  });

  test('is the last event of its box, and the log agrees with the rows', async () => {
    const id = await recordedId();
    const idCaja = await openBoxOf(scene, scene.store.id);
    expect((await eventsOf(scene, idCaja)).at(-1)).toMatchObject({
      evento: 'EXPENSE.RECORD',
      id_gasto: id,
      id_actor: scene.people[2].id,
      perfil: 2,
    });
    expect(await auditOf(scene, idCaja)).toEqual([]);
  });

  test('needs maintenance when one of its categories does', async () => {
    const id = await recordedId({ categoria: [categories.plain, categories.maintenance] });
    expect(await expenseRow(scene, id)).toMatchObject({ estado: 2, requiere_mantenimiento: 1 });
  });

  test('reduces the available fund until it is removed', async () => {
    const store = await newStore(scene);
    const id = await recordedId({ id_tienda: store.id, valor: 250_000 });
    expect(await fund(store.id)).toMatchObject({
      base: 1_000_000,
      disponible: 750_000,
      porcentaje: 75,
      reembolso: 0,
    });
    await must(scene.browsers[2], '/eliminarGasto', { id_gasto: id, id_tienda: store.id });
    expect(await fund(store.id)).toMatchObject({ disponible: 1_000_000, porcentaje: 100 });
  });

  test('may be recorded by the coordinator, in any store', async () => {
    const { id_gasto } = (
      await must(scene.browsers[4], '/enviarGasto', form({ id_tienda: scene.otherStore.id }))
    )[0] ?? { id_gasto: 0 };
    expect(await expenseRow(scene, id_gasto)).toMatchObject({ id_usuario: scene.people[4].id });
  });

  test('belongs to the next box once the box is sent', async () => {
    const sent = await boxIn(scene, 'supervision');
    const id = await recordedId({ id_tienda: sent.id_tienda });
    expect((await expenseRow(scene, id)).id_caja).toBe(await openBoxOf(scene, sent.id_tienda));
    expect((await boxRow(scene, sent.id)).total).toBe(12_500_00);
  });
});

describe('the date of the purchase', () => {
  const message = 'La fecha de compra debe estar entre 2026-05-01 y 2026-06-17.';

  test.each(['2026-05-01', '2026-06-17'])('%s is accepted', async (fecha_gasto) => {
    expect((await send({ fecha_gasto })).status).toBe(200);
  });

  test.each(['2026-04-30', '2026-06-18', '2026-05-32', '2026-02-30'])(
    '%s is refused',
    async (fecha_gasto) => {
      expect(await refused(scene, () => send({ fecha_gasto }))).toEqual({
        status: 422,
        msg: message,
        guardias: ['fecha_gasto'],
        unchanged: true,
      });
    },
  );

  test('may be the current day in Colombia, not of the server', async () => {
    const then = scene.clock.now();
    const sentAt = async (instant: number) => {
      scene.clock.set(instant);
      const browser = await scene.signIn(2);
      return browser.call('/enviarGasto', form({ fecha_gasto: '2026-06-18' }));
    };
    const late = await sentAt(Date.UTC(2026, 5, 18, 4, 59));
    const early = await sentAt(Date.UTC(2026, 5, 18, 5, 0));
    scene.clock.set(then);
    expect([late.status, early.status]).toEqual([422, 200]);
  });
});

describe('the categories', () => {
  const sentence = 'Elija categorías del formato de la tienda.';

  test.each([
    ['of another format', [foreignCategory], sentence],
    ['unknown', [9_999], sentence],
    ['one of them of another format', [categories.plain, foreignCategory], sentence],
    ['repeated', [1, 1], 'Cada categoría se elige una sola vez.'],
  ])('are refused: %s', async (_, categoria, msg) => {
    const answer = await refused(scene, () => send({ categoria }));
    expect(answer).toEqual({ status: 422, msg, guardias: ['categoria'], unchanged: true });
  });

  test('are refused when inactive', async () => {
    await scene.db.updateTable('categoria_gasto').set({ active_: 0 }).where('id', '=', 3).execute();
    expect(await refused(scene, () => send({ categoria: [3] }))).toMatchObject({ status: 422 });
  });
});

describe('/enviarGasto refuses', () => {
  test.each<[string, object, number]>([
    ['a text that is no value', { valor: 'mucho' }, 422],
    ['no store', { id_tienda: undefined }, 400],
    ['an unknown field', { estado: 3 }, 400],
    ['a text that is no category', { categoria: 'aseo' }, 400],
    ['a NUL in the text', { concepto: 'a\u0000b' }, 400],
    ['no value', { valor: 0 }, 422],
    ['three decimals', { valor: 10.005 }, 422],
    ['a receipt with a dash', { recibo: 'A-1' }, 422],
    ['no concept', { concepto: '   ' }, 422],
    ['no category', { categoria: [] }, 422],
    ['electronic invoice without its number', { tipo_factura: 1 }, 422],
  ])('%s', async (_, changes, status) => {
    expect(await refused(scene, () => send(changes))).toMatchObject({ status, unchanged: true });
  });

  test.each([1, 3, 5, 6, 7, 8] as const)('profile %i', async (profile) => {
    const attempt = () => scene.browsers[profile].call('/enviarGasto', form());
    expect(await refused(scene, attempt)).toMatchObject({ status: 403, unchanged: true });
  });

  test('a request without a session', async () => {
    expect((await scene.client().call('/enviarGasto', form())).status).toBe(401);
  });

  test('another store, whether it exists or not', async () => {
    for (const id_tienda of [scene.otherStore.id, 99_999])
      expect(await refused(scene, () => send({ id_tienda }))).toMatchObject({ status: 403 });
    const byCoordinator = () => scene.browsers[4].call('/enviarGasto', form({ id_tienda: 99_999 }));
    expect(await refused(scene, byCoordinator)).toMatchObject({ status: 404 });
  });

  test('an inactive store', async () => {
    const store = await newStore(scene);
    await scene.db.updateTable('tiendas').set({ active_: 0 }).where('id', '=', store.id).execute();
    expect(await refused(scene, () => send({ id_tienda: store.id }))).toMatchObject({
      status: 409,
      guardias: ['storeIsActive'],
    });
  });

  test('a user with the permission but another profile', async () => {
    const email = 'auditor.curioso@cajamenor.test';
    await addPerson(scene.db, { profile: 7, email, permisos: ['crearGasto'] });
    const browser = await scene.signIn(email);
    expect(await refused(scene, () => browser.call('/enviarGasto', form()))).toMatchObject({
      status: 409,
      guardias: ['actorIsStore'],
      unchanged: true,
    });
  });
});

describe('repetition and concurrency', () => {
  const countOf = async (recibo: string): Promise<number> => {
    const { count } = await scene.db
      .selectFrom('gastos')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('recibo', '=', recibo)
      .executeTakeFirstOrThrow();
    return count;
  };

  test('the same idempotency key creates one expense, also simultaneously', async () => {
    const body = form();
    const options = { idempotencyKey: 'gasto-repetido' };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => scene.browsers[2].call('/enviarGasto', body, options)),
    );
    const again = await scene.browsers[2].call('/enviarGasto', body, options);
    expect(new Set([...answers, again].map(({ answer }) => answer[0]?.id_gasto)).size).toBe(1);
    expect(await countOf(body.recibo)).toBe(1);
  });

  test('the same key with another body answers 409', async () => {
    const options = { idempotencyKey: 'gasto-cambiado' };
    await scene.browsers[2].call('/enviarGasto', form(), options);
    expect(await refused(scene, () => send({}, options))).toMatchObject({
      status: 409,
      unchanged: true,
    });
  });

  test('the total includes all expenses that are recorded simultaneously', async () => {
    const store = await newStore(scene);
    await Promise.all(
      Array.from({ length: 8 }, () => record(scene, { id_tienda: store.id, valor: 1_000.25 })),
    );
    const box = await boxRow(scene, store.idCaja);
    expect([box.total, box.version]).toEqual([8_002_00, 16]);
    expect(await auditOf(scene, store.idCaja)).toEqual([]);
  });

  test('an expense recorded during the send of its box is in the open box afterwards', async () => {
    const { id, id_tienda } = await boxIn(scene, 'open');
    const [sent, recorded] = await Promise.all([
      scene.browsers[2].call('/enviarCaja', { id_caja: id, id_tienda }),
      scene.browsers[2].call('/enviarGasto', form({ id_tienda })),
    ]);
    const expense = await expenseRow(scene, recorded.answer[0]?.id_gasto ?? 0);
    // If it is recorded first, the send is refused, since it has no receipt.
    expect([200, 409]).toContain(sent.status);
    expect(expense.id_caja).toBe(await openBoxOf(scene, id_tienda));
    expect(await auditOf(scene, id)).toEqual([]);
  });
});
