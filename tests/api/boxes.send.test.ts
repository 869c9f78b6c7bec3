/** Sending a box: who may, what changes in the database, and when it is refused. */
import { describe, expect, test } from 'vitest';
import { changedMessage } from '#contract/errors.ts';
import { boxRow, eventsOf, expenseRow, openBoxOf, refused } from '#tests/kit/box-rows.ts';
import { categories, must, record, startScene } from '#tests/kit/box-scene.ts';
import { approval, boxIn, moveTo, newStore, type StagedBox } from '#tests/kit/box-stages.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);

const maintenance = { categoria: [categories.maintenance] };

const send = ({ id, id_tienda }: StagedBox, version?: number) =>
  scene.browsers[2].call('/enviarCaja', { id_caja: id, id_tienda, ...(version && { version }) });

describe('/enviarCaja', () => {
  test('numbers the box, moves it and opens the next one', async () => {
    const box = await boxIn(scene, 'open');
    scene.clock.advance(60_000);
    const { status, body } = await send(box);
    expect([status, body]).toEqual([200, [{ status: '200', msg: 'Caja enviada', consecutivo: 1 }]]);
    expect(await boxRow(scene, box.id)).toMatchObject({
      active: 2,
      consecutivo: 1,
      fecha_movimiento: scene.clock.now(),
      fecha_contabilidad: null,
      total: 12_500_00,
      total_aprobado: 12_500_00,
      por_decidir: 12_500_00,
    });
    const next = await boxRow(scene, await openBoxOf(scene, box.id_tienda));
    const sent = (await eventsOf(scene, box.id)).at(-1);
    // The log of the next box continues the hash chain after the event that sent this box.
    expect(next).toMatchObject({ active: 0, consecutivo: null, total: 0, version: 0 });
    expect(next?.hash).toBe(sent?.hash);
    expect(sent).toMatchObject({
      evento: 'BOX.SEND',
      desde: 'open',
      hacia: 'supervision',
      id_actor: scene.people[2].id,
      perfil: 2,
    });
  });

  test('numbers the boxes of a store without gaps, even after a refusal', async () => {
    const first = await boxIn(scene, 'supervision');
    const empty = { id: await openBoxOf(scene, first.id_tienda), id_tienda: first.id_tienda };
    await refused(scene, () => send({ ...empty, expenses: [] }));
    await record(scene, { id_tienda: first.id_tienda });
    expect((await send({ ...empty, expenses: [] })).answer[0]?.consecutivo).toBe(2);
  });

  test('accepts one of two simultaneous requests and refuses the other', async () => {
    const box = await boxIn(scene, 'open');
    const results = await Promise.all([send(box), send(box)]);
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
    const boxes = await scene.db
      .selectFrom('cajas')
      .select('active')
      .where('id_tienda', '=', box.id_tienda)
      .execute();
    expect(boxes.map(({ active }) => active).sort()).toEqual([0, 2]);
  });

  test('refuses an empty box, and a box with an expense without receipt', async () => {
    const { id: id_tienda, idCaja } = await newStore(scene);
    const box = { id: idCaja, id_tienda, expenses: [] };
    expect(await refused(scene, () => send(box))).toMatchObject({
      status: 409,
      msg: 'No hay recibos para enviar',
      guardias: ['hasExpenses'],
      unchanged: true,
    });
    await record(scene, { id_tienda }, { receipt: false });
    expect(await refused(scene, () => send(box))).toMatchObject({
      status: 409,
      guardias: ['everyExpenseHasReceipt'],
      unchanged: true,
    });
  });

  test('refuses a box that was already sent', async () => {
    const box = await boxIn(scene, 'supervision');
    expect(await refused(scene, () => send(box))).toMatchObject({
      status: 409,
      guardias: ['stateAllows'],
      unchanged: true,
    });
  });

  test('refuses an outdated version of the box', async () => {
    const box = await boxIn(scene, 'open');
    const { id_tienda } = box;
    const shown = await must(scene.browsers[2], '/obtenerCajaActual', { id_tienda });
    await record(scene, { id_tienda: box.id_tienda });
    expect(await refused(scene, () => send(box, shown.version))).toMatchObject({
      status: 409,
      msg: changedMessage,
      unchanged: true,
    });
    const now = await must(scene.browsers[2], '/obtenerCajaActual', { id_tienda });
    expect((await send(box, now.version)).status).toBe(200);
  });

  test('refuses a box of another store, and a store that the user does not see', async () => {
    const box = await boxIn(scene, 'open');
    const { otherStore } = scene;
    const attempts = {
      'another box of hers': { id_caja: scene.store.idCaja, id_tienda: box.id_tienda, status: 404 },
      'a box of nobody': { id_caja: 999_999, id_tienda: box.id_tienda, status: 404 },
      'a foreign box': { id_caja: otherStore.idCaja, id_tienda: box.id_tienda, status: 404 },
      'a foreign store': { id_caja: otherStore.idCaja, id_tienda: otherStore.id, status: 403 },
      'a store of nobody': { id_caja: box.id, id_tienda: 999_999, status: 403 },
    };
    for (const [name, { status, ...body }] of Object.entries(attempts)) {
      const attempt = () => scene.browsers[2].call('/enviarCaja', body);
      expect(await refused(scene, attempt), name).toMatchObject({ status, unchanged: true });
    }
  });

  test('accepts the coordinator in any store', async () => {
    const { otherStore } = scene;
    await record(scene, { id_tienda: otherStore.id }, { as: 4 });
    const body = { id_caja: otherStore.idCaja, id_tienda: otherStore.id };
    expect((await scene.browsers[4].call('/enviarCaja', body)).status).toBe(200);
  });
});

describe('the sends of the reviewers', () => {
  const sends = [
    ['/enviarCajaSupervisor', 3, 'supervision', 9],
    ['/enviarCajaMantenimiento', 5, 'maintenance', 9],
    ['/enviarCajaContabilidadPrevia', 6, 'preliminary', 3],
    ['/enviarCajaContabilidad', 6, 'finalAccounting', 5],
  ] as const;

  test.each(sends)('%s is refused until every expense is decided', async (path, profile, stage) => {
    const box = await boxIn(scene, stage, [stage === 'maintenance' ? maintenance : {}]);
    const attempt = () => scene.browsers[profile].call(path, { id_caja: box.id });
    expect(await refused(scene, attempt)).toMatchObject({
      status: 409,
      msg: 'Debe marcar todos los gastos para poder enviar',
      unchanged: true,
    });
  });

  test('the refusal names the number and the ids of the undecided expenses', async () => {
    const box = await boxIn(scene, 'supervision', [{}, maintenance, {}]);
    const { body } = await scene.browsers[3].call('/enviarCajaSupervisor', { id_caja: box.id });
    const [first, , last] = box.expenses;
    expect(body).toEqual([
      {
        status: '409',
        msg: 'Debe marcar todos los gastos para poder enviar',
        motivos: [
          {
            guardia: 'supervisorMarkedEveryExpense',
            mensaje: 'Debe marcar todos los gastos para poder enviar',
            detalle: 'Faltan 2 gastos por decidir',
            gastos: [first, last],
          },
        ],
      },
    ]);
  });

  test.each(sends)('%s in the wrong state is refused', async (path, profile, stage) => {
    const wrong = stage === 'finalAccounting' ? 'preliminary' : 'finalAccounting';
    const box = await boxIn(scene, wrong, [{}, maintenance]);
    const attempt = () => scene.browsers[profile].call(path, { id_caja: box.id });
    expect(await refused(scene, attempt)).toMatchObject({
      status: 409,
      guardias: ['stateAllows'],
      unchanged: true,
    });
  });

  test.each(sends)('%s with an outdated version is refused', async (path, profile, stage) => {
    const box = await boxIn(scene, stage, [stage === 'maintenance' ? maintenance : {}]);
    const { version } = await boxRow(scene, box.id);
    const attempt = () =>
      scene.browsers[profile].call(path, { id_caja: box.id, version: version - 1 });
    expect(await refused(scene, attempt)).toMatchObject({ status: 409, msg: changedMessage });
  });

  test.each(sends)('%s of an unknown box answers 404', async (path, profile) => {
    const attempt = () => scene.browsers[profile].call(path, { id_caja: 999_999 });
    expect(await refused(scene, attempt)).toMatchObject({ status: 404, unchanged: true });
  });

  test.each(sends)('%s moves the box to the next state', async (path, profile, stage, to) => {
    const box = await boxIn(scene, stage, [stage === 'maintenance' ? maintenance : {}]);
    await markAll(box, stage);
    const { version } = await boxRow(scene, box.id);
    scene.clock.advance(60_000);
    const { status, body } = await scene.browsers[profile].call(path, { id_caja: box.id, version });
    expect([status, body]).toEqual([200, [{ status: '200', msg: 'Caja enviada' }]]);
    const row = await boxRow(scene, box.id);
    expect(row).toMatchObject({ active: to, fecha_movimiento: scene.clock.now() });
    if (to === 9) expect(row.fecha_contabilidad).toBe(scene.clock.now());
  });

  test('the send of the supervisor passes unrejected maintenance expenses to maintenance', async () => {
    const box = await boxIn(scene, 'supervision', [{}, maintenance, maintenance, maintenance]);
    const [plain = 0, , approved = 0, rejected = 0] = box.expenses;
    const save = (id_gasto: number, estado: 3 | 4) =>
      must(scene.browsers[3], '/guardarSupervisor', {
        id_caja: box.id,
        id_gasto,
        estado,
        ...approval,
        ...(estado === 4 && { id_rechazo: 1 }),
      });
    await save(plain, 3);
    await save(approved, 3);
    await save(rejected, 4);
    await must(scene.browsers[3], '/enviarCajaSupervisor', { id_caja: box.id });
    const codes = await Promise.all(box.expenses.map((id) => expenseRow(scene, id)));
    expect(codes.map(({ estado }) => estado)).toEqual([3, 13, 13, 4]);
    expect((await boxRow(scene, box.id)).active).toBe(1);
    const { answer } = await scene.browsers[5].call('/obtenerCaja', { id_caja: box.id });
    expect(answer).toMatchObject({ active: 1, tipo_usuario: 'Mantenimiento' });
  });
});

/** Decides every expense of a box at a review stage. */
async function markAll(box: StagedBox, stage: string): Promise<void> {
  const decide = {
    supervision: ['/guardarSupervisor', 3, 3],
    maintenance: ['/guardarMantenimiento', 5, 9],
    preliminary: ['/guardarContabilidad', 6, 7],
    finalAccounting: ['/guardarContabilidadFinal', 6, 15],
  } as const;
  const [path, profile, estado] = decide[stage as keyof typeof decide];
  for (const id_gasto of box.expenses) {
    const { status } = await scene.browsers[profile].call(path, {
      id_gasto,
      id_caja: box.id,
      estado,
      observacion: approval.observacion,
      ...(estado === 7 && { id_rechazo: 1 }),
      ...(path !== '/guardarContabilidadFinal' && { item: 0 }),
    });
    expect(status).toBe(200);
  }
}

test('a send logs one event per moved expense, in a sequence without gaps', async () => {
  const { id: id_tienda, idCaja } = await newStore(scene);
  const first = await record(scene, { id_tienda, ...maintenance });
  for (let index = 0; index < 11; index += 1) await record(scene, { id_tienda, ...maintenance });
  const box = { id: idCaja, id_tienda, expenses: [first] };
  await moveTo(scene, box, 'maintenance');
  const events = await eventsOf(scene, idCaja);
  expect(events.filter(({ evento }) => evento === 'BOX.ENTERED_MAINTENANCE')).toHaveLength(12);
  expect(events.map(({ secuencia }) => secuencia)).toEqual(events.map((_, index) => index + 1));
});
