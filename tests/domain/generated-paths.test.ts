import { toDirectedGraph } from '@xstate/graph';
import { describe, expect, test } from 'vitest';
import {
  type BoxCase,
  type CaseEvent,
  caseAfter,
  domainMachines,
  emptyCase,
  type Refused,
} from '#machines/domain/case/box-case.ts';
import { actorOf, exampleWorld } from '#tests/kit/domain-fixtures.ts';
import { everyBoxFixture, everyExpenseFixture, factsIn } from '#tests/kit/domain-joint.ts';
import {
  type BoxScenario,
  boxPaths,
  edgeToursOf,
  pathsToStates,
  type ScenarioStep,
  walkOf,
} from '#tests/kit/domain-paths.ts';
import { transitionsOf } from '#tests/kit/domain-transitions.ts';
import { withTransitions } from './mutants.ts';
import { misjudged } from './path-judge.ts';

const every = (machines: typeof domainMachines): string[] => [
  ...transitionsOf(machines.box).map((name) => `box ${name}`),
  ...transitionsOf(machines.expense).map((name) => `expense ${name}`),
];

const notIn = (
  walked: { has: (name: string) => boolean },
  machines: typeof domainMachines,
): string[] => every(machines).filter((name) => !walked.has(name));

/** Replays steps on the aggregate, as the server does, without any result of the search. */
class Replay {
  private now: BoxCase = emptyCase;
  private readonly ids = new Map<string, number>();

  get situation() {
    const codes = [...this.ids].map(([key, id]) => [key, this.now.expenses.get(id)?.estado]);
    return {
      box: this.now.active,
      expenses: Object.fromEntries(codes.filter(([, estado]) => estado !== undefined)),
    };
  }

  private eventOf(step: ScenarioStep): CaseEvent {
    const actor = actorOf(step.as);
    if (step.kind === 'box')
      return { type: 'box', idGasto: null, event: { ...step.event, actor } } as CaseEvent;
    const idGasto = this.ids.get(step.expense) ?? this.ids.size + 1;
    this.ids.set(step.expense, idGasto);
    if (step.kind === 'expense')
      return { type: 'expense', idGasto, event: { ...step.event, actor } } as CaseEvent;
    const facts = factsIn(exampleWorld, { category: step.category, hasReceipt: false });
    return { type: 'record', idGasto, event: { type: 'EXPENSE.RECORD', actor, facts } };
  }

  take(step: ScenarioStep): Refused | null {
    const after = caseAfter(this.now, this.eventOf(step));
    if (!after.ok) return after;
    this.now = after.next;
    return null;
  }
}

function replay({ steps, end }: BoxScenario): void {
  const rows = new Replay();
  for (const step of steps) {
    const refused = rows.take(step);
    const reasons = refused && {
      kind: refused.kind,
      guardias: refused.motivos.map(({ guardia }) => guardia),
    };
    expect(reasons ?? undefined, JSON.stringify(step)).toEqual(
      step.kind === 'record' ? undefined : step.refused,
    );
    const { box, expenses } = rows.situation;
    if (step.kind === 'box')
      expect({ box, expenses }).toEqual({ box: step.expect, expenses: step.expenses });
    else expect(expenses[step.expense] ?? null).toBe(step.expect);
  }
  expect(rows.situation).toEqual(end);
}

const walk = walkOf(domainMachines, exampleWorld);
const scenarios = boxPaths();
const steps = scenarios.flatMap((scenario) => scenario.steps);

describe('every transition is walked', { timeout: 90_000 }, () => {
  test('by the shortest path to its source and then the edge', () => {
    expect(notIn(edgeToursOf(domainMachines, exampleWorld), domainMachines)).toEqual([]);
  });

  test('by the scenarios that are replayed on a server', () => {
    expect(notIn(walk.taken, domainMachines)).toEqual([]);
  });

  test('and one without a fixture is reported by name', () => {
    const state = 'finalAccounting.finalRejected';
    const reopened = withTransitions(domainMachines.expense, state, 'EXPENSE.REOPEN', [
      { target: 'supervisorApproved' },
    ]);
    const machines = { ...domainMachines, expense: reopened };
    const missing = [`expense ${state} EXPENSE.REOPEN #0`];
    expect(notIn(edgeToursOf(machines, exampleWorld), machines)).toEqual(missing);
    expect(notIn(walkOf(machines, exampleWorld).taken, machines)).toEqual(missing);
  });

  test('and one that became unreachable is reported by name', () => {
    const box = withTransitions(domainMachines.box, 'readyToShip', 'BOX.SHIP', []);
    const machines = { ...domainMachines, box };
    expect(notIn(edgeToursOf(machines, exampleWorld), machines)).toContain(
      'box finalAccounting BOX.SEND_FINAL #0',
    );
  });
});

describe('the list of transitions', () => {
  test.each(Object.entries(domainMachines))(
    'of the %s matches its directed graph',
    (_, machine) => {
      const graph = toDirectedGraph(machine);
      const drawnIn = (node: typeof graph): string[] => [
        ...node.edges.map(({ source, label }) => `${source.path.join('.')} ${label.text}`),
        ...node.children.flatMap(drawnIn),
      ];
      const drawn = graph.children.flatMap(drawnIn);
      // The graph omits eventless transitions.
      const listed = transitionsOf(machine).flatMap((name) => {
        const [state, event] = name.split(' ');
        return event === 'always' ? [] : [`${state} ${event}`];
      });
      expect(listed.toSorted()).toEqual(drawn.toSorted());
    },
  );
});

describe('every step is what the handwritten tables say', { timeout: 180_000 }, () => {
  test('on the shortest path to each state', () => {
    const paths = pathsToStates(domainMachines, exampleWorld);
    expect([...misjudged(domainMachines, paths)].slice(0, 20)).toEqual([]);
  });

  test('on the scenarios that are replayed on a server', () => {
    expect([...misjudged(domainMachines, walk.scenarios)].slice(0, 20)).toEqual([]);
  });
});

describe('every state is reached', () => {
  const tours = [...edgeToursOf(domainMachines, exampleWorld).values()].flat();

  test('of the box', () => {
    const reached = new Set<string>(tours.map(({ next }) => next.box));
    expect(Object.keys(domainMachines.box.states).filter((name) => !reached.has(name))).toEqual([]);
  });

  test('of the expense, except the transient, the reserved and the removed state', () => {
    const reached = new Set(
      tours.flatMap(({ next }) => next.expenses.map(({ estado }) => `${next.box}.${estado}`)),
    );
    const states = Object.values(domainMachines.expense.states).flatMap(({ key, states: inner }) =>
      Object.keys(inner).length === 0 ? [key] : Object.keys(inner).map((name) => `${key}.${name}`),
    );
    expect(states.filter((name) => !reached.has(name))).toEqual([
      'recording',
      'reserved',
      'removed',
    ]);
    expect([...reached].filter((name) => !states.includes(name))).toEqual([]);
  });
});

describe('the scenarios', { timeout: 90_000 }, () => {
  test.each(scenarios.map((scenario) => [scenario.name, scenario] as const))(
    'replay to the expected states and refusals: %s',
    (_, scenario) => replay(scenario),
  );

  test('are the same without refusals, except for the refused steps', () => {
    const accepted = scenarios.map(({ steps: all, ...rest }) => ({
      ...rest,
      steps: all.filter((step) => step.kind === 'record' || step.refused === undefined),
    }));
    expect(boxPaths(exampleWorld, false)).toEqual(accepted);
  });

  test('all end with a closed box, and some have several expenses', () => {
    expect(scenarios.length).toBeGreaterThan(5);
    expect(scenarios.every(({ end }) => end.box === 5)).toBe(true);
    expect(scenarios.some(({ end }) => Object.keys(end.expenses).length > 1)).toBe(true);
  });

  test('try every fixture, with refusals by rule and by state', () => {
    const tried = new Set(
      steps.flatMap((step) => (step.kind === 'record' ? [] : [`${step.event.type} ${step.name}`])),
    );
    const wanted = [
      ...everyBoxFixture.map(({ name, event }) => `${event(exampleWorld).type} ${name}`),
      ...everyExpenseFixture.map(
        ({ name, event }) => `${event(exampleWorld, 'plain').type} ${name}`,
      ),
    ];
    expect(wanted.filter((name) => !tried.has(name))).toEqual([]);
    const kinds = steps.flatMap((step) =>
      step.kind === 'record' ? [] : (step.refused?.kind ?? []),
    );
    expect(new Set(kinds)).toEqual(new Set(['rule', 'state']));
  });
});
