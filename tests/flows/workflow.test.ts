import { periodRefusals } from '#machines/flows/steps/date-range.form.ts';
import { describe, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { answered, failedToLoad, isLoading, problemOf } from '#machines/flows/steps/result.ts';
import {
  type Simulation,
  type SimulationEvent,
  simulationMachine,
} from '#machines/flows/workflow/simulation.machine.ts';
import * as present from '#machines/flows/workflow/workflow-present.machine.ts';
import {
  type Present,
  type WorkflowPresentEvent,
  workflowPresentMachine,
} from '#machines/flows/workflow/workflow-present.machine.ts';
import {
  type WorkflowWalkContext,
  type WorkflowWalkEvent,
  workflowWalkMachine,
} from '#machines/flows/workflow/workflow-walk.machine.ts';
import * as walk from '#machines/flows/workflow/workflow-walk.machine.ts';
import { type EventFixtures, takeTour } from '#tests/kit/edge-tour.ts';
import { refusedBy } from '#tests/kit/flow-fixtures.ts';
import { type Answers, beginJourney } from '#tests/kit/flow-journey.ts';
import { aPresent } from '#tests/kit/workflow-fixtures.ts';

const clean = { missing: [], strayed: [], abandoned: [], deadEnds: [] };

describe('the present figures', () => {
  const at = (instante: number) => answered<Present>(aPresent(instante));
  const begin = (answers: Answers[string]) =>
    beginJourney(workflowPresentMachine, { question: {} }, { loadPresent: answers });

  test('every edge is walked, and no failure is a dead end', async () => {
    const events = {
      RETRY: [{ type: 'RETRY' }],
      REFRESH: [{ type: 'REFRESH' }],
      ASK: [{ type: 'ASK', question: { id_tienda: 3 } }],
      HIDE: [{ type: 'HIDE' }],
      SHOW: [{ type: 'SHOW' }],
    } satisfies EventFixtures<WorkflowPresentEvent>;
    const report = await takeTour({
      machine: workflowPresentMachine,
      inputs: [{ question: {} }],
      events,
      outcomes: { loadPresent: [at(1), refusedBy.permission, refusedBy.session] },
    });
    expect(report).toMatchObject(clean);
  });

  test('reload every minute while visible', async () => {
    const { requests, clock, now, reaches } = begin([at(1_000), at(61_000)]);
    await reaches('figures.shown');
    clock.increment(59_999);
    expect(requests.loadPresent).toHaveLength(1);
    clock.increment(1);
    expect(isLoading(now())).toBe(true);
    expect(present.instantOf(now())).toBe(1_000);
    expect(present.instantOf(await reaches('figures.shown'))).toBe(61_000);
  });

  test('do not reload while hidden, and reload when shown again', async () => {
    const { actor, requests, clock, reaches } = begin([at(1_000), at(300_000)]);
    await reaches('figures.shown');
    actor.send({ type: 'HIDE' });
    clock.increment(240_000);
    expect(requests.loadPresent).toHaveLength(1);
    actor.send({ type: 'SHOW' });
    expect(present.instantOf(await reaches('figures.shown'))).toBe(300_000);
  });

  test('are loaded for a new question', async () => {
    const { actor, requests, reaches } = begin([at(1_000), at(2_000)]);
    await reaches('figures.shown');
    actor.send({ type: 'ASK', question: { id_supervisor: 30 } });
    await reaches('figures.shown');
    expect(requests.loadPresent).toEqual([{}, { id_supervisor: 30 }]);
  });

  test('stay visible when a reload fails, and can be retried', async () => {
    const { actor, reaches } = begin([at(1_000), new Error('offline'), at(3_000)]);
    await reaches('figures.shown');
    actor.send({ type: 'REFRESH' });
    const failed = await reaches('figures.failed');
    expect(failedToLoad(failed)).toBe(true);
    expect(present.rowsOf(failed)).not.toEqual([]);
    expect(problemOf(failed)?.status).toBeNull();
    actor.send({ type: 'RETRY' });
    const shown = await reaches('figures.shown');
    expect(problemOf(shown)).toBeNull();
    expect(present.instantOf(shown)).toBe(3_000);
  });
});

describe('another policy on past cases', () => {
  const key = { desde: '2026-01-01', hasta: '2026-03-31', politica: 'envio_diario' } as const;
  const aBox = { id_caja: 4, id_tienda: 3, tienda: 'Tienda Centro', consecutivo: 1 };
  const change = { ...aBox, cajas: 1, decisiones: 0, pesos: 0, rechazos_perdidos: 0 };
  const course = { cajas: 2, decisiones: 9, pesos: 1_000, tiempo: 50, tarde: 1 };
  const part = (more: Partial<Simulation>) =>
    answered<Simulation>({
      casos: 2,
      siguiente: null,
      faltan: 0,
      antes: course,
      despues: { ...course, cajas: 5, tarde: 0 },
      rechazos_perdidos: 1,
      valor_perdido: 300,
      cajas: [{ ...change, tiempo: -20 }],
      ...more,
    });
  const first = part({ siguiente: 8, faltan: 2 });

  test('every edge is walked, and no failure is a dead end', async () => {
    const events = {
      RETRY: [{ type: 'RETRY' }],
      ASK: [{ type: 'ASK', key: { ...key, id_tienda: 3 } }],
    } satisfies EventFixtures<SimulationEvent>;
    const report = await takeTour({
      machine: simulationMachine,
      inputs: [{ key }],
      events,
      outcomes: { flujoSimular: [first, part({}), refusedBy.permission, refusedBy.session] },
    });
    expect(report).toMatchObject(clean);
  });

  test('adds up its parts, shows those that are there, and goes on after a failure', async () => {
    const last = part({ cajas: [{ ...change, id_caja: 9, tiempo: -30 }] });
    const { actor, requests, now, reaches } = beginJourney(
      simulationMachine,
      { key },
      { flujoSimular: [first, new Error('offline'), last] },
    );
    await reaches('failed');
    expect(now().context.data).toMatchObject({ casos: 2, faltan: 2 });
    actor.send({ type: 'RETRY' });
    const { context } = await reaches('shown');
    expect(requests.flujoSimular).toEqual([
      { ...key, desde_caja: undefined },
      { ...key, desde_caja: 8 },
      { ...key, desde_caja: 8 },
    ]);
    expect(context.data).toEqual({
      casos: 4,
      siguiente: null,
      faltan: 0,
      antes: { cajas: 4, decisiones: 18, pesos: 2_000, tiempo: 100, tarde: 2 },
      despues: { cajas: 10, decisiones: 18, pesos: 2_000, tiempo: 100, tarde: 0 },
      rechazos_perdidos: 2,
      valor_perdido: 600,
      cajas: [
        { ...change, id_caja: 9, tiempo: -30 },
        { ...change, tiempo: -20 },
      ],
    });
  });

  test('of other cases begins anew', async () => {
    const { actor, requests, reaches } = beginJourney(
      simulationMachine,
      { key },
      { flujoSimular: [part({}), part({ casos: 7 })] },
    );
    await reaches('shown');
    actor.send({ type: 'ASK', key: { ...key, id_tienda: 3 } });
    expect((await reaches('shown')).context.data?.casos).toBe(7);
    expect(requests.flujoSimular?.[1]).toEqual({ ...key, id_tienda: 3, desde_caja: undefined });
  });
});

describe('a walk through the history of a box', () => {
  const begin = (input: WorkflowWalkContext) => {
    const clock = new SimulatedClock();
    const actor = createActor(workflowWalkMachine, { input, clock }).start();
    return { actor, clock, step: () => walk.stepOf(actor.getSnapshot()) };
  };

  test('every edge is walked', async () => {
    const events = {
      GO: [{ type: 'GO', paso: 2 }],
      PREVIOUS: [{ type: 'PREVIOUS' }],
      NEXT: [{ type: 'NEXT' }],
      PLAY: [{ type: 'PLAY' }],
      PAUSE: [{ type: 'PAUSE' }],
    } satisfies EventFixtures<WorkflowWalkEvent>;
    const report = await takeTour({
      machine: workflowWalkMachine,
      inputs: [{ paso: 1, ultimo: 3 }],
      events,
      outcomes: {},
      abstraction: ({ paso }: WorkflowWalkContext) => paso,
    });
    expect(report).toMatchObject(clean);
  });

  test.each([
    [7, 5, 5],
    [0, 5, 1],
    [3, 5, 3],
    [1, 0, 0],
  ])('that starts at step %d of %d is at step %d', (paso, ultimo, wanted) => {
    expect(begin({ paso, ultimo }).step()).toBe(wanted);
  });

  test('stops at its first and last step', () => {
    const { actor, step } = begin({ paso: 1, ultimo: 2 });
    expect(actor.getSnapshot().can({ type: 'PREVIOUS' })).toBe(false);
    actor.send({ type: 'NEXT' });
    expect(step()).toBe(2);
    expect(actor.getSnapshot().can({ type: 'NEXT' })).toBe(false);
  });

  test('settles 400 ms after the last move', () => {
    const { actor, clock } = begin({ paso: 1, ultimo: 9 });
    actor.send({ type: 'GO', paso: 4 });
    clock.increment(399);
    actor.send({ type: 'NEXT' });
    clock.increment(399);
    expect(walk.isSettled(actor.getSnapshot())).toBe(false);
    clock.increment(1);
    expect(walk.isSettled(actor.getSnapshot())).toBe(true);
  });

  test('plays from the first step when started at the last, and stops there', () => {
    const { actor, clock, step } = begin({ paso: 3, ultimo: 3 });
    actor.send({ type: 'PLAY' });
    expect([step(), walk.isPlaying(actor.getSnapshot())]).toEqual([1, true]);
    clock.increment(1_500);
    expect([step(), walk.isPlaying(actor.getSnapshot())]).toEqual([2, true]);
    clock.increment(1_500);
    expect([step(), walk.isSettled(actor.getSnapshot())]).toEqual([3, true]);
  });

  test('of one step cannot be played', () => {
    expect(begin({ paso: 1, ultimo: 1 }).actor.getSnapshot().can({ type: 'PLAY' })).toBe(false);
  });
});

test.each([
  [{ desde: '2030-05-01', hasta: '2030-05-31' }, []],
  [{ desde: '', hasta: '2030-05-31' }, ['Elija la fecha inicial.']],
  [{ desde: '2030-05-01', hasta: '' }, ['Elija la fecha final.']],
  [
    { desde: '2030-06-01', hasta: '2030-05-31' },
    ['La fecha final no puede ser anterior a la inicial.'],
  ],
])('a period %o is refused for %o', (range, sentences) => {
  expect(periodRefusals(range).map(({ mensaje }) => mensaje)).toEqual(sentences);
});
