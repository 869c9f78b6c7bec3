/** The calls, the map and the exported log tell the same figures: the file is read by a program of its own. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RequestOf, documents } from '#contract/contract.ts';
import { timesTaken } from '#machines/diagram/chart.ts';
import { charts } from '#machines/diagram/charts.ts';
import { eventNameOf, stateNameOf, stateNamesOf } from '#machines/domain/history/log-words.ts';
import { stages } from '#machines/domain/stages/stages.ts';
import { must } from '#tests/kit/box-scene.ts';
import { startWorkflowScene, type WorkflowScene } from '#tests/kit/workflow-scene.ts';
import { eventsOfCsv, eventsOfXes, figuresOfLog, worked } from '../witness/workflow-log.ts';

const targets: Record<string, number> = {
  'En supervisión': 1,
  'En mantenimiento': 2,
  'En contabilidad (primera)': 2,
  'Lista para envío': 4,
  'En contabilidad (final)': 3,
};

let scene: WorkflowScene;
beforeAll(async () => {
  scene = await startWorkflowScene(80);
  const [dias_supervision, dias_mantenimiento, dias_previa, dias_envio, dias_final] =
    Object.values(targets);
  await must(scene.browsers[1], '/configGeneral', {
    monto_maximo: 200_000,
    dias_supervision,
    dias_mantenimiento,
    dias_previa,
    dias_envio,
    dias_final,
  });
}, 300_000);
afterAll(() => scene.close());

type Question = RequestOf<'/flujoCiclo'>;

const everything = { desde: '2020-01-01', hasta: '2026-12-31' };

const questions: Record<string, () => Question> = {
  everything: () => everything,
  'a month': () => ({ desde: '2026-04-01', hasta: '2026-04-30' }),
  'a store': () => ({ ...everything, id_tienda: scene.stores[0] ?? 0 }),
  'what went through maintenance': () => ({ ...everything, mantenimiento: 'si' }),
  'a corrected box': () => ({ ...everything, con: 'correccion' }),
};

async function fileOf(name: 'workflowCsv' | 'workflowXes', question: Question) {
  scene.clock.advance(3_000);
  const query = new URLSearchParams(
    Object.entries(question).map(([field, value]) => [field, String(value)]),
  );
  const file = await scene.browsers[7].get(`${documents[name].path}?${query}`);
  expect(file.statusCode).toBe(200);
  return file.body;
}

const logOf = async (question: Question) =>
  figuresOfLog(await fileOf('workflowCsv', question), targets);

/** Sums of rows by a name. */
function sums<Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  numberOf: (row: Row) => number,
): Record<string, number> {
  const all: Record<string, number> = {};
  for (const row of rows)
    if (numberOf(row) > 0) all[nameOf(row)] = (all[nameOf(row)] ?? 0) + numberOf(row);
  return all;
}

describe.each(Object.keys(questions))('the log of %s', (name) => {
  const question = () => questions[name]?.() ?? everything;

  test('gives the figures of the cases', async () => {
    const [log, { cifras, semanas, etapas }, rework] = await Promise.all([
      logOf(question()),
      must(scene.browsers[7], '/flujoCiclo', question()),
      must(scene.browsers[7], '/flujoRetrabajo', question()),
    ]);
    expect(cifras.casos).toBeGreaterThan(0);
    expect(cifras).toMatchObject({
      casos: log.casos,
      ciclo: log.ciclo,
      del_envio: log.delEnvio,
      al_dinero: log.alDinero,
      tarde: log.tarde,
      retrabajo: log.retrabajo,
      directos: log.directos,
      variantes: Object.keys(log.caminos).length,
      relevos: log.relevos,
      gastos: log.gastos,
      rechazados: log.rechazados,
    });
    expect(log.superada).toBe(log.tarde);
    expect(rework).toMatchObject({
      rechazos: log.rechazos,
      correcciones: log.correcciones,
      reprocesos: log.reprocesos,
      limpios: log.casos - log.retrabajo,
    });
    const named = rework.grupos.filter(({ rechazos }) => rechazos > 0);
    for (const by of ['tienda', 'categoria'] as const) {
      const groups = named.filter(({ por }) => por === by);
      expect(groups.map(({ nombre }) => nombre).toSorted()).toEqual(
        [...log.motivosDe[by].keys()].toSorted(),
      );
      for (const { nombre, rechazos, motivos } of groups) {
        const reasons = log.motivosDe[by].get(nombre) ?? [];
        expect(rechazos).toBe(reasons.reduce((sum, [, times]) => sum + times, 0));
        expect(motivos.map(({ veces }) => veces)).toEqual(
          reasons.slice(0, 3).map(([, times]) => times),
        );
        expect(reasons).toEqual(
          expect.arrayContaining(motivos.map(({ nombre: reason, veces }) => [reason, veces])),
        );
      }
    }
    expect(Object.fromEntries(semanas.map(({ lunes, casos }) => [lunes, casos]))).toEqual(
      log.semanas,
    );
    expect(
      Object.fromEntries(
        etapas.map(({ estado, casos, espera, trabajo, mediana, p90, tarde }) => [
          stateNameOf('box', estado),
          { veces: casos, espera, suma: espera + trabajo, mediana, p90, tarde },
        ]),
      ),
    ).toEqual(log.etapas);
  });

  test('has the same cases and events as XES and as CSV', async () => {
    const csv = eventsOfCsv(await fileOf('workflowCsv', question()));
    const xes = eventsOfXes(await fileOf('workflowXes', question()));
    expect(xes.length).toBeGreaterThan(10);
    expect(xes).toEqual(csv.map((event) => ({ ...event, categoria: '', meta: '' })));
  });

  test('gives the variants and each case', async () => {
    const [log, { variantes }, casos] = await Promise.all([
      logOf(question()),
      must(scene.browsers[7], '/flujoVariantes', question()),
      must(scene.browsers[7], '/flujoCasos', { ...question(), limite: 1_000 }),
    ]);
    const paths = variantes.map(({ pasos, casos }) => [
      pasos
        .map(({ estado, rechazo, correccion }) =>
          [stateNameOf('box', estado), rechazo === 1 ? '✗' : '', correccion === 1 ? '↻' : '']
            .filter(Boolean)
            .join(' '),
        )
        .join(' → '),
      casos,
    ]);
    expect(Object.fromEntries(paths)).toEqual(log.caminos);
    expect(casos).toHaveLength(log.casos);
    for (const { id_caja, duracion, rechazos, correcciones, relevos, tarde } of casos)
      expect(log.cajas.get(id_caja)).toMatchObject({
        duracion,
        rechazos,
        correcciones,
        relevos,
        tarde: tarde === 1,
      });
  });

  test('gives the counts and the times of the map and its tables', async () => {
    const [log, { transiciones, estancias, rechazos, motivos }] = await Promise.all([
      logOf(question()),
      must(scene.browsers[7], '/flujoHistoria', question()),
    ]);
    const [ofBoxes, ofExpenses] = (['box', 'expense'] as const).map((maquina) =>
      transiciones.filter((row) => row.maquina === maquina),
    );
    const timesOf = ({ veces }: { veces: number }) => veces;
    expect(
      sums(
        ofBoxes ?? [],
        ({ evento, desde, hacia }) =>
          [evento, stateNameOf('box', desde), stateNameOf('box', hacia)].join(' | '),
        timesOf,
      ),
    ).toEqual(log.transicionesDeCaja);
    const follows = ({ evento }: { evento: string }) => evento in log.llevados;
    expect(sums((ofExpenses ?? []).filter(follows), ({ evento }) => evento, timesOf)).toEqual(
      log.llevados,
    );
    expect(
      sums(
        (ofExpenses ?? []).filter((row) => !follows(row)),
        (row) => [row.evento, ...stateNamesOf({ id_gasto: 1, ...row })].join(' | '),
        timesOf,
      ),
    ).toEqual(log.transicionesDeGasto);
    // The arrows of the map, box by box of their events.
    const chart = charts.find(({ id }) => id === 'box');
    const arrows =
      chart === undefined ? new Map<string, number>() : timesTaken(chart, ofBoxes ?? []);
    expect(
      sums(
        [...arrows],
        ([id]) => eventNameOf(id.split('|')[1] ?? ''),
        ([, times]) => times,
      ),
    ).toEqual(
      sums(
        Object.entries(log.transicionesDeCaja).filter(([, times]) => times > 0),
        ([one]) => eventNameOf(one.split(' | ')[0] ?? ''),
        ([, times]) => times,
      ),
    );
    for (const maquina of ['box', 'expense'] as const) {
      const own = estancias.filter((row) => row.maquina === maquina);
      const found = maquina === 'box' ? log.etapas : log.estancias;
      const names = own.map(({ estado }) => placeName(maquina, estado));
      expect(sums(own, ({ estado }) => placeName(maquina, estado), timesOf)).toEqual(
        Object.fromEntries(Object.entries(found).map(([estado, { veces }]) => [estado, veces])),
      );
      for (const { estado, mediana, p90, suma } of own) {
        const nombre = placeName(maquina, estado);
        // Where several states have one name, the file does not tell them apart.
        if (names.filter((one) => one === nombre).length > 1) continue;
        expect(found[nombre], nombre).toMatchObject({ mediana, p90, suma });
      }
    }
    const prefixOf = (etapa: string) =>
      stages[etapa as keyof typeof stages].reject.split('.')[0] ?? '';
    expect(
      sums(
        rechazos,
        ({ etapa }) => prefixOf(etapa),
        ({ decisiones }) => decisiones,
      ),
    ).toEqual(log.decisiones);
    expect(
      sums(
        rechazos,
        ({ etapa }) => prefixOf(etapa),
        (row) => row.rechazos,
      ),
    ).toEqual(log.rechazosPorEtapa);
    expect(sums(motivos, ({ etapa, nombre }) => `${prefixOf(etapa)} | ${nombre}`, timesOf)).toEqual(
      log.motivos,
    );
  });
});

/** The name of a state in the file. */
const placeName = (maquina: 'box' | 'expense', estado: string): string =>
  maquina === 'box'
    ? stateNameOf('box', estado)
    : stateNamesOf({ id_gasto: 1, evento: '', desde: estado, hacia: estado })[0];

const at = (day: string, hour: string) => Date.parse(`${day}T${hour}:00-05:00`);

test.each([
  ['Holy Week of 2026', '2026-04-01', '16:00', '2026-04-06', '09:00', 2],
  ['the Monday of the Epiphany', '2026-01-09', '08:00', '2026-01-13', '08:00', 9],
  ['the Ascension, 43 days after Easter', '2026-05-15', '17:00', '2026-05-19', '08:30', 0.5],
  ['Corpus Christi and a weekend', '2026-06-05', '12:00', '2026-06-09', '12:00', 9],
  ['a holiday that stays on its Saturday', '2025-12-05', '08:00', '2025-12-09', '08:00', 9],
])('the program of the file knows %s', (_, day, hour, until, then, hours) => {
  expect(worked(at(day, hour), at(until, then)) / 3_600_000).toBe(hours);
});
