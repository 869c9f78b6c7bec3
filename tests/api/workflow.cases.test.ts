/** Every figure of closed boxes against the same figure from handwritten SQL. */
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { targetedStates } from '#contract/calls/figures.calls.ts';
import type { BodyOf } from '#contract/contract.ts';
import { grouped } from '#machines/domain/values/grouped.ts';
import { auditBox } from '#server/features/cases/audit.ts';
import { inSnapshot } from '#server/platform/database/transactions.ts';
import type { RowChanges } from '#server/platform/database/schema.ts';
import { millisecondsInDay } from 'date-fns/constants';
import { rebuildTables } from '#server/operate/derived-tables.repository.ts';
import { auditAllLogs } from '#server/operate/housekeeping.ts';
import { queryRunner } from '#server/app/reads.ts';
import { must } from '#tests/kit/box-scene.ts';
import { boxIn } from '#tests/kit/box-stages.ts';
import {
  cycleOf as cycleOfStays,
  decisionsByBox,
  handOversBySql,
  isDirectPath,
  meanOf as mean,
  pathOf as pathOfStays,
  rank,
  type ReworkEvent,
  categoryByEvent,
  repeatedBySql,
  reworkBySql,
  rowsOf,
  type Stay,
  staysBySql,
  workedBetween,
} from '#tests/kit/case-sql.ts';
import { startWorkflowScene, type WorkflowScene } from '#tests/kit/workflow-scene.ts';

const byKey = <Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key) =>
  grouped(items, keyOf, (item) => item);

interface Decision {
  id_caja: number;
  evento: string;
  id_actor: number;
  instante: number;
  payload: string;
}

const DAY = 9 * 3_600_000;
const targets: Record<string, number> = {
  supervision: 1,
  maintenance: 2,
  preliminary: 2,
  readyToShip: 4,
  finalAccounting: 3,
};
const everything = { desde: '2020-01-01', hasta: '2026-12-31' };

let scene: WorkflowScene;
let stays: Map<number, Stay[]>;
let rework: ReworkEvent[];
let repeated: ReworkEvent[];

beforeAll(async () => {
  scene = await startWorkflowScene(80);
  await must(scene.browsers[1], '/configGeneral', {
    monto_maximo: 200_000,
    dias_supervision: targets.supervision,
    dias_mantenimiento: targets.maintenance,
    dias_envio: targets.readyToShip,
    dias_previa: targets.preliminary,
    dias_final: targets.finalAccounting,
    margen_tope: 20,
    tiendas_persona: 2,
    segundos_decision: 60,
    dias_fraccion: 30,
    correcciones_gasto: 1,
  });
  // No user above decides twice within a minute; this box is decided in one instant.
  await boxIn(scene, 'closed', [{}, {}]);
  stays = byKey(await staysBySql(scene), ({ id_caja }) => id_caja);
  rework = await reworkBySql(scene);
  repeated = await repeatedBySql(scene);
}, 240_000);
afterAll(() => scene.close());

const control = () => scene.browsers[7];
const boxes = () => [...stays.keys()];
const cycleOf = (id: number): number => cycleOfStays(stays.get(id) ?? []);
const lengthOf = ({ entro, salio }: Stay): number => workedBetween(entro, salio);
const isLateAt = (stay: Stay): boolean => lengthOf(stay) > (targets[stay.estado] ?? 1_000) * DAY;
const isLate = (id: number): boolean => (stays.get(id) ?? []).some(isLateAt);
const isReworked = (id: number): boolean => repeated.some(({ id_caja }) => id_caja === id);
const statesOf = (id: number): string[] =>
  (stays.get(id) ?? []).flatMap(({ estado }) => (estado === 'onTheWay' ? [] : estado));
const pathOf = (id: number): string =>
  pathOfStays(
    stays.get(id) ?? [],
    rework.filter((one) => one.id_caja === id),
  );

test('the sample has corrections, maintenance, and cases both late and on time', () => {
  expect(boxes().length).toBeGreaterThan(20);
  expect(rework.some(({ evento }) => evento === 'EXPENSE.CORRECT')).toBe(true);
  expect(boxes().some((id) => pathOf(id).includes('maintenance'))).toBe(true);
  expect(boxes().some(isLate) && !boxes().every(isLate)).toBe(true);
});

test('the cycle matches the tables: measures, weeks, distribution, stages', async () => {
  const answer = await must(control(), '/flujoCiclo', everything);
  const times = boxes().map(cycleOf);
  expect(answer.cifras).toMatchObject({
    casos: times.length,
    ciclo: {
      media: mean(times),
      mediana: rank(times, 50),
      p90: rank(times, 90),
      minimo: Math.min(...times),
      maximo: Math.max(...times),
    },
    tarde: boxes().filter(isLate).length,
    retrabajo: boxes().filter(isReworked).length,
    directos: boxes().filter((id) => isDirectPath(pathOf(id))).length,
    variantes: new Set(boxes().map(pathOf)).size,
  });
  const sinceSent = boxes().map((id) => {
    const [open, ...others] = stays.get(id) ?? [];
    return workedBetween(open?.salio ?? 0, others.at(-1)?.salio ?? 0);
  });
  expect(answer.cifras.del_envio).toMatchObject({
    media: mean(sinceSent),
    mediana: rank(sinceSent, 50),
  });
  const [rejected] = await rowsOf<{ gastos: number; rechazados: number }>(
    scene,
    sql`select count(distinct evento.id_gasto) as gastos,
        count(distinct case when evento like '%.REJECT' then evento.id_gasto end) as rechazados
      from evento inner join cajas on cajas.id = evento.id_caja where cajas.active = 5`,
  );
  expect([answer.cifras.gastos, answer.cifras.rechazados]).toEqual([
    Number(rejected?.gastos),
    Number(rejected?.rechazados),
  ]);
  const [value] = await rowsOf<{ valor: number; en_curso: number }>(
    scene,
    sql`select sum(case when active = 5 then total else 0 end) as valor,
      sum(case when active in (0, 5) then 0 else 1 end) as en_curso from cajas`,
  );
  expect(answer.cifras.valor * 100).toBe(Number(value?.valor));
  expect(answer.en_curso).toBe(Number(value?.en_curso));
  const received = await rowsOf(scene, sql`select id from evento where evento = 'PAYMENT.RECEIVE'`);
  expect([received, answer.cifras.al_dinero, answer.peor_al_dinero]).toEqual([[], null, null]);
  expect(answer.semanas.reduce((sum, { casos }) => sum + casos, 0)).toBe(times.length);
  for (const { lunes } of answer.semanas) expect(new Date(lunes).getUTCDay()).toBe(1);
  const sent = await rowsOf<{ envio: number; cierre: number | null }>(
    scene,
    sql`select min(case when evento = 'BOX.SEND' then instante end) as envio,
        min(case when evento = 'BOX.SEND_FINAL' then instante end) as cierre
      from evento group by id_caja having min(case when evento = 'BOX.SEND' then 1 end) = 1`,
  );
  expect(sent.length).toBe(times.length + answer.en_curso);
  const within = (instant: number | null, { lunes }: { lunes: string }) => {
    const monday = Date.parse(`${lunes}T00:00:00-05:00`);
    return instant !== null && instant >= monday && instant < monday + 7 * millisecondsInDay;
  };
  const countOf = (is: (one: (typeof sent)[number]) => boolean) => sent.filter(is).length;
  let underWay = 0;
  for (const week of answer.marcha) {
    const enviadas = countOf(({ envio }) => within(envio, week));
    const cerradas = countOf(({ cierre }) => within(cierre, week));
    underWay += enviadas - cerradas;
    expect(week).toEqual({ lunes: week.lunes, enviadas, cerradas, en_curso: underWay });
  }
  expect(underWay).toBe(answer.en_curso);
  for (const { desde, hasta, casos } of answer.distribucion)
    expect(casos).toBe(times.filter((time) => time >= desde * DAY && time < hasta * DAY).length);
  expect(answer.distribucion.reduce((sum, { casos }) => sum + casos, 0)).toBe(times.length);
  const byState = byKey([...stays.values()].flat(), ({ estado }) => estado);
  expect(answer.etapas.map(({ estado }) => estado)).toEqual(
    [
      'open',
      'supervision',
      'maintenance',
      'preliminary',
      'readyToShip',
      'onTheWay',
      'finalAccounting',
    ].filter((estado) => byState.has(estado)),
  );
  for (const stage of answer.etapas) {
    const own = byState.get(stage.estado) ?? [];
    const sum = (read: (stay: Stay) => number) => own.reduce((all, stay) => all + read(stay), 0);
    expect(stage).toEqual({
      estado: stage.estado,
      casos: own.length,
      espera: sum(({ entro, primera }) => workedBetween(entro, primera)),
      trabajo: sum(({ primera, salio }) => workedBetween(primera, salio)),
      mediana: rank(own.map(lengthOf), 50),
      p90: rank(own.map(lengthOf), 90),
      tarde: own.filter(isLateAt).length,
      meta: targets[stage.estado] ?? null,
    });
  }
  const stores = await scene.db.selectFrom('tiendas').select(['id', 'nombre']).execute();
  const owners = await scene.db.selectFrom('cajas').select(['id', 'id_tienda']).execute();
  for (const { clave, valor, tarde, otros } of answer.comunes.filter(
    ({ atributo }) => atributo === 'tienda',
  )) {
    const ids = stores.filter(({ nombre }) => nombre === valor).map(({ id }) => id);
    expect(ids).toContain(clave);
    const own = boxes().filter((id) =>
      owners.some((box) => box.id === id && ids.includes(box.id_tienda)),
    );
    expect([tarde, otros]).toEqual([
      own.filter(isLate).length,
      own.filter((id) => !isLate(id)).length,
    ]);
  }
  expect(answer.comunes.length).toBeGreaterThan(0);
});

test('the time to the money is that of the cases whose payment was received', async () => {
  const paid = boxes().slice(0, 4);
  const receive = (id: number, recibido: number | null) =>
    scene.db.updateTable('caso_cerrado').set({ recibido }).where('id_caja', '=', id).execute();
  const before = await scene.db
    .selectFrom('caso_cerrado')
    .select(['id_caja', 'recibido'])
    .execute();
  const days = (at: number) => at * millisecondsInDay;
  const receivedOf = (id: number, at: number) => (stays.get(id)?.at(-1)?.salio ?? 0) + days(at + 3);
  for (const [at, id] of paid.entries()) await receive(id, receivedOf(id, at));
  try {
    const { cifras, peor_al_dinero } = await must(control(), '/flujoCiclo', everything);
    const times = paid.map((id, at) =>
      workedBetween(stays.get(id)?.[0]?.entro ?? 0, receivedOf(id, at)),
    );
    expect(cifras.al_dinero).toMatchObject({
      mediana: rank(times, 50),
      maximo: Math.max(...times),
    });
    expect(peor_al_dinero?.id_caja).toBe(paid[times.indexOf(Math.max(...times))]);
  } finally {
    for (const { id_caja, recibido } of before) await receive(id_caja, recibido);
  }
});

test('the variants and the loops match the tables', async () => {
  const answer = await must(control(), '/flujoVariantes', everything);
  const byPath = byKey(boxes(), pathOf);
  expect(answer.casos).toBe(boxes().length);
  expect(new Map(answer.variantes.map(({ camino, casos }) => [camino, casos]))).toEqual(
    new Map([...byPath].map(([path, ids]) => [path, ids.length])),
  );
  for (const { camino, media, mediana, ejemplo, pasos } of answer.variantes) {
    const times = (byPath.get(camino) ?? []).map(cycleOf);
    expect([media, mediana]).toEqual([mean(times), rank(times, 50)]);
    expect(byPath.get(camino)).toContain(ejemplo.id_caja);
    expect(pasos.map(({ estado }) => estado).at(-1)).toBe('closed');
  }
  const loops = byKey(
    rework.filter(({ evento }) => evento === 'EXPENSE.CORRECT'),
    ({ estado }) => estado,
  );
  expect(new Map(answer.bucles.map(({ estado, vueltas }) => [estado, vueltas]))).toEqual(
    new Map([...loops].map(([estado, events]) => [estado, events.length])),
  );
});

describe('the rework', () => {
  /** Without either, no cost; else the mean time of some cases less that of others. */
  const costOf = (ids: readonly number[], clean: readonly number[]): number | null =>
    Math.min(ids.length, clean.length) < 5
      ? null
      : mean(ids.map(cycleOf)) - mean(clean.map(cycleOf));
  const casesOf = (events: readonly ReworkEvent[]) => [
    ...new Set(events.map(({ id_caja }) => id_caja)),
  ];
  const isRejection = ({ evento }: ReworkEvent) => evento.endsWith('REJECT');
  const ask = async (more: Partial<BodyOf<'/flujoRetrabajo'>> = {}) => {
    const answer = await must(control(), '/flujoRetrabajo', { ...everything, ...more });
    return { answer, groups: (por: string) => answer.grupos.filter((one) => one.por === por) };
  };
  /** Rows of a group, from its rejections, its repeated decisions and its cases. */
  const expected = (
    rejected: readonly ReworkEvent[],
    again: readonly ReworkEvent[],
    cases: readonly number[],
  ) => {
    const clean = cases.filter((id) => !isReworked(id));
    return {
      casos: cases.length,
      rechazos: rejected.length,
      reprocesos: again.length,
      retrabajo: casesOf(again).length,
      limpios: clean.length,
      costo: costOf(casesOf(again), clean),
    };
  };

  test('is what a stage decided again, and a rejection alone is none', async () => {
    const { answer } = await ask();
    const rejections = rework.filter(isRejection);
    expect(answer).toMatchObject({
      ...expected(rejections, repeated, boxes()),
      correcciones: rework.length - rejections.length,
    });
    expect(casesOf(rejections).some((id) => !isReworked(id))).toBe(true);
    expect(answer.costo).not.toBeNull();
  });

  test('of a store and of a person is compared with their own cases', async () => {
    const { groups } = await ask();
    const owners = new Map(
      (await scene.db.selectFrom('cajas').select(['id', 'id_tienda']).execute()).map((box) => [
        box.id,
        box.id_tienda,
      ]),
    );
    const takenPart = await rowsOf<{ id_caja: number; quien: number }>(
      scene,
      sql`select distinct id_caja, id_actor as quien from evento
        where evento not like 'PAYMENT.%' and evento not like 'OWED.%'`,
    );
    const isOf = {
      tienda: (id: number) => (one: ReworkEvent) => one.id_tienda === id,
      persona: (id: number) => (one: ReworkEvent) => one.quien === id,
    };
    const casesIn = {
      tienda: (id: number) => boxes().filter((box) => owners.get(box) === id),
      persona: (id: number) =>
        boxes().filter((box) =>
          takenPart.some(({ id_caja, quien }) => id_caja === box && quien === id),
        ),
    };
    for (const por of ['tienda', 'persona'] as const) {
      const found = groups(por);
      expect(found.map(({ id }) => id).toSorted()).toEqual(
        [
          ...new Set(
            [...rework.filter(isRejection), ...repeated].map((one) =>
              por === 'tienda' ? one.id_tienda : one.quien,
            ),
          ),
        ].toSorted(),
      );
      for (const group of found) {
        const own = isOf[por](group.id);
        expect(group).toMatchObject(
          expected(
            rework.filter((one) => isRejection(one) && own(one)),
            repeated.filter(own),
            casesIn[por](group.id),
          ),
        );
      }
    }
    const costs = groups('persona').map(({ costo }) => costo);
    expect([costs.some((costo) => costo !== null), costs.includes(null)]).toEqual([true, true]);
  });

  test('of a category has one row for the categories of all formats with its name', async () => {
    const categoryOf = await categoryByEvent(scene);
    const events = [...rework.filter(isRejection), ...repeated];
    const [[first = 0] = [], [second = 0] = []] = [...byKey(events, categoryOf)].toSorted(
      ([, one], [, other]) => other.length - one.length,
    );
    const rowOf = (id: number) =>
      scene.db
        .selectFrom('categoria_gasto')
        .select(['nombre', 'id_formato'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    const write = (id: number, changes: RowChanges<'categoria_gasto'>) =>
      scene.db.updateTable('categoria_gasto').set(changes).where('id', '=', id).execute();
    const [{ nombre }, before] = [await rowOf(first), await rowOf(second)];
    expect(before.nombre).not.toBe(nombre);
    const { id: id_formato } = await scene.db
      .insertInto('formato_tienda')
      .values({ nombre: 'De otra marca' })
      .returning('id')
      .executeTakeFirstOrThrow();
    // The second becomes the category of that name in a format of its own.
    await write(second, { nombre, id_formato });
    try {
      const named = new Set(
        (
          await scene.db
            .selectFrom('categoria_gasto')
            .select('id')
            .where('nombre', '=', nombre)
            .execute()
        ).map(({ id }) => id),
      );
      const own = (one: ReworkEvent) => named.has(categoryOf(one));
      const { groups } = await ask();
      const names = groups('categoria').map(({ nombre }) => nombre);
      expect(new Set(names).size).toBe(names.length);
      expect(groups('categoria').find((one) => one.nombre === nombre)).toMatchObject({
        rechazos: rework.filter((one) => isRejection(one) && own(one)).length,
        reprocesos: repeated.filter(own).length,
        retrabajo: casesOf(repeated.filter(own)).length,
      });
      const { categorias } = await must(control(), '/flujoFiltros', {});
      const options = categorias.filter((one) => one.nombre === nombre);
      expect(options).toHaveLength(1);
      const filtered = await ask({ id_categoria: second });
      expect(filtered.answer).toMatchObject({
        rechazos: rework.filter((one) => isRejection(one) && own(one)).length,
        reprocesos: repeated.filter(own).length,
      });
      expect(filtered.groups('motivo').reduce((sum, { rechazos }) => sum + rechazos, 0)).toBe(
        rework.filter((one) => isRejection(one) && own(one)).length,
      );
      expect(filtered.answer.rechazos).toBeLessThan((await ask()).answer.rechazos);
    } finally {
      await write(second, before);
    }
  });
});

test.each(['tienda', 'persona'] as const)(
  'the stages by %s, hand-overs and load match the tables',
  async (por) => {
    const answer = await must(control(), '/flujoEtapas', { ...everything, por });
    const owners = new Map(
      (await scene.db.selectFrom('cajas').select(['id', 'id_tienda']).execute()).map((box) => [
        box.id,
        box.id_tienda,
      ]),
    );
    const all = [...stays.values()].flat();
    const groups = byKey(
      all.filter(({ quien }) => por === 'tienda' || quien > 0),
      (stay) => `${stay.estado} ${por === 'tienda' ? owners.get(stay.id_caja) : stay.quien}`,
    );
    expect(answer.filas).toHaveLength(groups.size);
    for (const row of answer.filas) {
      const own = groups.get(`${row.estado} ${row.id}`) ?? [];
      expect(row).toMatchObject({
        casos: own.length,
        mediana: rank(own.map(lengthOf), 50),
        tarde: own.filter(isLateAt).length,
      });
      expect(row.espera + row.trabajo).toBe(own.map(lengthOf).reduce((sum, one) => sum + one, 0));
    }
    const handOvers = await handOversBySql(scene);
    const byCount = byKey(boxes(), (id) => handOvers.get(id) ?? 0);
    expect(new Map(answer.relevos.map(({ relevos, casos }) => [relevos, casos]))).toEqual(
      new Map([...byCount].map(([count, ids]) => [count, ids.length])),
    );
    /** Colombia is five hours behind UTC. */
    const weekday = (instant: number) => new Date(instant - 5 * 3_600_000).getUTCDay() || 7;
    const sent = all.filter(({ estado }) => !['open', 'onTheWay'].includes(estado));
    for (const { dia, llegadas, salidas } of answer.carga)
      expect([llegadas, salidas]).toEqual([
        sent.filter(({ entro }) => weekday(entro) === dia).length,
        sent.filter(({ salio }) => weekday(salio) === dia).length,
      ]);
  },
);

describe('the list of cases', () => {
  test('has every case, the longest first, with its users and its path', async () => {
    const { answer, total } = await control().call('/flujoCasos', { ...everything, limite: 10 });
    expect(total).toBe(boxes().length);
    const times = boxes()
      .map(cycleOf)
      .toSorted((one, other) => other - one);
    expect(answer.map(({ duracion }) => duracion)).toEqual(times.slice(0, 10));
    for (const row of answer) {
      expect(row.tarde).toBe(isLate(row.id_caja) ? 1 : 0);
      const beyond = (stay: Stay) => lengthOf(stay) - (targets[stay.estado] ?? 0) * DAY;
      const [worst] = (stays.get(row.id_caja) ?? [])
        .filter(isLateAt)
        .toSorted((one, other) => beyond(other) - beyond(one));
      expect(row.exceso).toEqual(
        worst === undefined
          ? null
          : {
              estado: worst.estado,
              tiempo: lengthOf(worst),
              meta: targets[worst.estado],
              exceso: beyond(worst),
            },
      );
      expect(row.pasos.map(({ estado }) => estado)).toEqual([...statesOf(row.id_caja), 'closed']);
      const [people] = await rowsOf<{ personas: number }>(
        scene,
        sql`select count(distinct id_actor) as personas from evento
          where id_caja = ${row.id_caja} and evento not like 'PAYMENT.%'`,
      );
      expect(row.personas).toHaveLength(Number(people?.personas));
    }
  });

  test('is sorted and filtered, and refuses an unknown order', async () => {
    const path = pathOf(boxes()[0] ?? 0);
    const ofPath = await control().call('/flujoCasos', { ...everything, camino: path });
    expect(ofPath.total).toBe(boxes().filter((id) => pathOf(id) === path).length);
    const late = await control().call('/flujoCasos', { ...everything, tarde: 'si' });
    expect(late.total).toBe(boxes().filter(isLate).length);
    const { answer } = await control().call('/flujoCasos', {
      ...everything,
      orden: 'total',
      direccion: 'desc',
    });
    expect(answer.map(({ total }) => total)).toEqual(
      answer.map(({ total }) => total).toSorted((one, other) => other - one),
    );
    const refused = await control().call('/flujoCasos', { ...everything, orden: 'clave' });
    expect(refused.status).toBe(400);
  });
});

test('a list of cases includes later changes of a row, and none of the working hours', async () => {
  const list = () => must(control(), '/flujoCasos', everything);
  const before = await list();
  const [changed, ...rest] = before;
  const hours = (hora_apertura: string) =>
    must(scene.browsers[1], '/configGeneral', {
      monto_maximo: 200_000,
      dias_habiles: [1, 2, 3, 4, 5],
      hora_apertura,
      hora_cierre: '17:00',
    });
  const receive = (recibido: number | null) =>
    scene.db
      .updateTable('caso_cerrado')
      .set({ recibido })
      .where('id_caja', '=', changed?.id_caja ?? 0)
      .execute();
  try {
    await receive(scene.clock.now());
    expect(await list()).toEqual([{ ...changed, recibido: scene.clock.now() }, ...rest]);
    await hours('16:00');
    expect((await list())[0]?.duracion).toBe(changed?.duracion);
  } finally {
    await receive(changed?.recibido ?? null);
    await hours('08:00');
  }
  expect(await list()).toEqual(before);
});

describe('a selection', () => {
  const count = async (more: Partial<BodyOf<'/flujoCiclo'>>) =>
    (await must(control(), '/flujoCiclo', { ...everything, ...more })).cifras.casos;
  const bySql = async (condition: ReturnType<typeof sql>) =>
    Number(
      (
        await rowsOf<{ casos: number }>(
          scene,
          sql`select count(*) as casos from cajas inner join tiendas on tiendas.id = cajas.id_tienda
            where cajas.active = 5 and ${condition}`,
        )
      )[0]?.casos,
    );

  test('filters by store, supervisor, format, city, category, value or outcome', async () => {
    const id_tienda = scene.stores[2] ?? 0;
    const id_supervisor = scene.supervisors[0] ?? 0;
    expect(await count({ id_tienda })).toBe(await bySql(sql`tiendas.id = ${id_tienda}`));
    expect(await count({ id_supervisor })).toBe(
      await bySql(sql`tiendas.id_supervisor = ${id_supervisor}`),
    );
    expect(await count({ id_formato: 1 })).toBe(await bySql(sql`tiendas.id_formato = 1`));
    expect(await count({ id_ciudad: 5001 })).toBe(await bySql(sql`tiendas.id_ciudad = 5001`));
    expect(await count({ id_categoria: 5 })).toBe(
      await bySql(sql`exists (select 1 from gastos where gastos.id_caja = cajas.id
        and gastos.categorias_propias in ('[5]', '5'))`),
    );
    expect(await count({ valor_min: 100_000, valor_max: 300_000 })).toBe(
      await bySql(sql`cajas.total between 10000000 and 30000000`),
    );
    expect(await count({ resultado: 'parcial' })).toBe(
      await bySql(sql`cajas.total_aprobado < cajas.total and cajas.total_aprobado > 0`),
    );
  });

  test('filters by path, maintenance, target, stage, participant or reason', async () => {
    const having = (wanted: (id: number) => boolean) => boxes().filter(wanted).length;
    const [camino = ''] = boxes().map(pathOf);
    expect(await count({ camino })).toBe(having((id) => pathOf(id) === camino));
    const maintained = having((id) => pathOf(id).includes('maintenance'));
    expect(await count({ mantenimiento: 'si' })).toBe(maintained);
    expect(await count({ mantenimiento: 'no' })).toBe(boxes().length - maintained);
    expect(await count({ tarde: 'si' })).toBe(having(isLate));
    expect(await count({ tarde: 'no' })).toBe(boxes().length - having(isLate));
    const isLateIn = (id: number, estado: string) =>
      (stays.get(id) ?? []).some((stay) => stay.estado === estado && isLateAt(stay));
    expect(await count({ tarde_en: 'supervision' })).toBe(
      having((id) => isLateIn(id, 'supervision')),
    );
    const id_persona = scene.others.supervisor.id;
    expect(await count({ id_persona })).toBe(
      await bySql(sql`exists (select 1 from evento
        where evento.id_caja = cajas.id and id_actor = ${id_persona} and evento not like 'PAYMENT.%')`),
    );
    const reason = sql`'%"id_rechazo":1,%'`;
    const rejected = await bySql(sql`exists (select 1 from evento
      where evento.id_caja = cajas.id and evento like '%.REJECT' and payload like ${reason})`);
    expect(rejected).toBeGreaterThan(0);
    expect(await count({ id_motivo: 1 })).toBe(rejected);
  });

  test('filters by step, rework, duration, hand-overs and day of the send', async () => {
    const having = (wanted: (id: number) => boolean) => boxes().filter(wanted).length;
    const staysOf = (id: number) => stays.get(id) ?? [];
    const inLog = (evento: string, desde: string, hacia: string) =>
      bySql(sql`exists (select 1 from evento where evento.id_caja = cajas.id
        and evento = ${evento} and desde = ${desde} and hacia = ${hacia})`);
    expect(await count({ paso: 'box maintenance' })).toBe(
      having((id) => staysOf(id).some(({ estado }) => estado === 'maintenance')),
    );
    const sent = ['BOX.SEND_SUPERVISOR', 'supervision', 'maintenance'] as const;
    expect(await count({ paso: `box ${sent.join(' ')}` })).toBe(await inLog(...sent));
    const [corrected] = await rowsOf<{ desde: string; hacia: string }>(
      scene,
      sql`select desde, hacia from evento inner join cajas on cajas.id = evento.id_caja
        where evento = 'EXPENSE.CORRECT' and cajas.active = 5 limit 1`,
    );
    const { desde = '', hacia = '' } = corrected ?? {};
    const corrections = await inLog('EXPENSE.CORRECT', desde, hacia);
    expect(corrections).toBeGreaterThan(0);
    const correction = `expense EXPENSE.CORRECT ${desde} ${hacia}`;
    expect(await count({ paso: correction })).toBe(corrections);
    // Any of several transitions.
    const all = await count({ paso: `box BOX.SEND open supervision,${correction}` });
    expect(all).toBe(boxes().length);

    const withRework = (wanted: (one: ReworkEvent) => boolean) =>
      having((id) => rework.some((one) => one.id_caja === id && wanted(one)));
    expect(await count({ con: 'rechazo' })).toBe(
      withRework(({ evento }) => evento.endsWith('REJECT')),
    );
    expect(await count({ con: 'correccion supervision' })).toBe(
      withRework(({ evento, estado }) => evento === 'EXPENSE.CORRECT' && estado === 'supervision'),
    );
    expect(await count({ con: 'retrabajo' })).toBe(having(isReworked));
    expect(await count({ con: 'sin_retrabajo' })).toBe(having((id) => !isReworked(id)));
    expect(await count({ con: 'directo' })).toBe(having((id) => isDirectPath(pathOf(id))));

    expect(await count({ dias_min: 5, dias_max: 10 })).toBe(
      having((id) => cycleOf(id) >= 5 * DAY && cycleOf(id) < 10 * DAY),
    );
    const handOvers = await handOversBySql(scene);
    const relevos = handOvers.get(boxes()[0] ?? 0) ?? 0;
    expect(await count({ relevos })).toBe(having((id) => (handOvers.get(id) ?? 0) === relevos));
    const dayOfSend = (id: number) =>
      new Date((staysOf(id)[1]?.entro ?? 0) - 5 * 3_600_000).getUTCDay() || 7;
    for (const dia_envio of [1, 3, 5])
      expect(await count({ dia_envio })).toBe(having((id) => dayOfSend(id) === dia_envio));
    const late = [...stays.values()].flat().find((one) => one.quien > 0 && isLateAt(one));
    const isOfThem = (one: Stay) =>
      isLateAt(one) && one.estado === late?.estado && one.quien === late.quien;
    const tarde_en = targetedStates.find((one) => one === late?.estado);
    expect(await count({ tarde_en, id_persona: late?.quien })).toBe(
      having((id) => staysOf(id).some(isOfThem)),
    );
  });

  test('is compared with the rest, with the previous period, or with another selection', async () => {
    const id_tienda = scene.stores[2] ?? 0;
    const asked = { ...everything, id_tienda };
    const rest = await must(control(), '/flujoComparar', { ...asked, contra: 'resto' });
    const own = await must(control(), '/flujoCiclo', asked);
    expect(rest.estas).toEqual(own.cifras);
    expect(rest.otras.casos).toBe(boxes().length - own.cifras.casos);
    const [store, ...others] = await scene.db
      .selectFrom('tiendas')
      .select(['id', 'nombre'])
      .where('id', 'in', [id_tienda, scene.stores[3] ?? 0])
      .orderBy('id')
      .execute();
    expect(rest.nombres).toEqual({ estas: store?.nombre, otras: 'Las demás' });
    expect(rest.frases[0]).toContain(`las cajas de ${store?.nombre} tardan `);
    const month = { desde: '2026-05-01', hasta: '2026-05-31' };
    const before = await must(control(), '/flujoComparar', { ...month, contra: 'anterior' });
    expect(before.nombres.otras).toBe('31 mar a 30 abr 2026');
    const april = { desde: '2026-03-31', hasta: '2026-04-30' };
    const { cifras } = await must(control(), '/flujoCiclo', april);
    expect(before.otras).toEqual(cifras);
    const [other] = others;
    const otro = { ...april, id_tienda: other?.id };
    const free = await must(control(), '/flujoComparar', { ...asked, contra: 'otro', otro });
    expect(free.estas).toEqual(own.cifras);
    expect(free.otras).toEqual((await must(control(), '/flujoCiclo', otro)).cifras);
    expect(free.nombres).toEqual({
      estas: `${store?.nombre}, 1 ene 2020 a 31 dic 2026`,
      otras: `${other?.nombre}, 31 mar a 30 abr 2026`,
    });
  });
});

describe('deviations', () => {
  const numberOf = async (query: RawBuilder<{ veces: number }>) =>
    Number((await rowsOf(scene, query))[0]?.veces);

  test('of each kind match the tables', async () => {
    const { clases } = await must(control(), '/flujoDesviaciones', everything);
    const found = Object.fromEntries(clases.map(({ clase, cantidad }) => [clase, cantidad]));
    const closed = sql`gastos inner join cajas on cajas.id = gastos.id_caja and cajas.active = 5`;
    expect(found.tarde).toBe([...stays.values()].flat().filter(isLateAt).length);
    expect(found.mismas_manos).toBe(
      [...stays.values()].filter(
        (own) =>
          own.find(({ estado }) => estado === 'preliminary')?.quien ===
          own.find(({ estado }) => estado === 'finalAccounting')?.quien,
      ).length,
    );
    expect(found.bajo_tope).toBe(
      await numberOf(sql<{ veces: number }>`select count(*) as veces from ${closed}
        where valor between 1200000 and 1500000 or valor between 16000000 and 20000000`),
    );
    expect(found.persona_tiendas).toBe(
      await numberOf(sql<{ veces: number }>`select count(*) as veces from (
        select id_proveedor from ${closed} where tipo_persona = 'PN'
        group by id_proveedor having count(distinct cajas.id_tienda) >= 2) as varias`),
    );
    expect(found.fraccionado).toBe(await splitsByHand());
    expect(found.rapidas).toBe(await quickByHand());
    const corrected = byKey(
      rework.filter(({ evento }) => evento === 'EXPENSE.CORRECT'),
      ({ id_gasto }) => id_gasto,
    );
    const often = [...corrected.values()].filter(({ length }) => length > 1).length;
    expect(found.corregido).toBe(often);
    expect(found.novedad).toBe(
      await numberOf(sql<{ veces: number }>`select count(*) as veces from ${closed}
        where informe_novedad <> ''`),
    );
    expect(clases.map(({ clase, umbral }) => [clase, umbral])).toContainEqual(['bajo_tope', 20]);
    for (const { casos } of clases)
      for (const { id_caja, detalle } of casos) {
        expect(stays.has(id_caja)).toBe(true);
        expect(detalle).toMatch(/\.$/);
      }
  });

  /** Decisions of a user within a minute of the previous one at the same stage of a box, without joint approvals. */
  async function quickByHand(): Promise<number> {
    const decisions = await rowsOf<Decision>(
      scene,
      sql`select evento.id_caja, evento, id_actor, instante, payload
        from evento inner join cajas on cajas.id = evento.id_caja and cajas.active = 5
        where evento like '%.APPROVE' or evento like '%.REJECT'
        order by evento.id_caja, secuencia`,
    );
    const stageOf = ({ evento }: Decision) => evento.split('.')[0];
    const isJoint = ({ payload }: Decision) => Number(JSON.parse(payload).lote ?? 1) > 1;
    const quick = decisions.filter((one, at) => {
      const before = decisions[at - 1];
      if (before?.id_caja !== one.id_caja || before.id_actor !== one.id_actor) return false;
      if (isJoint(before) || isJoint(one) || stageOf(before) !== stageOf(one)) return false;
      return Number(one.instante) - Number(before.instante) <= 60_000;
    });
    expect(quick.length).toBeGreaterThan(0);
    expect(quick.length).toBeLessThan(decisions.length);
    return quick.length;
  }

  /** Days on which purchases of a store from a supplier within thirty days exceed $ 200.000, and none of them alone. */
  async function splitsByHand(): Promise<number> {
    const rows = await rowsOf<{ par: string; fecha_gasto: string; valor: number }>(
      scene,
      sql`select cajas.id_tienda || ' ' || gastos.id_proveedor as par, fecha_gasto, valor
        from gastos inner join cajas on cajas.id = gastos.id_caja
        where cajas.active = 5 and valor <= 20000000`,
    );
    let splits = 0;
    for (const bought of byKey(rows, ({ par }) => par).values())
      for (const last of new Set(bought.map(({ fecha_gasto }) => fecha_gasto))) {
        const days = ({ fecha_gasto }: (typeof rows)[0]) =>
          (Date.parse(last) - Date.parse(fecha_gasto)) / 86_400_000;
        const sumOf = (first: number) =>
          bought
            .filter((one) => days(one) >= first && days(one) < 30)
            .reduce((sum, { valor }) => sum + valor, 0);
        if (sumOf(0) > 200_000_00 && sumOf(1) <= 200_000_00) splits += 1;
      }
    expect(splits).toBeGreaterThan(1);
    return splits;
  }

  test('of one kind are all listed, and each kind names the persons with the most', async () => {
    const late = [...stays.values()].flat().filter(isLateAt);
    expect(late.length).toBeGreaterThan(100);
    const all = await must(control(), '/flujoDesviaciones', everything);
    const of = ({ clases }: typeof all) => clases.find(({ clase }) => clase === 'tarde');
    expect([of(all)?.cantidad, of(all)?.casos.length]).toEqual([late.length, 100]);
    const own = await must(control(), '/flujoDesviaciones', { ...everything, clase: 'tarde' });
    expect(
      of(own)
        ?.casos.map((one) => [one.id_caja, one.instante])
        .toSorted(),
    ).toEqual(late.map(({ id_caja, salio }) => [id_caja, salio]).toSorted());
    expect(own.clases.filter(({ casos }) => casos.length > 0)).toHaveLength(1);
    const people = new Map(
      (await scene.db.selectFrom('usuarios').select(['id', 'razon_social']).execute()).map(
        ({ id, razon_social }) => [id, razon_social],
      ),
    );
    const counts = [
      ...byKey(
        late.filter(({ quien }) => quien > 0),
        ({ quien }) => quien,
      ),
    ].map(([quien, own]) => [people.get(quien) ?? '', own.length] as const);
    const most = counts.map(([, veces]) => veces).toSorted((one, other) => other - one);
    const named = of(all)?.personas ?? [];
    expect(named.map(({ veces }) => veces)).toEqual(most.slice(0, 3));
    for (const { nombre, veces } of named) expect(counts).toContainEqual([nombre, veces]);
    expect(of(all)?.otras_personas).toBe(Math.max(0, counts.length - 3));
  });

  test('include an expense that was rejected and recorded again unchanged', async () => {
    const repeated = async () =>
      (await must(control(), '/flujoDesviaciones', everything)).clases.find(
        ({ clase }) => clase === 'repetido',
      );
    const columns = ['valor', 'id_proveedor', 'fecha_gasto', 'soporte_sha256'] as const;
    const someExpense = (active: number) =>
      scene.db
        .selectFrom('gastos')
        .innerJoin('cajas', 'cajas.id', 'gastos.id_caja')
        .select(['gastos.id', 'gastos.id_caja', ...columns])
        .where('cajas.active', '=', active)
        .where('gastos.origen', 'is', null)
        .where('gastos.soporte_sha256', 'is not', null)
        .orderBy('gastos.id')
        .executeTakeFirstOrThrow();
    const write = (id: number, changes: RowChanges<'gastos'>) =>
      scene.db.updateTable('gastos').set(changes).where('id', '=', id).execute();
    const compared = ({
      valor,
      id_proveedor,
      fecha_gasto,
      soporte_sha256,
    }: Awaited<ReturnType<typeof someExpense>>) => ({
      valor,
      id_proveedor,
      fecha_gasto,
      soporte_sha256,
    });
    // An expense of an open box, which belongs to no case, serves as the rejected one.
    const [expense, other] = [await someExpense(5), await someExpense(0)];
    const before = (await repeated())?.cantidad ?? 0;
    try {
      await write(expense.id, { origen: other.id });
      expect((await repeated())?.cantidad).toBe(before);
      await write(other.id, compared(expense));
      const after = await repeated();
      expect(after?.cantidad).toBe(before + 1);
      expect(after?.casos).toContainEqual(
        expect.objectContaining({ id_caja: expense.id_caja, id_gasto: expense.id }),
      );
    } finally {
      await write(expense.id, { origen: null });
      await write(other.id, compared(other));
    }
  });

  test('include an expense with an anomaly and its text', async () => {
    const marked = async () =>
      (await must(control(), '/flujoDesviaciones', everything)).clases.find(
        ({ clase }) => clase === 'novedad',
      );
    const expense = await scene.db
      .selectFrom('gastos')
      .innerJoin('cajas', 'cajas.id', 'gastos.id_caja')
      .select(['gastos.id', 'gastos.id_caja'])
      .where('cajas.active', '=', 5)
      .where('gastos.informe_novedad', '=', '')
      .executeTakeFirstOrThrow();
    const write = (informe_novedad: string) =>
      scene.db
        .updateTable('gastos')
        .set({ informe_novedad })
        .where('id', '=', expense.id)
        .execute();
    const before = (await marked())?.cantidad ?? 0;
    try {
      await write('El valor es raro.\nLa fecha también.');
      const after = await marked();
      expect(after?.cantidad).toBe(before + 1);
      expect(after?.casos).toContainEqual(
        expect.objectContaining({
          id_gasto: expense.id,
          detalle: 'El valor es raro. La fecha también.',
        }),
      );
    } finally {
      await write('');
    }
  });

  test('include a cash count with a difference, of the requested store and days', async () => {
    const id_tienda = scene.stores[2] ?? 0;
    const count = (efectivo: number, instante: number) => ({
      id_tienda,
      id_usuario: scene.supervisors[0] ?? 0,
      instante,
      efectivo,
      base: 50_000_00,
      en_caja: 5_000_00,
      en_proceso: 0,
      por_girar: 1_000_00,
      a_cargo: 0,
      sorpresivo: 0 as const,
      conteo: '[]',
      nota: '',
    });
    const inJune = Date.parse('2026-06-10T12:00:00-05:00');
    const inserted = await scene.db
      .insertInto('arqueo')
      .values([
        count(44_000_00, inJune),
        count(43_500_00, inJune + 1),
        count(40_000_00, Date.parse('2026-05-31T23:59:59-05:00')),
      ])
      .returning('id')
      .execute();
    const counts = async (more: object) =>
      (
        await must(control(), '/flujoDesviaciones', {
          desde: '2026-06-01',
          hasta: '2026-06-30',
          ...more,
        })
      ).arqueos;
    try {
      expect(await counts({})).toEqual({
        cantidad: 1,
        casos: [expect.objectContaining({ id_tienda, instante: inJune + 1, diferencia: -500 })],
      });
      expect(await counts({ id_tienda: scene.stores[1] })).toEqual({ cantidad: 0, casos: [] });
    } finally {
      const ids = inserted.map(({ id }) => id);
      await scene.db.deleteFrom('arqueo').where('id', 'in', ids).execute();
    }
  });

  test('report the last daily audit of the log and its findings', async () => {
    const before = await must(control(), '/flujoDesviaciones', everything);
    expect(before.integridad).toBeNull();
    const ask = queryRunner(scene.database.options);
    const noon = Date.parse('2026-06-20T12:00:00-05:00');
    await auditAllLogs({ db: scene.db, ask }, Date.parse('2026-06-20T02:00:00-05:00'));
    await auditAllLogs({ db: scene.db, ask }, noon);
    await auditAllLogs({ db: scene.db, ask }, noon + 3_600_000);
    const after = await must(control(), '/flujoDesviaciones', everything);
    expect(after.integridad).toEqual({ instante: noon, hallazgos: 0, derivados: 0 });
    const [box = 0] = boxes();
    const write = (version: number) =>
      sql`update cajas set version = version + ${version} where id = ${box}`.execute(scene.db);
    await write(1);
    try {
      await auditAllLogs({ db: scene.db, ask }, noon + millisecondsInDay);
    } finally {
      await write(-1);
    }
    const changed = await must(control(), '/flujoDesviaciones', everything);
    expect(changed.integridad).toEqual({
      instante: noon + millisecondsInDay,
      hallazgos: 1,
      derivados: 0,
    });
    const add = (decisions: number) =>
      sql`update caso_cerrado set decisiones = decisiones + ${decisions}, rechazos = rechazos + ${decisions}
        where id_caja = ${box}`.execute(scene.db);
    await add(1);
    try {
      await auditAllLogs({ db: scene.db, ask }, noon + 2 * millisecondsInDay);
    } finally {
      await add(-1);
    }
    const derived = await must(control(), '/flujoDesviaciones', everything);
    expect(derived.integridad).toEqual({
      instante: noon + 2 * millisecondsInDay,
      hallazgos: 0,
      derivados: 1,
    });
  });
});

describe('a simulated policy', () => {
  const simulate = (more: Omit<BodyOf<'/flujoSimular'>, 'desde' | 'hasta' | 'token'>) =>
    must(control(), '/flujoSimular', { ...everything, ...more });

  test('that changes nothing leaves all figures unchanged', async () => {
    for (const politica of ['mantenimiento_desde', 'previa_limpia_hasta'] as const) {
      const { antes, despues, cajas } = await simulate({ politica, limite: 0 });
      expect(despues).toEqual(antes);
      expect(cajas).toEqual([]);
    }
    const decisions = await decisionsByBox(scene);
    const { antes } = await simulate({ politica: 'envio_diario' });
    expect(antes.decisiones).toBe(boxes().reduce((sum, id) => sum + (decisions.get(id) ?? 0), 0));
    expect(antes.tiempo).toBe(boxes().reduce((sum, id) => sum + cycleOf(id), 0));
  });

  test('that sends daily reports each day with an expense as a box', async () => {
    const { antes, despues, cajas } = await simulate({ politica: 'envio_diario' });
    const days = await rowsOf<{ id_caja: number; dia: number; inicio: number }>(
      scene,
      sql`select distinct gastos.id_caja, (evento.instante - 18000000) / 86400000 as dia
        from gastos inner join evento on evento.id_gasto = gastos.id and evento.evento = 'EXPENSE.RECORD'
          inner join cajas on cajas.id = gastos.id_caja where cajas.active = 5`,
    );
    expect([antes.cajas, despues.cajas]).toEqual([boxes().length, days.length]);
    const daysOf = byKey(days, ({ id_caja }) => id_caja);
    const changed = boxes().filter((id) => {
      const [open] = stays.get(id) ?? [];
      const midnight =
        (Math.floor(((open?.entro ?? 0) - 18_000_000) / 86_400_000) + 1) * 86_400_000 + 18_000_000;
      return (daysOf.get(id)?.length ?? 0) > 1 || workedBetween(midnight, open?.salio ?? 0) > 0;
    });
    expect(cajas.map(({ id_caja }) => id_caja).toSorted()).toEqual(changed.toSorted());
    for (const { id_caja, cajas: more } of cajas)
      expect(more).toBe((daysOf.get(id_caja)?.length ?? 0) - 1);
    expect(despues.cajas).toBeGreaterThan(antes.cajas);
  });

  test('without maintenance saves its time and misses its rejections', async () => {
    const { antes, despues, rechazos_perdidos } = await simulate({
      politica: 'mantenimiento_desde',
      limite: 999_999_999,
    });
    const saved = [...stays.values()].flat().filter(({ estado }) => estado === 'maintenance');
    expect(antes.tiempo - despues.tiempo).toBe(
      saved.map(lengthOf).reduce((sum, one) => sum + one, 0),
    );
    const [rejected] = await rowsOf<{ veces: number }>(
      scene,
      sql`select count(*) as veces from gastos inner join cajas on cajas.id = gastos.id_caja
        where cajas.active = 5 and gastos.estado = 10`,
    );
    expect(rechazos_perdidos).toBe(Number(rejected?.veces));
    expect(despues.pesos).toBeGreaterThan(antes.pesos);
  });

  test('without the first pass over clean expenses saves decisions and time', async () => {
    const { antes, despues, cajas } = await simulate({
      politica: 'previa_limpia_hasta',
      limite: 999_999_999,
    });
    const [decided] = await rowsOf<{ veces: number }>(
      scene,
      sql`select count(*) as veces from evento inner join cajas on cajas.id = evento.id_caja
        where cajas.active = 5 and evento like 'ACCOUNTING.%'`,
    );
    const less = antes.decisiones - despues.decisiones;
    expect(less).toBeGreaterThan(0);
    expect(less).toBeLessThanOrEqual(Number(decided?.veces));
    // A box saves the whole stage or nothing.
    for (const { id_caja, tiempo } of cajas) {
      const stage = stays.get(id_caja)?.find(({ estado }) => estado === 'preliminary');
      expect([0, stage && -lengthOf(stage)]).toContain(tiempo);
    }
    expect(despues.tiempo).toBeLessThan(antes.tiempo);
  });

  test('with a limit of 0 for a category deducts its granted expenses', async () => {
    const { antes, despues } = await simulate({
      politica: 'limite_categoria',
      categoria_limite: 5,
      limite: 0,
    });
    const [granted] = await rowsOf<{ pesos: number }>(
      scene,
      sql`select sum(coalesce(gastos.reembolsar, gastos.valor)) as pesos
        from gastos inner join cajas on cajas.id = gastos.id_caja
        where cajas.active = 5 and gastos.estado = 15 and gastos.categorias_propias in ('[5]', '5')`,
    );
    expect(Math.round((antes.pesos - despues.pesos) * 100)).toBe(Number(granted?.pesos ?? 0));
  });

  test('with another target changes the late cases, and requires its parameters', async () => {
    const { despues } = await simulate({ politica: 'meta', estado: 'supervision', dias: 300 });
    expect(despues.tarde).toBe(
      [...stays.values()].filter((own) =>
        own.some((stay) => stay.estado !== 'supervision' && isLateAt(stay)),
      ).length,
    );
    const { status } = await control().call('/flujoSimular', { ...everything, politica: 'meta' });
    expect(status).toBe(422);
  });
});

test('the audit finds an altered and a missing row of a closed case', async () => {
  const [first = 0, second = 0] = boxes();
  const audit = () =>
    inSnapshot(scene.db, async (trx) => [
      ...(await auditBox(trx, first)),
      ...(await auditBox(trx, second)),
    ]);
  expect(await audit()).toEqual([]);
  await scene.db
    .updateTable('caso_cerrado')
    .set({ rechazos: 99 })
    .where('id_caja', '=', first)
    .execute();
  await scene.db.deleteFrom('caso_cerrado').where('id_caja', '=', second).execute();
  const found = await audit();
  expect(found).toHaveLength(2);
  expect(found[0]).toMatch(`caso de la caja ${first}: rechazos es 99`);
  expect(found[1]).toBe(`caso de la caja ${second}: falta`);
  await rebuildTables(scene.db, async () => ['caso_cerrado']);
  expect(await audit()).toEqual([]);
});
