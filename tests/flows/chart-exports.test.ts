/** What leaves the page as a file is the chart that runs: read, recreated and run by others. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  createMachine,
  initialTransition,
  transition,
} from 'xstate';
import type { Chart, ChartTransition } from '#machines/diagram/chart.ts';
import { chartMermaid } from '#machines/diagram/chart-mermaid.ts';
import { chartScxml, scxmlEvent } from '#machines/diagram/chart-scxml.ts';
import { chartXState } from '#machines/diagram/chart-xstate.ts';
import { chartSources, charts } from '#machines/diagram/charts.ts';
import { extractChart } from '#machines/diagram/extract-chart.ts';
import { named } from '#machines/flows/steps/call-actors.ts';
import { flowDelays } from '#machines/flows/steps/delays.ts';
import { boxPaths } from '#tests/kit/domain-paths.ts';
import { transitionsOf } from '#tests/kit/edge-tour.ts';
import { everyElement, readXml, runScxml, type XmlElement } from '#tests/kit/scxml.ts';

const chartOf = (id: Chart['id']): Chart => {
  const chart = charts.find((one) => one.id === id);
  if (chart === undefined) throw new Error(`No chart ${id}`);
  return chart;
};

/** Which guards hold; asked by both machines. */
type Truth = (guard: string) => boolean;

/** The machine of an exported JSON, as somebody else would load it, with guards that are told. */
function recreated(chart: Chart, truth: Truth): AnyStateMachine {
  const json: object = JSON.parse(JSON.stringify(chartXState(chart)));
  const names = chart.transitions.flatMap(({ guards }) => guards.map(({ name }) => name));
  const calls = chart.states.flatMap((state) => state.calls.map(({ src }) => src));
  return createMachine(json).provide({
    actors: Object.fromEntries(calls.map((src) => [src, named(src)])),
    delays: flowDelays,
    guards: {
      ...Object.fromEntries(names.map((name) => [name, () => truth(name)])),
      and: (_: unknown, params: unknown) => (params as { guards: string[] }).guards.every(truth),
    },
  });
}

const leavesOf = (snapshot: AnyMachineSnapshot): string[] =>
  snapshot._nodes
    .filter((node: AnyStateNode) => Object.keys(node.states).length === 0)
    .map((node: AnyStateNode) => (node.path.length === 0 ? node.machine.id : node.path.join('.')))
    .sort();

/** The event as XState calls it. */
const xstateEvent = ({ kind, event, source }: ChartTransition, machine: string): string =>
  ({
    event,
    always: '',
    done: `xstate.done.actor.${event}`,
    error: `xstate.error.actor.${event}`,
    after: `xstate.after.${event}.${machine}${source === machine ? '' : `.${source}`}`,
  })[kind];

const cases = charts.map((chart) => [chart.id, chart] as const);

describe.each(cases)('%s as XState JSON', (id, chart) => {
  const machine = recreated(chart, () => true);

  test('becomes a machine with the same states and transitions', () => {
    const source = chartSources.find((one) => one.id === id);
    if (source === undefined) throw new Error(`No source of ${id}`);
    const again = extractChart({ ...source, machine });
    const shape = ({ states, transitions }: Chart) => ({
      states: states.map(({ id: state, kind, parent, initial, calls }) => ({
        state,
        kind,
        parent,
        initial,
        calls,
      })),
      transitions: transitions.map(({ id: name, target, targeted, actions }) => ({
        name,
        target,
        targeted,
        actions,
      })),
    });
    expect(shape(again)).toEqual(shape(chart));
    const original = new Set(transitionsOf(source.machine));
    expect(transitionsOf(machine).filter((name) => !original.has(name))).toEqual([]);
    if (!id.startsWith('boxSend.')) expect(transitionsOf(machine)).toHaveLength(original.size);
  });
});

/** What may stand in what, and which attributes it needs and takes: sections 3 to 6 of the recommendation. */
const executable = ['log', 'send', 'cancel', 'raise', 'assign'];
const stateLike = ['state', 'parallel', 'final', 'history'];
const grammar: Record<string, { holds: string[]; needs: string[]; takes: string[] }> = {
  scxml: {
    holds: ['state', 'parallel', 'final', 'datamodel'],
    needs: ['xmlns', 'version'],
    takes: ['name', 'initial', 'datamodel', 'binding'],
  },
  datamodel: { holds: ['data'], needs: [], takes: [] },
  data: { holds: [], needs: ['id'], takes: ['expr', 'src'] },
  state: {
    holds: ['onentry', 'onexit', 'transition', 'invoke', ...stateLike],
    needs: ['id'],
    takes: ['initial'],
  },
  parallel: {
    holds: ['onentry', 'onexit', 'transition', 'invoke', 'state', 'parallel', 'history'],
    needs: ['id'],
    takes: [],
  },
  final: { holds: ['onentry', 'onexit'], needs: ['id'], takes: [] },
  history: { holds: ['transition'], needs: ['id'], takes: ['type'] },
  onentry: { holds: executable, needs: [], takes: [] },
  onexit: { holds: executable, needs: [], takes: [] },
  transition: { holds: executable, needs: [], takes: ['event', 'cond', 'target', 'type'] },
  log: { holds: [], needs: [], takes: ['label', 'expr'] },
  send: { holds: [], needs: ['event'], takes: ['id', 'delay', 'target', 'type'] },
  cancel: { holds: [], needs: ['sendid'], takes: [] },
  invoke: { holds: [], needs: ['type'], takes: ['id', 'src'] },
};

/** An XML name without a colon, as an id must be. */
const isName = (text: string): boolean => /^[A-Za-z_][\w.-]*$/.test(text);

/** What the recommendation forbids in an element. */
function faultsOf(element: XmlElement): string[] {
  const rule = grammar[element.name];
  if (rule === undefined) return [`unknown element ${element.name}`];
  const given = Object.keys(element.attributes);
  return [
    ...element.children.flatMap(({ name }) =>
      rule.holds.includes(name) ? [] : [`${name} in ${element.name}`],
    ),
    ...rule.needs
      .filter((name) => !given.includes(name))
      .map((name) => `${element.name} without ${name}`),
    ...given
      .filter((name) => !name.includes(':') && ![...rule.needs, ...rule.takes].includes(name))
      .map((name) => `${name} of ${element.name}`),
  ];
}

describe.each(cases)('%s as SCXML', (_, chart) => {
  const text = chartScxml(chart);
  const root = readXml(text);
  const elements = everyElement(root);
  const states = elements.filter(({ name }) => stateLike.includes(name));

  test('keeps to the grammar of the recommendation', () => {
    expect(elements.flatMap(faultsOf)).toEqual([]);
    const ids = states.map(({ attributes }) => attributes.id ?? '');
    expect(ids).toEqual(chart.states.map(({ id }) => id));
    const targets = elements.flatMap(({ attributes: { target, initial } }) =>
      [target, initial].flatMap((one) => one ?? []),
    );
    expect(targets.filter((id) => !ids.includes(id))).toEqual([]);
    expect(ids.filter((id) => !isName(id))).toEqual([]);
    const data = elements
      .filter(({ name }) => name === 'data')
      .map(({ attributes }) => attributes.id);
    const asked = elements.flatMap(({ attributes: { cond } }) => cond?.split(' && ') ?? []);
    expect(asked.filter((name) => !data.includes(name))).toEqual([]);
    expect(
      elements.filter(
        ({ name, attributes }) => name === 'transition' && Object.keys(attributes).length === 0,
      ),
    ).toEqual([]);
  });

  test('runs on another interpreter as it does here, whatever happens and whichever guards hold', () => {
    const happenings = [
      ...new Map(
        chart.transitions.flatMap((one) => {
          const event = scxmlEvent(one);
          return event === undefined ? [] : [[event, xstateEvent(one, chart.machine)] as const];
        }),
      ),
    ];
    const guards = [
      ...new Set(chart.transitions.flatMap((one) => one.guards.map(({ name }) => name))),
    ];
    const steps = fc.array(
      fc.record({
        happening: fc.nat(happenings.length - 1),
        truths: fc.array(fc.boolean(), { minLength: guards.length, maxLength: guards.length }),
      }),
      { minLength: 1, maxLength: 40 },
    );
    fc.assert(
      fc.property(steps, (walk) => {
        let truths: boolean[] = walk[0]?.truths ?? [];
        const truth: Truth = (guard) => truths[guards.indexOf(guard)] ?? false;
        const machine = recreated(chart, truth);
        let [snapshot] = initialTransition(machine);
        const foreign = runScxml(text, truth);
        expect(foreign.states()).toEqual(leavesOf(snapshot));
        for (const { happening, truths: now } of walk) {
          const [foreignEvent, ownEvent] = happenings[happening] ?? ['', ''];
          truths = now;
          if (snapshot.status !== 'active') break;
          [snapshot] = transition(machine, snapshot, { type: ownEvent });
          foreign.send(foreignEvent);
          expect(foreign.states(), foreignEvent).toEqual(leavesOf(snapshot));
        }
      }),
      { numRuns: 15, seed: 7 },
    );
  });
});

describe('the law as SCXML, on another interpreter', () => {
  const boxText = chartScxml(chartOf('box'));
  const expenseText = chartScxml(chartOf('expense'));
  /** What an expense hears when its box comes to a state, by the code of that state. */
  const arrivalIn: Record<number, string> = {
    2: 'BOX.SENT',
    1: 'BOX.ENTERED_MAINTENANCE',
    9: 'BOX.ENTERED_PRELIMINARY',
    3: 'BOX.REVIEWED',
    4: 'BOX.SHIPPED',
    5: 'BOX.CLOSED',
  };
  const codeIn = (chart: Chart, [id]: string[]): number | null =>
    chart.states.find((state) => state.id === id)?.codigo ?? null;

  test.each(boxPaths().map((scenario) => [scenario.name, scenario] as const))(
    'takes the generated path of %s, with its refusals',
    (_, { steps, end }) => {
      let truth: Truth = () => true;
      const holds: Truth = (guard) => truth(guard);
      const box = runScxml(boxText, holds);
      const expenses = new Map<string, ReturnType<typeof runScxml>>();
      const codeOf = (name: string) =>
        codeIn(chartOf('expense'), expenses.get(name)?.states() ?? []);
      const maintenance = new Set<string>();
      for (const step of steps) {
        const failing = 'refused' in step ? (step.refused?.guardias ?? []) : [];
        if (step.kind === 'record') {
          if (step.category === 'maintenance') maintenance.add(step.expense);
          truth = (guard) => guard !== 'needsMaintenance' || step.category === 'maintenance';
          box.send('EXPENSE.RECORD');
          expenses.set(step.expense, runScxml(expenseText, holds));
          expect(codeOf(step.expense)).toBe(step.expect);
        } else if (step.kind === 'expense') {
          truth = (guard) => !failing.includes(guard);
          expenses.get(step.expense)?.send(step.event.type);
          expect(codeOf(step.expense)).toBe(step.expect);
          if (step.expect === null) expenses.delete(step.expense);
        } else {
          const toMaintenance = step.expect === codeIn(chartOf('box'), ['maintenance']);
          truth = (guard) =>
            !failing.includes(guard) && (guard !== 'someExpenseNeedsMaintenance' || toMaintenance);
          box.send(step.event.type);
          expect(codeIn(chartOf('box'), box.states())).toBe(step.expect);
          const arrival = step.refused === undefined ? arrivalIn[step.expect] : undefined;
          for (const [name, run] of expenses) {
            truth = (guard) => guard !== 'needsMaintenance' || maintenance.has(name);
            if (arrival !== undefined) run.send(arrival);
            expect(codeOf(name)).toBe(step.expenses[name]);
          }
        }
      }
      expect(codeIn(chartOf('box'), box.states())).toBe(end.box);
    },
  );
});

describe.each(cases)('%s as Mermaid', (_, chart) => {
  const lines = chartMermaid(chart).trimEnd().split('\n');

  test('declares every state once and draws every arrow between declared states', () => {
    expect(lines[0]).toBe('stateDiagram-v2');
    const declared = lines.flatMap((line) => /^\s*state "[^"]+" as (\w+)/.exec(line)?.[1] ?? []);
    expect(declared).toHaveLength(chart.states.length);
    expect(new Set(declared).size).toBe(declared.length);
    const arrows = lines.flatMap((line) => {
      const [, from, to] = /^\s*(\S+) --> (\S+)/.exec(line) ?? [];
      return from === undefined || to === undefined ? [] : [{ from, to, line }];
    });
    const known = new Set([...declared, '[*]']);
    expect(arrows.filter(({ from, to }) => !known.has(from) || !known.has(to))).toEqual([]);
    const between = new Set(chart.transitions.map(({ source, target }) => `${source} ${target}`));
    expect(arrows.filter(({ from, to }) => from !== '[*]' && to !== '[*]')).toHaveLength(
      between.size,
    );
    // A second colon, a quote or a semicolon would end the label.
    expect(arrows.filter(({ line }) => /:.*[:;"]/.test(line))).toEqual([]);
  });
});
