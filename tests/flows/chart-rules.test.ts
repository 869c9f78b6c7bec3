/** Rules for every chart of a flow, and a check that the edge tour reports a missing fixture. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  type AnyStateMachine,
  type AnyStateNode,
  assign,
  createActor,
  type PromiseActorLogic,
  StateMachine,
  setup,
  toPromise,
} from 'xstate';
import { backboneOf } from '#machines/diagram/chart.ts';
import { chartSources, charts as drawnCharts } from '#machines/diagram/charts.ts';
import { answered, named } from '#machines/flows/steps/result.ts';
import { flowWords } from '#machines/flows/words.ts';
import { takeTour } from '#tests/kit/edge-tour.ts';
import { flowMachines } from '#tests/kit/flow-machines.ts';

const nodesOf = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(nodesOf),
];

const charts = await flowMachines();

const asArray = (value: unknown): unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

/** Guards and actions as configured in the chart. */
const namesIn = (machine: AnyStateMachine): unknown[] =>
  nodesOf(machine.root).flatMap((node) => [
    ...asArray(node.entry),
    ...asArray(node.exit),
    ...[...[...node.transitions.values()].flat(), ...(node.always ?? [])].flatMap(
      ({ guard, actions }) => [...asArray(guard), ...asArray(actions)],
    ),
  ]);

/** The two actions that XState adds for a delay. */
const isXstates = (action: unknown): boolean =>
  typeof action === 'function' && 'type' in action && String(action.type).startsWith('xstate.');

test('the flow machines are found', () => {
  expect(charts.map(([name]) => name)).toContain('boxSendMachine');
  expect(charts.length).toBeGreaterThanOrEqual(10);
});

test.each(charts)('%s names its guards and actions', (_, machine) => {
  const lambdas = namesIn(machine).filter(
    (named) => typeof named === 'function' && !isXstates(named),
  );
  expect(lambdas).toEqual([]);
});

test.each(charts)('%s: every invoke has a unique id, onDone and onError', (_, machine) => {
  const invokes = nodesOf(machine.root).flatMap((node) =>
    node.invoke.map((invoke) => ({
      id: invoke.id,
      done: node.transitions.has(`xstate.done.actor.${invoke.id}`),
      error: node.transitions.has(`xstate.error.actor.${invoke.id}`),
      isNamed: !/^\d+\./.test(invoke.id),
    })),
  );
  expect(invokes.filter(({ done, error, isNamed }) => !(done && error && isNamed))).toEqual([]);
  expect(new Set(invokes.map(({ id }) => id)).size).toBe(invokes.length);
});

test.each(charts)('%s names its delays', (_, machine) => {
  const delays = nodesOf(machine.root).flatMap((node) => node.after.map(({ delay }) => delay));
  expect(delays.filter((delay) => typeof delay !== 'string')).toEqual([]);
});

test.each(charts)(
  '%s: every invoked actor rejects until the page provides it',
  async (_, machine) => {
    // A child machine has an implementation.
    const named = Object.entries(machine.implementations.actors).filter(
      ([, logic]) => !(logic instanceof StateMachine),
    );
    const forgotten = named.map(async ([name, logic]) => {
      const actor = createActor(logic as PromiseActorLogic<unknown>).start();
      await expect(toPromise(actor)).rejects.toThrow(/was not provided/);
      return name;
    });
    const invoked = nodesOf(machine.root).flatMap((node) => node.invoke.map(({ src }) => src));
    expect(new Set(await Promise.all(forgotten))).toEqual(new Set(invoked));
  },
);

test.each(charts)('%s has an edge tour', (name) => {
  const tests = readdirSync(new URL('.', import.meta.url)).filter(
    (file) => file.endsWith('.test.ts') && file !== 'chart-rules.test.ts',
  );
  const tours = tests.filter((file) => {
    const text = readFileSync(new URL(file, import.meta.url), 'utf8');
    return text.includes('takeTour') && text.includes(name);
  });
  expect(tours).not.toEqual([]);
});

/** In display order. */
const chartIds = [
  'box',
  'expense',
  'payment',
  'batch',
  'owed',
  'movement',
  'count',
  'vale',
  'session',
  'supervisorDecision',
  'maintenanceDecision',
  'accountingDecision',
  'finalDecision',
];

test('the drawn charts are complete and in display order', () => {
  expect(drawnCharts.map(({ id }) => id)).toEqual(chartIds);
});

describe.each(drawnCharts.map((chart) => [chart.id, chart] as const))('%s, drawn', (_, chart) => {
  test('has a description, and each of its states has a name', () => {
    const named = [chart, ...chart.states].map(({ id, nombre }) => ({ id, nombre }));
    expect(
      named.filter(({ id, nombre }) => nombre === '' || nombre === id.split('.').at(-1)),
    ).toEqual([]);
    expect(chart.descripcion).toMatch(/^[A-ZÁÉÍÓÚ].*\.$/);
  });

  test('has a Spanish name for every event, guard, call and entry action', () => {
    const { words } = chartSources.find(({ id }) => id === chart.id) ?? { words: flowWords };
    const unnamed = [
      ...chart.transitions
        .filter(({ kind, event }) => kind === 'event' && !Object.hasOwn(words.events, event))
        .map(({ event }) => event),
      ...chart.transitions.flatMap(({ guards }) =>
        guards.filter(({ name }) => !Object.hasOwn(words.guards, name)).map(({ name }) => name),
      ),
      ...chart.states.flatMap(({ calls }) =>
        calls.filter(({ src }) => !Object.hasOwn(words.calls, src)).map(({ src }) => src),
      ),
      ...chart.states.flatMap(({ entryActions }) =>
        entryActions.filter((name) => !Object.hasOwn(words.entryActions, name)),
      ),
    ];
    expect(unnamed).toEqual([]);
  });
});

test('every flow word is used by a chart', () => {
  const transitions = drawnCharts.flatMap((chart) => chart.transitions);
  const states = drawnCharts.flatMap((chart) => chart.states);
  const used = {
    events: transitions.map(({ event }) => event),
    guards: transitions.flatMap(({ guards }) => guards.map(({ name }) => name)),
    calls: states.flatMap(({ calls }) => calls.map(({ src }) => src)),
    entryActions: states.flatMap(({ entryActions }) => entryActions),
  };
  const idle = (Object.keys(used) as (keyof typeof used)[]).flatMap((kind) =>
    Object.keys(flowWords[kind]).filter((name) => !used[kind].includes(name)),
  );
  expect(idle).toEqual([]);
});

/** A small flow with an edge without a fixture. */
const saver = setup({
  types: {
    context: {} as { tries: number },
    events: {} as { type: 'SAVE' } | { type: 'FORGOTTEN' },
  },
  actors: { save: named<string, undefined>('save') },
  actions: { count: assign({ tries: ({ context }) => context.tries + 1 }) },
}).createMachine({
  id: 'saver',
  context: { tries: 0 },
  initial: 'editing',
  states: {
    editing: { on: { SAVE: { target: 'saving', actions: 'count' }, FORGOTTEN: 'gone' } },
    saving: { invoke: { id: 'save', src: 'save', onDone: 'saved', onError: 'failed' } },
    failed: { tags: 'failed' },
    saved: {},
    gone: {},
  },
});

test('the tour reports a transition without a fixture, one that is not as written, and a dead end', async () => {
  const report = await takeTour<AnyStateMachine>({
    machine: saver,
    inputs: [undefined],
    events: { SAVE: [{ type: 'SAVE' }] },
    outcomes: { save: [answered('x')] },
    abstraction: () => null,
    written: [
      'editing: SAVE → saving / count',
      'editing: FORGOTTEN → gone',
      'saving: done save → saved',
      'saving: error save → gone',
    ],
  });
  expect(report.missing).toEqual(['editing: FORGOTTEN → gone', 'saving: error save → gone']);
  expect(report.deadEnds).toEqual(['saver.failed']);
  expect(report.strayed).toEqual(['saving: error save → failed']);
});

test('the backbone is the happy path of a box and its payment, with detours and returns', () => {
  const life = backboneOf(
    drawnCharts
      .filter(({ id }) => id === 'box' || id === 'payment')
      .toSorted((one, other) => one.id.localeCompare(other.id)),
  );
  const names = (states: readonly { id: string }[]) => states.map(({ id }) => id).join(' ');
  expect(
    life.map(({ state, detours, returns }) =>
      [`${state.id}: ${state.quien}`, names(detours), names(returns)].join(' | '),
    ),
  ).toEqual([
    'open: Tienda |  | ',
    'supervision: Supervisor | maintenance | ',
    'preliminary: Contabilidad |  | ',
    'readyToShip: Tienda |  | ',
    'finalAccounting: Contabilidad |  | ',
    'waiting: Contabilidad | keptBack | ',
    'prepared: Contabilidad |  | waiting',
    'authorised: Contabilidad |  | waiting',
    'sent: Contabilidad |  | waiting',
    'paid: Tienda | claimed returnProposed | ',
    'received: — |  | ',
  ]);
});
