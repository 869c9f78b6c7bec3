/** Every figure of the workflow against the same figure from handwritten SQL. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChartName } from '#contract/calls/workflow.calls.ts';
import type { AnswerOf } from '#contract/contract.ts';
import { timesOfArrows, timesTaken } from '#machines/diagram/chart.ts';
import { charts } from '#machines/diagram/charts.ts';
import { isChartName } from '#machines/domain/history/log-words.ts';
import { paymentStates } from '#machines/domain/payment/payment-states.ts';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { toCentavos } from '#machines/domain/values/money.ts';
import { boxStates, expenseStates } from '#machines/domain/stages/states.ts';
import { places } from '#tests/domain/expense-rules.ts';
import { must } from '#tests/kit/box-scene.ts';
import { rank, staysBySql as boxStaysBySql, workedBetween } from '#tests/kit/case-sql.ts';
import { changeBase, movementsOf } from '#tests/kit/movement-scene.ts';
import { partlyGranted, treasurer } from '#tests/kit/payment-scene.ts';
import { passTime, startWorkflowScene, type WorkflowScene } from '#tests/kit/workflow-scene.ts';
import {
  type Question,
  boxesInStateBySql,
  decisionsBySql,
  eventsNamed,
  expensesInMoves,
  presentBySql,
  reasonsBySql,
  boxesClosedIn,
  expenseStaysBySql,
  transitionsBySql,
} from '#tests/kit/workflow-sql.ts';

let scene: WorkflowScene;
beforeAll(async () => {
  scene = await startWorkflowScene();
  await payFunds();
}, 300_000);
afterAll(() => scene.close());

/** Payments of movements in several states, and a payment of a box of which a part was kept back. */
async function payFunds(): Promise<void> {
  const [accounting, treasury] = [scene.browsers[6], await treasurer(scene)];
  /** @param steps how many steps the payment goes from its preparation to the answer of the store */
  const pay = async (id_tienda: number, raised: number, steps: number) => {
    const { base } = await must(scene.browsers[1], '/obtenerTiendaById', { id_tienda });
    await changeBase(scene, id_tienda, base + raised);
    const id_caja = -((await movementsOf(scene, id_tienda))[0]?.id ?? 0);
    if (steps === 0) return id_caja;
    const [batch] = await must(accounting, '/prepararGiros', { cajas: [id_caja] });
    const id_lote = batch?.id_lote ?? 0;
    if (steps > 1) await must(treasury, '/autorizarGiros', { id_lote });
    if (steps > 1) await must(accounting, '/enviarGiros', { id_lote });
    const dia = dateInBogota(scene.clock.now());
    const giros = [{ id_caja, referencia: `M${id_caja}` }];
    if (steps > 2) await must(accounting, '/confirmarGiros', { dia, giros });
    return id_caja;
  };
  const [first, second] = scene.played.map(({ id_tienda }) => id_tienda);
  const withdrawn = await pay(first ?? 0, 50_000, 1);
  await passTime(scene, 3_600_000);
  await must(accounting, '/retirarGiros', { cajas: [withdrawn] });
  await pay(first ?? 0, 7_000, 3);
  await pay(second ?? 0, 80_000, 2);
  const received = await pay(second ?? 0, 3_000, 3);
  await must(scene.browsers[2], '/responderGiro', { id_caja: received, recibido: 1 });
  const box = await partlyGranted(scene);
  const { base } = await must(scene.browsers[1], '/obtenerTiendaById', {
    id_tienda: box.id_tienda,
  });
  await changeBase(scene, box.id_tienda, base - 20_000);
  await must(accounting, '/prepararGiros', { cajas: [box.id], retener: [box.id] });
}

/** Instant of the last change of each row of a table, and its columns, from the administration log. */
async function loggedRows(tabla: string) {
  const rows = new Map<string, Record<string, unknown> & { instante: number }>();
  const { rows: events } = await sql<{ instante: number; payload: string }>`
    select instante, payload from evento_administracion where tabla = ${tabla} order by secuencia`.execute(
    scene.db,
  );
  for (const { instante, payload } of events)
    for (const [key, columns] of Object.entries(JSON.parse(payload) as Record<string, object>))
      rows.set(key, { ...rows.get(key), ...columns, instante });
  return [...rows].map(([key, row]): Record<string, unknown> & { instante: number } => ({
    ...row,
    id: Number(key),
  }));
}

type Present = AnswerOf<'/flujoActual'>[number];

const isOfChart = (row: Present): row is Present & { maquina: ChartName } =>
  isChartName(row.maquina);

type Whose = Pick<Question, 'id_tienda' | 'id_supervisor'>;

const filters = {
  everybody: () => ({}),
  'a store that was played': () => ({ id_tienda: scene.played[1]?.id_tienda ?? 0 }),
  'a store of the past': () => ({ id_tienda: scene.stores[2] ?? 0 }),
  'a supervisor': () => ({ id_supervisor: scene.others.supervisor.id }),
  'a supervisor of the past': () => ({ id_supervisor: scene.supervisors[0] ?? 0 }),
  'a store of the supervisor': () => ({
    id_tienda: scene.played[0]?.id_tienda ?? 0,
    id_supervisor: scene.others.supervisor.id,
  }),
  'a store of another supervisor': () => ({
    id_tienda: scene.played[1]?.id_tienda ?? 0,
    id_supervisor: scene.others.supervisor.id,
  }),
} satisfies Record<string, () => Whose>;

/** Midnight in Colombia is five o'clock UTC. */
const midnight = (year: number, month: number, day: number) =>
  Date.UTC(year, month - 1, day, 5, 0, 0);

const periods: Record<string, { desde: string; hasta: string; from: number; until: number }> = {
  'all that ever happened': {
    desde: '2020-01-01',
    hasta: '2026-12-31',
    from: midnight(2020, 1, 1),
    until: midnight(2027, 1, 1),
  },
  'the first day of playing': {
    desde: '2026-06-17',
    hasta: '2026-06-17',
    from: midnight(2026, 6, 17),
    until: midnight(2026, 6, 18),
  },
  'a week': {
    desde: '2026-06-20',
    hasta: '2026-06-26',
    from: midnight(2026, 6, 20),
    until: midnight(2026, 6, 27),
  },
  'a month before': {
    desde: '2026-02-01',
    hasta: '2026-02-28',
    from: midnight(2026, 2, 1),
    until: midnight(2026, 3, 1),
  },
  'days to come': {
    desde: '2027-01-01',
    hasta: '2027-01-31',
    from: midnight(2027, 1, 1),
    until: midnight(2027, 2, 1),
  },
};

/** Rows in a canonical order. */
const sorted = (rows: readonly unknown[]): string[] =>
  rows
    .map((row) => JSON.stringify(Object.fromEntries(Object.entries(row as object).sort())))
    .sort();

/** Stays of the boxes closed in a period and of their expenses, in working time. */
async function staysOf(asked: Question) {
  const closed = new Set((await boxesClosedIn(scene, asked)).map(({ id_caja }) => id_caja));
  const ofBoxes = (await boxStaysBySql(scene)).filter(({ id_caja }) => closed.has(id_caja));
  const stays = {
    box: ofBoxes,
    expense: await expenseStaysBySql(scene, asked),
  } satisfies Record<ChartName, { estado: string; entro: number; salio: number }[]>;
  return Object.entries(stays).flatMap(([maquina, all]) =>
    [...new Set(all.map(({ estado }) => estado))].map((estado) => {
      const times = all
        .filter((stay) => stay.estado === estado)
        .map(({ entro, salio }) => workedBetween(entro, salio));
      const suma = times.reduce((sum, time) => sum + time, 0);
      const [mediana, p90] = [rank(times, 50), rank(times, 90)];
      return { maquina, estado, veces: times.length, mediana, p90, suma };
    }),
  );
}

const cases = Object.keys(periods).flatMap((period) =>
  Object.keys(filters).map((whose) => [period, whose] as const),
);

describe('the arrows of the charts', () => {
  const whole = periods['all that ever happened'] ?? { desde: '', hasta: '', from: 0, until: 0 };
  const chartOf = (id: ChartName) => charts.find((chart) => chart.id === id);
  const timesOf = async (id: ChartName) => {
    const chart = chartOf(id);
    if (chart === undefined) throw new Error(`no chart ${id}`);
    const { desde, hasta } = whole;
    const { transiciones } = await must(scene.browsers[7], '/flujoHistoria', { desde, hasta });
    const taken = transiciones.filter(({ maquina }) => maquina === id);
    return { chart, taken, times: timesTaken(chart, taken) };
  };

  test.each([
    ['open|EXPENSE.REMOVE|0', 'EXPENSE.REMOVE'],
    ['open|EXPENSE.ATTACH_SUPPORT|0', 'EXPENSE.ATTACH_SUPPORT'],
    ['supervision|SUPERVISOR.APPROVE|0', 'SUPERVISOR.APPROVE'],
    ['supervision|SUPERVISOR.REJECT|0', 'SUPERVISOR.REJECT'],
  ])('count all events of %s, whatever the state of the expense', async (id, evento) => {
    const { taken, times } = await timesOf('expense');
    const [wanted] = await eventsNamed(scene, evento, whole);
    expect(taken.filter((row) => row.evento === evento).length).toBeGreaterThan(1);
    expect(times.get(id)).toBe(wanted?.veces);
  });

  test.each([
    'supervision',
    'maintenance',
    'preliminary',
    'readyToShip',
    'finalAccounting',
    'closed',
  ])('into %s count every expense of the boxes that entered it', async (place) => {
    const { chart, times } = await timesOf('expense');
    const into = chart.transitions.filter(
      ({ source, target }) => target.startsWith(`${place}.`) && !source.startsWith(place),
    );
    const [wanted] = await expensesInMoves(scene, place, whole);
    expect(wanted?.veces).toBeGreaterThan(5);
    expect(into.reduce((sum, { id }) => sum + (times.get(id) ?? 0), 0)).toBe(wanted?.veces);
  });

  test('leave out only events that the log does not place', async () => {
    const { chart, taken, times } = await timesOf('expense');
    const unplaced = taken.filter(({ evento }) =>
      ['EXPENSE.INVOICE_FOUND', 'EXPENSE.ITEMISE'].includes(evento),
    );
    const sum = (rows: readonly { veces: number }[]) =>
      rows.reduce((all, { veces }) => all + veces, 0);
    const shown = [...times.values()].reduce((all, veces) => all + veces, 0);
    expect(shown).toBeLessThanOrEqual(sum(taken));
    expect(shown).toBeGreaterThanOrEqual(sum(taken) - sum(unplaced));
    const arrows = timesOfArrows(chart, times);
    expect(Math.max(...arrows.values())).toBeGreaterThan(0);
  });
});

describe.each(cases)('the history of %s, for %s', (period, whose) => {
  test('matches the tables', async () => {
    const { desde, hasta, ...span } = periods[period] ?? {
      desde: '',
      hasta: '',
      from: 0,
      until: 0,
    };
    const filter: Whose = filters[whose as keyof typeof filters]();
    const asked = { ...span, ...filter };
    const answer = await must(scene.browsers[7], '/flujoHistoria', { desde, hasta, ...filter });
    expect(sorted(answer.transiciones)).toEqual(sorted(await transitionsBySql(scene, asked)));
    expect(sorted(answer.estancias)).toEqual(sorted(await staysOf(asked)));
    const decided = answer.rechazos.filter(({ decisiones }) => decisiones > 0);
    expect(sorted(decided)).toEqual(sorted(await decisionsBySql(scene, asked)));
    expect(sorted(answer.motivos)).toEqual(sorted(await reasonsBySql(scene, asked)));
  });
});

test('the sample history has data for every figure', async () => {
  const all = await must(scene.browsers[6], '/flujoHistoria', {
    desde: '2020-01-01',
    hasta: '2026-12-31',
  });
  expect(all.rechazos.map(({ etapa }) => etapa)).toEqual([
    'supervisor',
    'maintenance',
    'accounting',
    'final',
  ]);
  for (const { decisiones, rechazos } of all.rechazos) {
    expect(rechazos).toBeGreaterThan(0);
    expect(decisiones).toBeGreaterThan(rechazos);
  }
  expect(new Set(all.motivos.map(({ etapa }) => etapa)).size).toBe(4);
  const stayed = all.estancias.filter(({ maquina }) => maquina === 'box');
  expect(stayed.map(({ estado }) => estado).toSorted()).toEqual(
    [...Object.keys(boxStates).filter((state) => state !== 'closed'), 'onTheWay'].toSorted(),
  );
  for (const { estado, mediana, p90 } of stayed) expect(p90, estado).toBeGreaterThan(mediana);
  // The store deletes expenses a minute after it recorded them, of any category.
  const waited = all.estancias.filter(({ estado }) => !estado.startsWith('open.'));
  expect(waited.length).toBe(all.estancias.length - 2);
  expect(new Set(waited.map(({ suma }) => suma)).size).toBe(waited.length);
});

/** A payment that a store waits for; centavos. */
interface Awaited {
  estado: string;
  valor: number;
  id_tienda: number;
  id_supervisor: number;
  desde: number;
}

describe.each(Object.keys(filters))('the present, for %s', (whose) => {
  const filter = (): Whose => filters[whose as keyof typeof filters]();

  test('matches the tables, with a row for each state', async () => {
    const answer = (await must(scene.browsers[1], '/flujoActual', filter())).filter(isOfChart);
    expect(answer.map(({ maquina, estado }) => `${maquina} ${estado}`)).toEqual([
      ...Object.keys(boxStates).map((state) => `box ${state}`),
      ...Object.entries(places).flatMap(([place, stored]) =>
        stored.map((state) => `expense ${place}.${state}`),
      ),
    ]);
    const codesOf = (state: string) => {
      const [box = '', expense] = state.split('.');
      const { codigo: active } = boxStates[box as keyof typeof boxStates];
      const stored = expense && expenseStates[expense as keyof typeof expenseStates].codigo;
      return { active, estado: stored ?? active };
    };
    const reported = answer
      .filter(({ cantidad }) => cantidad > 0)
      .map(({ id_caja: _box, ...row }) => ({
        ...row,
        ...codesOf(row.estado),
        valor: toCentavos(row.valor),
      }));
    expect(sorted(reported)).toEqual(sorted(await presentBySql(scene, filter())));
    for (const { cantidad, ...row } of answer)
      if (cantidad === 0) expect(row).toMatchObject({ valor: 0, desde: null, id_caja: null });
  });

  test('includes the payments that stores wait for, of boxes and of movements', async () => {
    const { rows: boxes } = await sql<Awaited>`
      select cajas.giro as estado, cajas.total_aprobado - cajas.retenido as valor, tiendas.id as id_tienda,
        tiendas.id_supervisor, coalesce(max(giro.cambio), cajas.fecha_movimiento) as desde
      from cajas join tiendas on tiendas.id = cajas.id_tienda
        left join giro on giro.id_caja = cajas.id
      where cajas.giro is not null group by cajas.id, tiendas.id`.execute(scene.db);
    const { rows: stores } = await sql<{ id: number; id_supervisor: number }>`
      select id, id_supervisor from tiendas`.execute(scene.db);
    const attempts = await loggedRows('giro');
    const movements = (await loggedRows('movimiento_fondo')).flatMap((row): Awaited[] => {
      if (row.giro === null) return [];
      const changes = attempts.filter(({ id_movimiento }) => id_movimiento === row.id);
      return [
        {
          estado: String(row.giro),
          valor: Number(row.valor),
          id_tienda: Number(row.id_tienda),
          id_supervisor: stores.find(({ id }) => id === row.id_tienda)?.id_supervisor ?? 0,
          desde: Math.max(Number(row.creado), ...changes.map(({ instante }) => instante)),
        },
      ];
    });
    expect(movements.map(({ estado, valor }) => [estado, valor])).toEqual([
      ['porGirar', 5_000_000],
      ['girado', 700_000],
      ['enviado', 8_000_000],
      ['recibido', 300_000],
    ]);
    const { id_tienda, id_supervisor }: Whose = filter();
    const own = [...boxes, ...movements].filter(
      (payment) =>
        (id_tienda === undefined || payment.id_tienda === id_tienda) &&
        (id_supervisor === undefined || payment.id_supervisor === id_supervisor),
    );
    const wanted = Object.entries(paymentStates).flatMap(([estado, { codigo }]) => {
      const here = own.filter((payment) => payment.estado === codigo);
      if (codigo === 'recibido' || codigo === 'retenido' || here.length === 0) return [];
      return {
        maquina: 'payment',
        estado,
        cantidad: here.length,
        id_caja: null,
        valor: here.reduce((sum, { valor }) => sum + valor, 0) / 100,
        desde: Math.min(...here.map(({ desde }) => desde)),
      };
    });
    const present = await must(scene.browsers[1], '/flujoActual', filter());
    expect(sorted(present.filter((row) => !isOfChart(row)))).toEqual(sorted(wanted));
  });

  test('lists the boxes of each state, the longest wait first', async () => {
    const present = (await must(scene.browsers[1], '/flujoActual', filter())).filter(isOfChart);
    for (const { maquina, estado, desde, id_caja, cantidad } of present) {
      const body = { ...filter(), maquina, estado };
      const { answer, total } = await scene.browsers[1].call('/flujoCajas', body);
      if (estado.split('.')[0] === 'open') {
        expect([answer, desde, id_caja]).toEqual([[], null, null]);
        continue;
      }
      const wanted = await boxesInStateBySql(scene, maquina, estado, filter());
      const reported = answer.map((row) => ({
        id_caja: row.id_caja,
        desde: row.desde,
        gastos: row.gastos,
      }));
      expect(sorted(reported)).toEqual(sorted(wanted));
      expect(total).toBe(wanted.length);
      expect(answer.map((row) => row.desde)).toEqual(
        reported.map((row) => row.desde).toSorted((one, other) => one - other),
      );
      if (maquina === 'expense')
        expect(answer.reduce((sum, row) => sum + row.gastos, 0)).toBe(cantidad);
      if (desde === null) continue;
      const waiting = answer.find((row) => row.active !== boxStates.closed.codigo);
      expect(waiting).toMatchObject({ id_caja, desde });
    }
  });
});

test('the boxes of a state are searched, ordered and paged', async () => {
  const body = { maquina: 'box', estado: 'closed' } as const;
  const { answer: all } = await scene.browsers[7].call('/flujoCajas', body);
  const byTotal = await must(scene.browsers[7], '/flujoCajas', {
    ...body,
    orden: 'total',
    direccion: 'desc',
    pagina: 2,
    limite: 3,
  });
  const wanted = all.map(({ total }) => total).toSorted((one, other) => other - one);
  expect(byTotal.map(({ total }) => total)).toEqual(wanted.slice(3, 6));
  const named = await scene.browsers[7].call('/flujoCajas', { ...body, buscar: 'tienda 00' });
  expect(named.answer.length).toBe(named.total);
  expect(named.answer.length).toBeGreaterThan(0);
  for (const { tienda } of named.answer) expect(tienda).toMatch(/^Tienda 00/);
  const refused = await scene.browsers[7].call('/flujoCajas', { ...body, orden: 'hash' });
  expect(refused.status).toBe(400);
});

test('the filters offer all stores and their supervisors', async () => {
  const { tiendas, supervisores } = await must(scene.browsers[6], '/flujoFiltros', {});
  const stores = await scene.db.selectFrom('tiendas').select('id').execute();
  expect(tiendas.map(({ id }) => id).toSorted()).toEqual(stores.map(({ id }) => id).toSorted());
  expect(supervisores.map(({ id }) => id)).toEqual(
    expect.arrayContaining([scene.others.supervisor.id, ...scene.supervisors]),
  );
});

describe('a period', () => {
  test.each([
    ['2026-02-30', '2026-03-01', 'desde', 'La fecha no existe.'],
    ['2026-03-01', '2026-13-01', 'hasta', 'La fecha no existe.'],
    ['2026-03-02', '2026-03-01', 'hasta', 'La fecha final no puede ser anterior a la inicial.'],
    ['', '2026-03-01', 'desde', 'Elija la fecha inicial.'],
    ['2026-03-01', '9999-12-31', 'hasta', 'El año debe estar entre 2000 y 2199.'],
    ['2016-03-01', '2026-03-01', 'hasta', 'El periodo no puede pasar de 10 años.'],
  ])('from «%s» to «%s» is refused at %s', async (desde, hasta, guardia, mensaje) => {
    const { status, refusal } = await scene.browsers[6].call('/flujoHistoria', { desde, hasta });
    expect(status).toBe(422);
    expect(refusal.motivos).toEqual([{ guardia, mensaje }]);
  });

  test('of two days has the events of both days, each once', async () => {
    const { now } = scene.clock;
    const today = dateInBogota(now());
    expect(today).toMatch(/^2026-0[67]/);
    const both = await Promise.all(
      ['2026-06-17', '2026-06-18'].map(
        async (day) =>
          (await must(scene.browsers[6], '/flujoHistoria', { desde: day, hasta: day }))
            .transiciones,
      ),
    );
    const together = await must(scene.browsers[6], '/flujoHistoria', {
      desde: '2026-06-17',
      hasta: '2026-06-18',
    });
    const count = (rows: readonly { veces: number }[]) =>
      rows.reduce((sum, { veces }) => sum + veces, 0);
    expect(both.map(count).reduce((sum, one) => sum + one, 0)).toBe(count(together.transiciones));
  });
});

test('an unknown state is refused with 400', async () => {
  for (const [maquina, estado] of [
    ['box', 'unreviewed'],
    ['expense', 'toString'],
    ['tienda', 'open'],
  ]) {
    const { status } = await scene.browsers[6].call('/flujoCajas', { maquina, estado });
    expect(status).toBe(400);
  }
});
