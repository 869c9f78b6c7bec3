/** The conformity of the log, slice by slice: whatever was changed beside the program is named where it is. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnswerOf } from '#contract/contract.ts';
import type { NewRow } from '#server/platform/database/schema.ts';
import { type EventRow, eventHash } from '#server/features/cases/event.repository.ts';
import { eventsOf } from '#tests/kit/box-rows.ts';
import { must } from '#tests/kit/box-scene.ts';
import { boxIn, type StagedBox } from '#tests/kit/box-stages.ts';
import { testEngine } from '#tests/kit/environment.ts';
import { startWorkflowScene, type WorkflowScene } from '#tests/kit/workflow-scene.ts';

let scene: WorkflowScene;
beforeAll(async () => {
  scene = await startWorkflowScene(60);
}, 120_000);
afterAll(() => scene.close());

type Slice = AnswerOf<'/flujoConformidad'>;

const slice = (despues: number, cantidad: number): Promise<Slice> =>
  must(scene.browsers[7], '/flujoConformidad', { despues, cantidad });

/** All slices, one after another. */
async function whole(cantidad: number): Promise<Slice[]> {
  const slices: Slice[] = [];
  for (let next: number | null = 0; next !== null; next = slices.at(-1)?.siguiente ?? null)
    slices.push(await slice(next, cantidad));
  return slices;
}

test('every box came about by the state machine, whatever the size of the slices', async () => {
  const { total } = await scene.db
    .selectFrom('cajas')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('active', '!=', 0)
    .executeTakeFirstOrThrow();
  for (const cantidad of [7, total, 200]) {
    const slices = await whole(cantidad);
    expect(new Set(slices.map((one) => one.total))).toEqual(new Set([total]));
    const sum = (count: (one: Slice) => number) => slices.reduce((all, one) => all + count(one), 0);
    expect(sum(({ revisadas }) => revisadas)).toBe(total);
    expect(sum(({ conformes }) => conformes)).toBe(total);
    expect(slices.flatMap(({ hallazgos }) => hallazgos)).toEqual([]);
  }
});

test('others are answered while a slice is walked', async () => {
  const done: string[] = [];
  const walking = slice(0, 60).then(() => done.push('slice'));
  await new Promise((resolve) => setImmediate(resolve));
  for (let time = 0; time < 3; time += 1) {
    await must(scene.browsers[6], '/auth/sesion', {});
    done.push('session');
  }
  await walking;
  expect(done).toEqual(['session', 'session', 'session', 'slice']);
});

test.each([
  { despues: -1, cantidad: 10 },
  { despues: 0, cantidad: 0 },
  { despues: 0, cantidad: 201 },
  { despues: 0 },
])('a slice of %j is malformed', async (body) => {
  expect((await scene.browsers[7].call('/flujoConformidad', body)).status).toBe(400);
});

describe('what somebody changed in the database', () => {
  beforeAll(async () => {
    const lift = {
      sqlite: ['drop trigger evento_no_update', 'drop trigger evento_no_delete'],
      postgres: ['alter table evento disable trigger all'],
    }[testEngine()];
    for (const statement of lift) await sql.raw(statement).execute(scene.db);
  });

  const findings = async ({ id }: StagedBox) => {
    const { revisadas, conformes, hallazgos } = await slice(id - 1, 1);
    expect([revisadas, conformes]).toEqual([1, hallazgos.length === 0 ? 1 : 0]);
    return hallazgos;
  };

  /** The first finding, which must be the only one. */
  const finding = async (box: StagedBox) => {
    const [found, ...more] = await findings(box);
    expect(more).toEqual([]);
    const { nombre } = await scene.db
      .selectFrom('tiendas')
      .select('nombre')
      .where('id', '=', box.id_tienda)
      .executeTakeFirstOrThrow();
    expect(found).toMatchObject({ id_caja: box.id, tienda: nombre, consecutivo: 1 });
    return found;
  };

  async function writeLog(idCaja: number, rows: readonly NewRow<'evento'>[]): Promise<void> {
    await scene.db.deleteFrom('evento').where('id_caja', '=', idCaja).execute();
    await scene.db.insertInto('evento').values(rows).execute();
  }

  /** Every hash made anew, as a careful forger would, and written to the box as well. */
  async function forge(idCaja: number, rows: readonly EventRow[]): Promise<void> {
    let hash_previo = '';
    const linked = rows.map(({ id: _id, ...row }, index) => {
      const event = { ...row, secuencia: index + 1, hash_previo };
      hash_previo = eventHash(event);
      return { ...event, hash: hash_previo };
    });
    await writeLog(idCaja, linked);
    await scene.db
      .updateTable('cajas')
      .set({ hash: hash_previo, version: linked.length })
      .where('id', '=', idCaja)
      .execute();
  }

  const placeOf = (events: readonly EventRow[], evento: string): number =>
    events.findIndex((event) => event.evento === evento);

  test('the state of a box', async () => {
    const box = await boxIn(scene, 'supervision');
    await sql`update cajas set active = 9 where id = ${box.id}`.execute(scene.db);
    expect(await finding(box)).toMatchObject({
      secuencia: null,
      evento: null,
      guardias: [],
      diferencias: [`caja ${box.id}: active es 9, el registro dice 2`],
    });
  });

  test('the total of a box', async () => {
    const box = await boxIn(scene, 'closed');
    await sql`update cajas set total_aprobado = 1 where id = ${box.id}`.execute(scene.db);
    expect((await finding(box))?.diferencias).toEqual([
      `caja ${box.id}: total_aprobado es 1, el registro dice 1250000`,
    ]);
  });

  test('the decision on an expense', async () => {
    const box = await boxIn(scene, 'closed');
    await sql`update gastos set estado = 16 where id_caja = ${box.id}`.execute(scene.db);
    expect((await finding(box))?.diferencias).toEqual([
      `gasto ${box.expenses[0]}: estado es 16, el registro dice 15`,
    ]);
  });

  test('what an event carried: its hash tells', async () => {
    const box = await boxIn(scene, 'closed');
    const place = placeOf(await eventsOf(scene, box.id), 'FINAL.APPROVE');
    await sql`update evento set payload = replace(payload, 'Revisado', 'Negado')
      where id_caja = ${box.id} and secuencia = ${place + 1}`.execute(scene.db);
    expect(await finding(box)).toMatchObject({
      secuencia: place + 1,
      evento: 'FINAL.APPROVE',
      guardias: [],
      diferencias: ['fue alterado'],
    });
  });

  test('who decided: hash and state machine both tell', async () => {
    const box = await boxIn(scene, 'closed');
    const place = placeOf(await eventsOf(scene, box.id), 'SUPERVISOR.APPROVE');
    await sql`update evento set perfil = 6 where id_caja = ${box.id} and secuencia = ${place + 1}`.execute(
      scene.db,
    );
    expect(await finding(box)).toMatchObject({
      secuencia: place + 1,
      evento: 'SUPERVISOR.APPROVE',
      guardias: ['actorIsSupervisor'],
      diferencias: ['fue alterado', 'las reglas lo rechazan: actorIsSupervisor'],
    });
  });

  test('who decided, with every hash made anew: the state machine tells', async () => {
    const box = await boxIn(scene, 'closed');
    const events = await eventsOf(scene, box.id);
    const place = placeOf(events, 'FINAL.APPROVE');
    const recorder = events[0]?.id_actor ?? 0;
    await forge(
      box.id,
      events.map((event, index) => (index === place ? { ...event, id_actor: recorder } : event)),
    );
    expect(await finding(box)).toMatchObject({
      secuencia: place + 1,
      evento: 'FINAL.APPROVE',
      guardias: ['actorDidNotRecord'],
    });
  });

  test('an event put in, with every hash made anew', async () => {
    const box = await boxIn(scene, 'closed');
    const events = await eventsOf(scene, box.id);
    const place = placeOf(events, 'BOX.SHIP');
    const approval = events[placeOf(events, 'SUPERVISOR.APPROVE')];
    if (approval === undefined) throw new Error('nobody approved');
    const again = { ...approval, desde: 'accountingApproved', hacia: 'supervisorApproved' };
    await forge(box.id, [...events.slice(0, place), again, ...events.slice(place)]);
    expect(await finding(box)).toMatchObject({
      secuencia: place + 1,
      evento: 'SUPERVISOR.APPROVE',
      guardias: ['stateAllows'],
      diferencias: ['las reglas lo rechazan: stateAllows'],
    });
  });

  test('an event taken out, with every hash made anew', async () => {
    const box = await boxIn(scene, 'closed');
    const events = await eventsOf(scene, box.id);
    const place = placeOf(events, 'ACCOUNTING.APPROVE');
    await forge(
      box.id,
      events.filter((_, index) => index !== place),
    );
    expect(await finding(box)).toMatchObject({
      secuencia: place + 1,
      evento: 'BOX.SEND_PRELIMINARY',
      guardias: ['accountingMarkedEveryExpense'],
    });
  });

  test('an event that nobody can read', async () => {
    const box = await boxIn(scene, 'closed');
    const events = await eventsOf(scene, box.id);
    const place = placeOf(events, 'BOX.SHIP');
    await forge(
      box.id,
      events.map((event, index) =>
        index === place ? { ...event, payload: '{"cambios":{}}' } : event,
      ),
    );
    expect(await finding(box)).toMatchObject({
      secuencia: place + 1,
      evento: 'BOX.SHIP',
      guardias: [],
      diferencias: ['no se puede leer'],
    });
  });

  test('a chain and a state machine that break at different events are two findings', async () => {
    const box = await boxIn(scene, 'closed');
    const events = await eventsOf(scene, box.id);
    const [first, second] = [placeOf(events, 'BOX.SEND'), placeOf(events, 'BOX.SEND_FINAL')];
    await sql`update evento set instante = instante + 1
      where id_caja = ${box.id} and secuencia = ${first + 1}`.execute(scene.db);
    await sql`update evento set perfil = 2
      where id_caja = ${box.id} and secuencia = ${second + 1}`.execute(scene.db);
    expect(await findings(box)).toMatchObject([
      { secuencia: first + 1, evento: 'BOX.SEND', guardias: [] },
      { secuencia: second + 1, evento: 'BOX.SEND_FINAL', guardias: ['actorIsAccounting'] },
    ]);
  });
});
