import { toDirectedGraph } from '@xstate/graph';
import { describe, expect, test } from 'vitest';
import type { BoxEvent, BoxExpense } from '#machines/domain/box.machine.ts';
import type { ExpenseContext, ExpenseEvent } from '#machines/domain/expense-guards.ts';
import {
  consequenceOf,
  decideBox,
  decideExpense,
  firstExpenseCode,
  type Refused,
} from '#machines/domain/law.ts';
import { boxStateOf } from '#machines/domain/states.ts';
import { actorOf, exampleWorld } from '#tests/kit/domain-fixtures.ts';
import {
  domainLaws,
  everyBoxFixture,
  everyExpenseFixture,
  expenseContextOf,
} from '#tests/kit/domain-joint.ts';
import {
  type BoxScenario,
  boxPaths,
  edgeToursOf,
  type ScenarioStep,
  walkOf,
} from '#tests/kit/domain-paths.ts';
import { transitionsOf } from '#tests/kit/domain-transitions.ts';
import { withTransitions } from './mutants.ts';

const every = (laws: typeof domainLaws): string[] => [
  ...transitionsOf(laws.box).map((name) => `box ${name}`),
  ...transitionsOf(laws.expense).map((name) => `expense ${name}`),
];

const notIn = (walked: { has: (name: string) => boolean }, laws: typeof domainLaws): string[] =>
  every(laws).filter((name) => !walked.has(name));

/** Replays steps on rows and the law alone, as the server does: nothing of the search is used. */
class Replay {
  private box = 0;
  private readonly expenses = new Map<string, { estado: number; context: ExpenseContext }>();

  get situation() {
    return { box: this.box, expenses: this.codes() };
  }

  private codes(): Record<string, number> {
    return Object.fromEntries([...this.expenses].map(([key, { estado }]) => [key, estado]));
  }

  private list(): BoxExpense[] {
    return [...this.expenses.values()].map(({ estado, context }, index) => ({
      id: index + 1,
      estado,
      needsMaintenance: context.needsMaintenance,
      hasSupport: context.hasSupport,
    }));
  }

  private change(key: string, event: ExpenseEvent): Refused | null {
    const expense = this.expenses.get(key);
    if (expense === undefined) throw new Error(`no expense ${key}`);
    const context = { ...expense.context, boxState: boxStateOf(this.box) };
    const decided = decideExpense(expense.estado, context, event);
    if (!decided.ok) return decided;
    if (decided.codigo === null) this.expenses.delete(key);
    else this.expenses.set(key, { estado: decided.codigo, context: decided.context });
    return null;
  }

  private send(event: BoxEvent): Refused | null {
    const decided = decideBox(this.box, { expenses: this.list() }, event);
    if (!decided.ok) return decided;
    this.box = decided.codigo ?? this.box;
    const consequence = consequenceOf(event);
    if (consequence !== null) for (const key of this.expenses.keys()) this.change(key, consequence);
    return null;
  }

  take(step: ScenarioStep): Refused | null {
    const actor = actorOf(step.as);
    if (step.kind === 'box') return this.send({ ...step.event, actor } as BoxEvent);
    if (step.kind === 'expense')
      return this.change(step.expense, { ...step.event, actor } as ExpenseEvent);
    const facts = { category: step.category, hasSupport: false };
    const context = expenseContextOf(exampleWorld, boxStateOf(this.box), facts);
    const estado = firstExpenseCode(context);
    const expense = {
      id: 0,
      estado,
      needsMaintenance: context.needsMaintenance,
      hasSupport: false,
    };
    const refused = this.send({ type: 'EXPENSE.RECORD', actor, expense });
    if (refused === null) this.expenses.set(step.expense, { estado, context });
    return refused;
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

const scenarios = boxPaths();
const steps = scenarios.flatMap((scenario) => scenario.steps);

describe('every transition is walked', { timeout: 90_000 }, () => {
  test('by the shortest path to its source and then the edge', () => {
    expect(notIn(edgeToursOf(domainLaws, exampleWorld), domainLaws)).toEqual([]);
  });

  test('by the scenarios that are replayed on a server', () => {
    expect(notIn(walkOf(domainLaws, exampleWorld).taken, domainLaws)).toEqual([]);
  });

  test('and one that no fixture reaches is told by name', () => {
    const reopened = withTransitions(domainLaws.expense, 'finalRejected', 'EXPENSE.REOPEN', [
      { target: 'unreviewed' },
    ]);
    const laws = { ...domainLaws, expense: reopened };
    const missing = ['expense finalRejected EXPENSE.REOPEN #0'];
    expect(notIn(edgeToursOf(laws, exampleWorld), laws)).toEqual(missing);
    expect(notIn(walkOf(laws, exampleWorld).taken, laws)).toEqual(missing);
  });

  test('and one that lost its way is told by name', () => {
    const box = withTransitions(domainLaws.box, 'readyToShip', 'BOX.SHIP', []);
    const laws = { ...domainLaws, box };
    expect(notIn(edgeToursOf(laws, exampleWorld), laws)).toContain(
      'box finalAccounting BOX.SEND_FINAL #0',
    );
  });
});

describe('the list of transitions', () => {
  test.each(Object.entries(domainLaws))(
    'of the %s is the one its directed graph shows',
    (_, law) => {
      const graph = toDirectedGraph(law);
      const drawn = graph.children.flatMap(({ edges }) =>
        edges.map(({ source, label }) => `${source.key} ${label.text}`),
      );
      // The graph leaves out the eventless ones.
      const listed = transitionsOf(law).flatMap((name) => {
        const [state, event] = name.split(' ');
        return event === 'always' ? [] : [`${state} ${event}`];
      });
      expect(listed.toSorted()).toEqual(drawn.toSorted());
    },
  );
});

describe('every state is reached', () => {
  const tours = [...edgeToursOf(domainLaws, exampleWorld).values()].flat();

  test('of the box', () => {
    const reached = new Set(tours.map(({ next }) => next.box));
    expect(
      Object.keys(domainLaws.box.states).filter((name) => !reached.has(name as never)),
    ).toEqual([]);
  });

  test('of the expense, except the reserved one; the first is only passed and the last is gone', () => {
    const reached = new Set(tours.flatMap(({ next }) => next.expenses.map(({ estado }) => estado)));
    expect(
      Object.keys(domainLaws.expense.states).filter((name) => !reached.has(name as never)),
    ).toEqual(['recording', 'reserved', 'removed']);
  });
});

describe('the scenarios', { timeout: 90_000 }, () => {
  test.each(scenarios.map((scenario) => [scenario.name, scenario] as const))(
    '%s is what the law does with rows',
    (_, scenario) => replay(scenario),
  );

  test('are the same on every run, and without refusals the same but for them', () => {
    const accepted = scenarios.map(({ steps: all, ...rest }) => ({
      ...rest,
      steps: all.filter((step) => step.kind === 'record' || step.refused === undefined),
    }));
    expect(boxPaths(exampleWorld, false)).toEqual(accepted);
  });

  test('hold boxes of several expenses, closings and returns to a decision', () => {
    expect(scenarios.length).toBeGreaterThan(5);
    expect(scenarios.every(({ end }) => end.box === 5)).toBe(true);
    expect(scenarios.some(({ end }) => Object.keys(end.expenses).length > 1)).toBe(true);
  });

  test('try every fixture, and refuse by what a person left out as well as by the state', () => {
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
