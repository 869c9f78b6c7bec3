/** The log of one box as the browser receives it: its replay by the state machine agrees with the rows. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AnswerOf, documents } from '#contract/contract.ts';
import { committedBy } from '#machines/domain/fund/fund.ts';
import { toCentavos } from '#machines/domain/values/money.ts';
import { replayLog, type Step } from '#machines/domain/history/replay.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { fundEventsBeside } from '#server/features/workflow/workflow-log.repository.ts';
import { boxRow, openBoxOf } from '#tests/kit/box-rows.ts';
import { must, record, type Scene, startScene } from '#tests/kit/box-scene.ts';
import { moveTo, newStore } from '#tests/kit/box-stages.ts';
import { giveWorkflow } from '#tests/kit/people.ts';
import { startTestServer, type TestServer } from '#tests/kit/server.ts';
import { addManyBoxes } from '#tests/kit/many-boxes.ts';

type BoxLog = AnswerOf<'/flujoCaja'>;

/** The last step of a log that the state machine accepts. */
function endOf({ eventos }: Pick<BoxLog, 'eventos'>): Step {
  const { steps, broken } = replayLog(eventos);
  expect(broken).toBeNull();
  expect(steps.length).toBe(eventos.length + 1);
  return steps.at(-1) ?? steps[0];
}

/** Available fund after each event, in centavos. */
function fundAfterEach({ base, eventos }: BoxLog): number[] {
  const { steps } = replayLog(eventos);
  return eventos.map(
    ({ comprometido_otras }, index) =>
      toCentavos(base) - toCentavos(comprometido_otras) - committedBy(steps[index + 1] ?? steps[0]),
  );
}

describe('the log of a box moved through the API', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await startScene();
    await giveWorkflow(scene);
  });
  afterAll(() => scene.close());

  const logOf = (id_caja: number) => must(scene.browsers[4], '/flujoCaja', { id_caja });

  test('yields the fund that the store saw after each event', async () => {
    const store = await newStore(scene);
    const { id: id_tienda } = store;
    /** Available fund that the store saw, by box and number of its last event. */
    const seen = new Map<string, number>();
    const look = async (id_caja: number) => {
      const fund = await must(scene.browsers[2], '/obtenerDatosTiendaCaja', { id_tienda });
      const { version } = await boxRow(scene, id_caja);
      seen.set(`${id_caja} ${version}`, toCentavos(fund.disponible));
    };
    const boxes: { id: number; id_tienda: number; expenses: number[] }[] = [];
    for (const valor of [100_000, 50_000.5, 7_000]) {
      const id = await openBoxOf(scene, id_tienda);
      const box = { id, id_tienda, expenses: [] as number[] };
      boxes.push(box);
      for (const part of [valor, 1_000]) {
        box.expenses.push(await record(scene, { id_tienda, valor: part }));
        await look(id);
      }
      const [, removed = 0] = box.expenses;
      await must(scene.browsers[2], '/eliminarGasto', { id_gasto: removed, id_tienda });
      await look(id);
      await moveTo(scene, box, 'supervision');
      await look(id);
    }
    const open = await openBoxOf(scene, id_tienda);
    await record(scene, { id_tienda, valor: 333 });
    await look(open);
    // The boxes are closed in another order than they were opened.
    for (const index of [1, 0]) {
      const box = boxes[index];
      if (box === undefined) continue;
      await moveTo(scene, box, 'closed');
      await look(box.id);
      const id_gasto = await record(scene, { id_tienda, valor: 21 });
      await look(open);
      await must(scene.browsers[2], '/eliminarGasto', { id_gasto, id_tienda });
      await look(open);
    }
    let compared = 0;
    for (const id_caja of [...boxes.map(({ id }) => id), open]) {
      const log = await logOf(id_caja);
      const funds = fundAfterEach(log);
      log.eventos.forEach(({ secuencia }, index) => {
        const expected = seen.get(`${id_caja} ${secuencia}`);
        if (expected === undefined) return;
        expect([id_caja, secuencia, funds[index]]).toEqual([id_caja, secuencia, expected]);
        compared += 1;
      });
    }
    expect(compared).toBe(seen.size);
    expect(seen.size).toBeGreaterThan(15);
  });

  test('names removed expenses, rejection reasons and actors', async () => {
    const { id: id_tienda, idCaja } = await newStore(scene);
    const id_gasto = await record(scene, { id_tienda, concepto: 'Borrado después' });
    await must(scene.browsers[2], '/eliminarGasto', { id_gasto, id_tienda });
    const stored = await record(scene, { id_tienda });
    await must(scene.browsers[2], '/enviarCaja', { id_caja: idCaja, id_tienda });
    await must(scene.browsers[3], '/guardarSupervisor', {
      id_caja: idCaja,
      id_gasto: stored,
      estado: 4,
      item: 0,
      observacion: 'No corresponde',
      id_rechazo: 1,
    });
    const log = await logOf(idCaja);
    const proveedor = 'Proveedor 800197268';
    expect(log.gastos).toEqual([
      { id: id_gasto, concepto: 'Borrado después', proveedor },
      { id: stored, concepto: 'Bombillos', proveedor },
    ]);
    expect(log.motivos).toEqual([{ id: 1, nombre: expect.stringMatching(/./) }]);
    expect(log.eventos.at(-1)).toMatchObject({
      evento: 'SUPERVISOR.REJECT',
      actor: scene.people[3].nombre,
      perfil: 3,
      id_gasto: stored,
      instante: scene.clock.now(),
    });
    expect(endOf(log).expenses.has(id_gasto)).toBe(false);
  });

  test('is empty for a box without events', async () => {
    const { idCaja } = await newStore(scene);
    expect(await logOf(idCaja)).toMatchObject({ eventos: [], gastos: [], motivos: [], active: 0 });
    expect(endOf(await logOf(idCaja)).secuencia).toBe(0);
  });
});

test('an unsent box is identified in the workflow only to profiles that see it elsewhere', async () => {
  const scene = await startScene();
  try {
    await giveWorkflow(scene);
    const { idCaja } = scene.store;
    await record(scene, { id_tienda: scene.store.id, concepto: 'Todavía sin enviar' });
    const days = 'desde=2020-01-01&hasta=2026-12-31';
    for (const profile of [1, 4, 6, 7] as const) {
      const browser = scene.browsers[profile];
      const seen = profile === 4;
      const box = await browser.call('/flujoCaja', { id_caja: idCaja });
      expect([profile, box.status]).toEqual([profile, seen ? 200 : 404]);
      const elsewhere = await browser.call('/obtenerCaja', { id_caja: idCaja });
      if (profile !== 1) expect(elsewhere.status).toBe(box.status);
      // A user who may not see the box gets its count without its key.
      const [open] = await must(browser, '/flujoActual', { id_tienda: scene.store.id });
      expect(open).toMatchObject({
        estado: 'open',
        cantidad: 1,
        id_caja: seen ? idCaja : null,
      });
      const listed = await must(browser, '/flujoCajas', { maquina: 'box', estado: 'open' });
      expect(listed.some(({ id_caja }) => id_caja === idCaja)).toBe(seen);
      const { transiciones } = await must(browser, '/flujoHistoria', {
        desde: '2020-01-01',
        hasta: '2026-12-31',
      });
      expect(transiciones).toEqual([]);
      for (const { path } of [documents.workflowCsv, documents.workflowXes, documents.workflowOcel])
        expect(
          (await browser.get(`${path}?${days}&corte=eventos`)).body.includes('EXPENSE.RECORD'),
        ).toBe(seen);
    }
  } finally {
    await scene.close();
  }
});

test('the fund of a box reads only the boxes of its store that overlap with it', async () => {
  const server = await startTestServer();
  try {
    const { stores } = await addManyBoxes(server, { boxes: 300, stores: 1, days: 700 });
    const boxes = await server.db
      .selectFrom('cajas')
      .select(['id', 'active', 'total'])
      .where('id_tienda', '=', stores[0] ?? 0)
      .orderBy('id')
      .execute();
    await giveWorkflow(server);
    const coordinator = await server.signIn(4);
    const logs: BoxLog[] = [];
    for (const { id } of boxes.slice(-25))
      logs.push(await must(coordinator, '/flujoCaja', { id_caja: id }));
    const fund = await must(coordinator, '/obtenerDatosTiendaCaja', { id_tienda: stores[0] ?? 0 });
    const last = logs
      .filter(({ eventos }) => eventos.length > 0)
      .toSorted(
        (one, other) => (one.eventos.at(-1)?.instante ?? 0) - (other.eventos.at(-1)?.instante ?? 0),
      )
      .at(-1);
    expect(last && fundAfterEach(last).at(-1)).toBe(toCentavos(fund.disponible));
    const middle = boxes[150]?.id ?? 0;
    const read = await inTransaction(server.db, async (trx) => {
      const box = await trx
        .selectFrom('cajas')
        .select(['id', 'id_tienda', 'creada'])
        .where('id', '=', middle)
        .executeTakeFirstOrThrow();
      const end = await trx
        .selectFrom('evento')
        .select(({ fn }) => fn.max('id').as('id'))
        .where('id_caja', '=', middle)
        .executeTakeFirstOrThrow();
      return fundEventsBeside(trx, box, end.id);
    });
    const beside = new Set(read.map(({ id_caja }) => id_caja));
    expect(beside.size).toBeGreaterThan(2);
    expect(beside.size).toBeLessThan(60);
    expect(await closedBefore(server, middle, [...beside])).toBe(0);
  } finally {
    await server.close();
  }
}, 120_000);

/** How many of `boxes` were closed before box `id` was opened. */
const closedBefore = async ({ db }: TestServer, id: number, boxes: number[]): Promise<number> =>
  (
    await sql<{ total: number }>`select count(*) as total from cajas as antes
      where antes.id in (${sql.join(boxes)}) and antes.active = 5
        and (select max(instante) from evento where id_caja = antes.id)
          < (select creada from cajas where id = ${id})`.execute(db)
  ).rows[0]?.total ?? -1;
