/** Lists of boxes: the history of each profile, and the boxes that wait for accounting. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { ProfileId } from '#machines/domain/people/profiles.ts';
import { categories, must, record, startScene, today } from '#tests/kit/box-scene.ts';
import { boxIn, moveTo, newStore, type StagedBox } from '#tests/kit/box-stages.ts';
import { perFile } from '#tests/kit/per-file.ts';

const MINUTE = 60_000;

const scene = perFile(startScene);
/** Boxes of the users of the scene by stage; each moved a minute after the previous one. */
const boxes = {} as Record<
  'open' | 'supervision' | 'maintenance' | 'preliminary' | 'finalAccounting' | 'closed',
  StagedBox
>;
/** The id of a box of the other store, in supervision. */
let foreign: number;

beforeAll(async () => {
  const maintenance = { categoria: [categories.maintenance] };
  for (const stage of [
    'open',
    'supervision',
    'maintenance',
    'preliminary',
    'finalAccounting',
    'closed',
  ] as const) {
    boxes[stage] = await boxIn(scene, stage, [stage === 'maintenance' ? maintenance : {}]);
    scene.clock.advance(MINUTE);
  }
  const { otherStore } = scene;
  foreign = otherStore.idCaja;
  await record(scene, { id_tienda: otherStore.id, valor: 99_999 }, { as: 4 });
  await must(scene.browsers[4], '/enviarCaja', { id_caja: foreign, id_tienda: otherStore.id });
});

const idsFor = async (profile: ProfileId, body: object = {}): Promise<number[]> =>
  (await scene.browsers[profile].call('/historialCajas', { ver_control: 1, ...body })).answer.map(
    ({ id_caja }) => id_caja,
  );

/** Ids of the sent boxes of the scene, the last moved first. */
const sentOfHers = () =>
  [
    boxes.closed,
    boxes.finalAccounting,
    boxes.preliminary,
    boxes.maintenance,
    boxes.supervision,
  ].map(({ id }) => id);

describe('/historialCajas', () => {
  test('returns the requested and approved values, and the profile that has the box', async () => {
    const { status, answer, total } = await scene.browsers[2].call('/historialCajas', {
      ver_control: '1',
      id_tienda: boxes.supervision.id_tienda,
    });
    expect([status, total]).toEqual([200, 1]);
    expect(answer).toEqual([
      {
        id_caja: boxes.supervision.id,
        tienda: expect.stringContaining('Tienda de prueba'),
        consecutivo: 1,
        fecha: today,
        total: 12_500,
        total_aprobado: 12_500,
        por_decidir: 12_500,
        estado: 'En supervisión',
        color: 'info',
        active: 2,
        tipo_usuario: 'Supervisor',
        fecha_movimiento: '2026-06-17 10:01',
        giro: '',
      },
    ]);
  });

  test.each([2, 3] as const)('profile %i sees the sent boxes of its stores', async (profile) => {
    expect(await idsFor(profile)).toEqual(sentOfHers());
  });

  test.each([4] as const)('profile %i sees the sent boxes of every store', async (profile) => {
    expect(await idsFor(profile)).toEqual([foreign, ...sentOfHers()]);
  });

  test('maintenance sees only boxes that entered maintenance', async () => {
    expect(await idsFor(5)).toEqual([boxes.maintenance.id]);
  });

  test.each([6, 7] as const)('profile %i reads the history of any store', async (profile) => {
    expect(await idsFor(profile, { id_tienda: scene.otherStore.id })).toEqual([foreign]);
  });

  test('of one store answers 403 to users who do not see it, and 404 if it is unknown', async () => {
    const statusFor = async (profile: ProfileId, id_tienda: number) =>
      (await scene.browsers[profile].call('/historialCajas', { id_tienda })).status;
    for (const profile of [2, 3, 5, 8] as const)
      expect(await statusFor(profile, scene.otherStore.id)).toBe(403);
    expect(await statusFor(6, 999_999)).toBe(404);
    expect(await statusFor(8, boxes.closed.id_tienda)).toBe(200);
  });

  test('is paged, with the number of all rows', async () => {
    const all = sentOfHers();
    const page = async (pagina: number) =>
      scene.browsers[2].call('/historialCajas', { pagina, limite: 2 });
    const pages = [await page(1), await page(2), await page(3), await page(4)];
    expect(pages.map(({ answer }) => answer.map(({ id_caja }) => id_caja))).toEqual([
      all.slice(0, 2),
      all.slice(2, 4),
      all.slice(4),
      [],
    ]);
    expect(pages.map(({ total }) => total)).toEqual([5, 5, 5, 5]);
  });

  test.each([
    ['estado', 'asc', ['finalAccounting', 'preliminary', 'maintenance', 'supervision']],
    ['tipo_usuario', 'desc', ['supervision', 'maintenance', 'finalAccounting', 'preliminary']],
    ['fecha_movimiento', 'asc', ['supervision', 'maintenance', 'preliminary', 'finalAccounting']],
    ['tienda', 'desc', ['finalAccounting', 'preliminary', 'maintenance', 'supervision']],
  ] as const)('is ordered by %s %s', async (orden, direccion, stages) => {
    const ids = await idsFor(2, { orden, direccion });
    const inProcess = ids.filter((id) => id !== boxes.closed.id);
    expect(inProcess).toEqual(stages.map((stage) => boxes[stage].id));
  });

  test('refuses an order by other columns', async () => {
    for (const orden of ['hash', 'cajas.id; drop table cajas', 'constructor'])
      expect((await scene.browsers[2].call('/historialCajas', { orden })).status).toBe(400);
  });

  test('is searched by state, store and number', async () => {
    expect(await idsFor(2, { buscar: 'SUPERVISION' })).toEqual([boxes.supervision.id]);
    expect(await idsFor(2, { buscar: ' cerrada ' })).toEqual([boxes.closed.id]);
    expect(await idsFor(4, { buscar: 'tienda norte' })).toEqual([foreign]);
    expect(await idsFor(4, { buscar: '1' })).toContain(foreign);
    expect(await idsFor(2, { buscar: '%' })).toEqual([]);
    expect(await idsFor(2, { buscar: "'; drop table cajas --" })).toEqual([]);
  });

  test('is searched by the texts and values of expenses', async () => {
    const concepto = 'Arreglo de la GREÑA del tapete';
    const box = await boxIn(scene, 'supervision', [{ valor: 87_654, concepto, recibo: 'QX4471' }]);
    const open = await boxIn(scene, 'open', [{ concepto, recibo: 'QX4472' }]);
    for (const buscar of ['grena', 'tapete Greña', '87.654', '$87654', 'x4471', 'del tapete'])
      for (const profile of [2, 3, 4, 7, 8] as const)
        expect(await idsFor(profile, { buscar }), `${buscar} ${profile}`).toEqual([box.id]);
    expect(await idsFor(7, { buscar: '800.197.268-4' })).toContain(box.id);
    expect(await idsFor(7, { buscar: 'grena tornillo' })).toEqual([]);
    expect(await idsFor(7, { buscar: 'te' })).not.toContain(box.id);
    // Maintenance finds no box that skipped maintenance, and no profile finds an open box.
    expect(await idsFor(5, { buscar: 'grena' })).toEqual([]);
    expect(open.id).not.toBe(box.id);
    expect(await idsFor(3, { buscar: '99.999' })).toEqual([]);
    expect(await idsFor(4, { buscar: '99.999' })).toEqual([foreign]);
    const { total } = await scene.browsers[2].call('/historialCajas', { buscar: 'bombillos' });
    expect(total).toBe((await idsFor(2, { buscar: 'bombillos' })).length);
    const byName = { buscar: 'bombillos', orden: 'tienda', direccion: 'asc' };
    expect((await idsFor(2, byName)).length).toBe(total);
  });

  test('is ordered by the approved value, without undecided expenses', async () => {
    const ids = await idsFor(2, { orden: 'total_aprobado', direccion: 'asc' });
    expect(new Set(ids.slice(0, 2))).toEqual(new Set([boxes.supervision.id, boxes.maintenance.id]));
  });

  test('includes a rejected expense in the requested value, not in the approved one', async () => {
    const box = await boxIn(scene, 'supervision', [{}, { valor: 30_000 }]);
    await must(scene.browsers[3], '/guardarSupervisor', {
      id_caja: box.id,
      id_gasto: box.expenses[1] ?? 0,
      estado: 4,
      item: 0,
      observacion: 'No corresponde',
      id_rechazo: 1,
    });
    const { id_tienda } = box;
    const [row] = await must(scene.browsers[2], '/historialCajas', { ver_control: 1, id_tienda });
    expect(row).toMatchObject({ total: 42_500, total_aprobado: 12_500, por_decidir: 12_500 });
    await scene.db
      .updateTable('tiendas')
      .set({ id_supervisor: scene.others.supervisor.id })
      .where('id', '=', id_tienda)
      .execute();
    await scene.db.deleteFrom('responsable_tienda').where('id_tienda', '=', id_tienda).execute();
  });
});

describe('/cajasPendientesContabilidad', () => {
  const pending = (body: object = {}) =>
    scene.browsers[6].call('/cajasPendientesContabilidad', { estado: '4', ...body });

  test('returns both passes, the longest waiting first, with the time of reception', async () => {
    const { answer, total } = await pending();
    expect(total).toBe(2);
    expect(answer.map(({ id }) => id)).toEqual([boxes.preliminary.id, boxes.finalAccounting.id]);
    expect(answer[0]).toEqual({
      id: boxes.preliminary.id,
      tienda: expect.stringContaining('Tienda de prueba'),
      consecutivo: 1,
      fecha: '2026-06-17 10:03',
      total: 12_500,
      color: 'info',
      estado: 'En contabilidad (primera)',
      active: 9,
    });
  });

  test('is ordered by the time of reception, and searched', async () => {
    const { answer } = await pending({ orden: 'fecha', direccion: 'desc' });
    expect(answer.map(({ active }) => active)).toEqual([4, 9]);
    expect((await pending({ buscar: 'final' })).answer.map(({ active }) => active)).toEqual([4]);
  });

  test('has the time of reception in the final pass', async () => {
    const box = await boxIn(scene, 'readyToShip');
    scene.clock.advance(MINUTE);
    await moveTo(scene, box, 'finalAccounting');
    const { answer } = await pending({ orden: 'fecha', direccion: 'desc', limite: 1 });
    expect(answer).toMatchObject([{ id: box.id, fecha: '2026-06-17 10:07' }]);
    await moveTo(scene, box, 'closed');
  });
});

test('an open box is in no history', async () => {
  const { id } = await newStore(scene);
  expect(await idsFor(2, { id_tienda: id })).toEqual([]);
  expect(await idsFor(4)).not.toContain(boxes.open.id);
});
