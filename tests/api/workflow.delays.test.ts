/** Delays of stores and users: boxes that wait now, durations of the last boxes, and targets of the settings. */
import { expect, test } from 'vitest';
import { openBoxOf } from '#tests/kit/box-rows.ts';
import { categories, must, record, startScene } from '#tests/kit/box-scene.ts';
import { boxIn, moveTo } from '#tests/kit/box-stages.ts';
import { perFile } from '#tests/kit/per-file.ts';
import { passTime } from '#tests/kit/workflow-scene.ts';

const scene = perFile(startScene);

const minutes = (count: number) => count * 60_000;

const delaysOf = (body: { id_tienda?: number; id_supervisor?: number } = {}, por = 'tienda') =>
  must(scene.browsers[7], '/flujoDemoras', { por: por as 'tienda' | 'persona', ...body });

/** Sends the open box of a store, and lets it wait for its supervisor. */
async function sendAndWait(id_tienda: number, time: number) {
  const box = { id: await openBoxOf(scene, id_tienda), id_tienda, expenses: [] };
  await record(scene, { id_tienda });
  await moveTo(scene, box, 'supervision');
  await passTime(scene, time);
  return box;
}

// Runs first: later tests advance the clock, which ends sessions without requests.
test('delays use the target of the settings, which has a default and can be removed', async () => {
  const { id_tienda } = await boxIn(scene, 'supervision');
  const metaOf = async () => (await delaysOf({ id_tienda }))[0]?.meta;
  const save = (dias_supervision: number | null) =>
    scene.browsers[1].call('/configGeneral', { monto_maximo: 500_000, dias_supervision });
  expect(await metaOf()).toBe(2);
  expect((await save(4)).status).toBe(200);
  expect(await metaOf()).toBe(4);
  await must(scene.browsers[1], '/configGeneral', { monto_maximo: 500_000, dias_envio: 4 });
  expect(await metaOf()).toBe(4);
  for (const wrong of [0, 366, 1.5]) {
    const { status, refusal } = await save(wrong);
    expect([status, refusal.msg]).toEqual([
      422,
      'Escriba un número de días entre 1 y 365, o déjelo vacío.',
    ]);
  }
  expect((await save(null)).status).toBe(200);
  expect(await metaOf()).toBeNull();
});

test('the session contains the working time of the settings', async () => {
  const save = (hours: object) =>
    scene.browsers[1].call('/configGeneral', { monto_maximo: 500_000, ...hours });
  const hours = { dias_habiles: [6, 1, 6], hora_apertura: '07:30', hora_cierre: '12:00' };
  const horario = async () => (await must(scene.browsers[3], '/auth/sesion', {}))[0]?.horario;
  expect(await horario()).toBeUndefined();
  expect((await save(hours)).status).toBe(200);
  // The clock of the test stands at 2026-06-17.
  const usual = { dias: [1, 2, 3, 4, 5], abre: '08:00', cierra: '17:00' };
  const changed = { dias: [1, 6], abre: '07:30', cierra: '12:00' };
  expect(await horario()).toEqual({ ...usual, cambios: [{ desde: '2026-06-18', ...changed }] });
  expect((await save({ ...hours, horario_desde: '2026-07-01' })).status).toBe(200);
  expect((await horario())?.cambios?.map(({ desde }) => desde)).toEqual(['2026-06-18']);
  expect((await save({ ...hours, hora_cierre: '13:00', horario_desde: '2026-07-01' })).status).toBe(
    200,
  );
  expect((await horario())?.cambios?.map(({ desde }) => desde)).toEqual([
    '2026-06-18',
    '2026-07-01',
  ]);
  for (const horario_desde of ['2026-06-17', '2026-13-01'])
    expect((await save({ ...hours, horario_desde })).refusal.motivos?.[0]?.guardia).toBe(
      'horario_desde',
    );
  expect((await save({ ...hours, hora_cierre: '07:30' })).status).toBe(422);
  expect((await save({ hora_cierre: '18:00' })).status).toBe(400);
  await save({ dias_habiles: [1, 2, 3, 4, 5], hora_apertura: '08:00', hora_cierre: '17:00' });
  expect(await horario()).toBeUndefined();
});

test('delays of a store are its waiting boxes and the durations of the last ones', async () => {
  const { id_tienda } = await boxIn(scene, 'open');
  for (const time of [1, 3, 2])
    await moveTo(scene, await sendAndWait(id_tienda, minutes(time)), 'closed');
  const since = scene.clock.now();
  await moveTo(scene, await sendAndWait(id_tienda, minutes(9)), 'readyToShip');
  await sendAndWait(id_tienda, minutes(5));
  const rows = await delaysOf({ id_tienda });
  expect(rows.map(({ estado, cajas }) => [estado, cajas])).toEqual([
    ['supervision', 1],
    ['preliminary', 0],
    ['readyToShip', 1],
    ['onTheWay', 0],
    ['finalAccounting', 0],
  ]);
  expect(rows[0]).toMatchObject({
    id: id_tienda,
    supervisor: expect.any(String),
    mediana: minutes(2),
    p90: minutes(3),
    meta: null,
  });
  expect(rows[0]?.desde).toBe(scene.clock.now() - minutes(5));
  expect(rows[2]).toMatchObject({ mediana: 0, desde: since + minutes(9) });
});

test('the time of the shipping company does not count for accounting', async () => {
  const box = await boxIn(scene, 'finalAccounting');
  const { id_tienda } = box;
  const last = async (por?: string) =>
    (await delaysOf({ id_tienda }, por))
      .filter(({ estado }) => ['onTheWay', 'finalAccounting'].includes(estado))
      .map(({ estado, nombre, cajas, mediana }) => [estado, nombre, cajas, mediana]);
  expect(await last('persona')).toEqual([['onTheWay', 'Empresa de envío', 1, null]]);
  scene.clock.advance(minutes(4));
  await must(scene.browsers[6], '/recibirPapeles', { cajas: [box.id] });
  scene.clock.advance(minutes(1));
  expect(await last('persona')).toEqual([['finalAccounting', 'Contabilidad', 1, null]]);
  await moveTo(scene, box, 'closed');
  expect((await last()).map(([estado, , , mediana]) => [estado, mediana])).toEqual([
    ['onTheWay', minutes(4)],
    ['finalAccounting', minutes(1)],
  ]);
});

test('delays count only the last twelve closed boxes of a store', async () => {
  const { id_tienda } = await boxIn(scene, 'open');
  for (let box = 0; box < 13; box += 1)
    await moveTo(scene, await sendAndWait(id_tienda, minutes(box === 0 ? 9 : 1)), 'closed');
  await moveTo(scene, await sendAndWait(id_tienda, minutes(9)), 'preliminary');
  const [row] = await delaysOf({ id_tienda });
  expect(row).toMatchObject({ estado: 'supervision', mediana: minutes(1), p90: minutes(1) });
});

test('delays by user are the boxes that wait for the user and the stays that the user ended', async () => {
  const { id, nombre } = scene.people[6];
  const id_supervisor = scene.people[3].id;
  await boxIn(scene, 'maintenance', [{ categoria: [categories.maintenance] }]);
  const ofStores = await delaysOf({ id_supervisor });
  const people = await delaysOf({ id_supervisor }, 'persona');
  const totals = (rows: typeof people, estado: string) => {
    const own = rows.filter((row) => row.estado === estado);
    const instants = own.flatMap(({ desde }) => desde ?? []);
    return [own.reduce((sum, { cajas }) => sum + cajas, 0), Math.min(...instants)];
  };
  for (const estado of ['supervision', 'preliminary', 'readyToShip'])
    expect(totals(people, estado)).toEqual(totals(ofStores, estado));
  const holders = people.map(({ id, nombre, estado, cajas }) => [id, nombre, estado, cajas > 0]);
  expect(holders).toContainEqual([id_supervisor, scene.people[3].nombre, 'supervision', true]);
  expect(holders).toContainEqual([id, nombre, 'preliminary', false]);
  expect(holders).toContainEqual([0, 'Mantenimiento', 'maintenance', true]);
  expect(holders).toContainEqual([0, 'Tienda', 'readyToShip', true]);
});
