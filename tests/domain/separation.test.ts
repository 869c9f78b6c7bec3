/**
 * Separation of duties by exhaustive search: every reachable state of a box with one expense, for every actor in
 * every profile, with the last decision of each stage.
 */
import { describe, expect, test } from 'vitest';
import { type CaseEvent, caseAfter } from '#machines/domain/case/box-case.ts';
import type { Person, ProfileId } from '#machines/domain/people/profiles.ts';
import { type StageName, stageNames, stageOfBox, stages } from '#machines/domain/stages/stages.ts';
import {
  type BoxStateName,
  boxStateOf,
  boxStates,
  type ExpenseStateName,
  expenseStateOf,
  expenseStates,
} from '#machines/domain/stages/states.ts';
import { tried } from '#tests/kit/cases.ts';
import { type ExpenseKind, exampleWorld, expenseKinds } from '#tests/kit/domain-fixtures.ts';
import { everyBoxFixture, everyExpenseFixture, factsIn } from '#tests/kit/domain-joint.ts';
import { everyProfileId } from '#tests/kit/domain-reach.ts';

const recorder = 1;

/** The user who recorded the expense and another user, each in every profile. */
const actors: readonly Person[] = [recorder, 2].flatMap((id) =>
  everyProfileId.map((profile) => ({ id, profile })),
);

/** The input of the state machine. */
interface Facts {
  box: BoxStateName;
  kind: ExpenseKind;
  /** Null after its removal. */
  expense: ExpenseStateName | null;
  hasReceipt: boolean;
}

interface State {
  facts: Facts;
  /** The last decision of each stage. */
  decisions: Partial<Record<StageName, { by: number; approved: boolean }>>;
}

/** An accepted event with its actor and the state before and after it. */
interface Step {
  from: State;
  to: State;
  type: string;
  actor: Person;
}

const stageOfEvent: Partial<Record<string, StageName>> = {
  'SUPERVISOR.APPROVE': 'supervisor',
  'SUPERVISOR.REJECT': 'supervisor',
  'MAINTENANCE.APPROVE': 'maintenance',
  'MAINTENANCE.REJECT': 'maintenance',
  'ACCOUNTING.APPROVE': 'accounting',
  'ACCOUNTING.REJECT': 'accounting',
  'FINAL.APPROVE': 'final',
  'FINAL.REJECT': 'final',
};

const contextOf = ({ kind, hasReceipt }: Facts) => ({
  ...factsIn(exampleWorld, { category: kind, hasReceipt }),
  recordedBy: recorder,
});

/** The box and its expense after an event; null when the state machine refuses it. */
function factsAfter(facts: Facts, event: CaseEvent): Facts | null {
  const context = contextOf(facts);
  const { expense } = facts;
  const expenses = new Map(
    expense === null ? [] : [[1, { estado: expenseStates[expense].codigo, context }]],
  );
  const after = caseAfter({ active: boxStates[facts.box].codigo, expenses }, event);
  if (!after.ok) return null;
  const now = after.next.expenses.get(1);
  return {
    ...facts,
    box: boxStateOf(after.next.active),
    expense: now === undefined ? null : expenseStateOf(now.estado),
    hasReceipt: now?.context.hasReceipt ?? facts.hasReceipt,
  };
}

interface Move {
  to: Facts;
  type: string;
  actor: Person;
}

/** All accepted events of all actors, cached by the input of the state machine. */
const moves = new Map<string, Move[]>();
function movesFrom(facts: Facts): Move[] {
  const key = JSON.stringify(facts);
  const known = moves.get(key);
  if (known !== undefined) return known;
  const found = actors.flatMap((actor) => {
    const sends = everyBoxFixture.map(
      ({ event }) =>
        ({ type: 'box', idGasto: null, event: { ...event(exampleWorld), actor } }) as CaseEvent,
    );
    const changes = everyExpenseFixture.map(
      ({ event }) =>
        ({
          type: 'expense',
          idGasto: 1,
          event: { ...event(exampleWorld, facts.kind), actor },
        }) as CaseEvent,
    );
    return [...sends, ...changes].flatMap((asked) => {
      const to = factsAfter(facts, asked);
      return to === null ? [] : [{ to, type: asked.event.type, actor }];
    });
  });
  moves.set(key, found);
  return found;
}

const stepsFrom = (from: State): Step[] =>
  movesFrom(from.facts).map(({ to, type, actor }) => {
    const stage = stageOfEvent[type];
    const made = { by: actor.id, approved: type.endsWith('APPROVE') };
    const decisions = stage === undefined ? from.decisions : { ...from.decisions, [stage]: made };
    return { from, to: { facts: to, decisions }, type, actor };
  });

const beginnings: readonly State[] = expenseKinds.map((kind) => {
  const facts: Facts = { box: 'open', kind, expense: null, hasReceipt: false };
  const expense = kind === 'maintenance' ? 'unreviewedMaintenance' : 'unreviewed';
  return { facts: { ...facts, expense }, decisions: {} };
});

/** All states and steps that the actors can reach. */
function search(): { states: State[]; steps: Step[] } {
  const found = new Map<string, State>();
  const queue = [...beginnings];
  const steps: Step[] = [];
  for (const state of queue) {
    const key = JSON.stringify(state);
    if (found.has(key)) continue;
    found.set(key, state);
    for (const step of stepsFrom(state)) {
      steps.push(step);
      queue.push(step.to);
    }
  }
  return { states: [...found.values()], steps };
}

const { states, steps } = search();
const decisions = steps.flatMap((step) => {
  const stage = stageOfEvent[step.type];
  return stage === undefined ? [] : [{ ...step, stage }];
});

/** The box states in the order of progress. */
const order: readonly BoxStateName[] = [
  'open',
  'supervision',
  'maintenance',
  'preliminary',
  'readyToShip',
  'finalAccounting',
  'closed',
];

const isLater = (one: State, other: State): boolean =>
  order.indexOf(one.facts.box) > order.indexOf(other.facts.box);

const reported = ({ type, actor, from: { facts } }: Step): string =>
  `${type} by ${actor.id} in profile ${actor.profile} while ${facts.box} and ${facts.expense}`;

describe('in every reachable state of a box, for every actor', () => {
  test('the search reaches every state of the box and every decision', () => {
    tried(steps.length);
    expect(states.length).toBeGreaterThan(100);
    expect(new Set(states.map(({ facts }) => facts.box))).toEqual(new Set(order));
    expect(new Set(decisions.map(({ type }) => type))).toEqual(new Set(Object.keys(stageOfEvent)));
  });

  test('no user decides an expense that he or she recorded, in any profile', () => {
    const own = decisions.filter(({ actor }) => actor.id === recorder);
    expect(own.map(reported)).toEqual([]);
    const stored = states.filter(({ decisions: made }) =>
      Object.values(made).some(({ by }) => by === recorder),
    );
    expect(stored).toEqual([]);
  });

  test('no profile decides outside its stage', () => {
    const strayed = decisions.filter(
      ({ actor, stage, from }) =>
        actor.profile !== stages[stage].profile || stageOfBox(from.facts.box) !== stage,
    );
    expect(strayed.map(reported)).toEqual([]);
  });

  test('no profile moves a box that another profile holds', () => {
    const holders: Partial<Record<BoxStateName, readonly ProfileId[]>> = {
      open: [2, 4],
      supervision: [3],
      maintenance: [5],
      preliminary: [6],
      readyToShip: [2, 4],
      finalAccounting: [6],
    };
    const moved = steps.filter(({ from, to }) => from.facts.box !== to.facts.box);
    const strayed = moved.filter(
      ({ actor, from }) => !holders[from.facts.box]?.includes(actor.profile),
    );
    expect(strayed.map(reported)).toEqual([]);
    expect(moved.every(({ from, to }) => isLater(to, from))).toBe(true);
  });

  test('profiles that only read or administer change nothing', () => {
    const readers: readonly ProfileId[] = [1, 7, 8];
    expect(steps.filter(({ actor }) => readers.includes(actor.profile)).map(reported)).toEqual([]);
  });

  test('no decision changes after its stage has passed', () => {
    const changed = steps.flatMap((step) =>
      stageNames.flatMap((stage) => {
        const [before, after] = [step.from.decisions[stage], step.to.decisions[stage]];
        const isPast = order.indexOf(step.from.facts.box) > order.indexOf(stages[stage].boxState);
        return isPast && JSON.stringify(before) !== JSON.stringify(after)
          ? [`${stage}: ${reported(step)}`]
          : [];
      }),
    );
    expect(changed).toEqual([]);
  });

  test('no later stage approves an expense that an earlier one rejected', () => {
    const approvedLater = decisions.filter(({ from, stage }) =>
      stageNames
        .slice(0, stageNames.indexOf(stage))
        .some((earlier) => from.decisions[earlier]?.approved === false),
    );
    expect(approvedLater.map(reported)).toEqual([]);
  });

  test('no event is accepted in a closed box', () => {
    expect(steps.filter(({ from }) => from.facts.box === 'closed').map(reported)).toEqual([]);
  });
});
