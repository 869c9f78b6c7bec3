/**
 * One box together with its expenses, as the server moves them: what the generated paths are searched
 * in. Takes the machines as arguments, so that a test can put altered ones in their place.
 */
import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { initialTransition, transition } from 'xstate';
import { type BoxContext, type BoxEvent, boxMachine } from '#machines/domain/box.machine.ts';
import { expenseMachine } from '#machines/domain/expense.machine.ts';
import type { ExpenseContext } from '#machines/domain/expense-guards.ts';
import { consequenceOf } from '#machines/domain/law.ts';
import type { Actor, ProfileId } from '#machines/domain/permissions.ts';
import {
  type BoxStateName,
  type ExpenseStateName,
  expenseStates,
} from '#machines/domain/states.ts';
import {
  actorOf,
  type BoxFixture,
  boxFixtures,
  type ExpenseFixture,
  type ExpenseKind,
  expenseFixtures,
  expenseKinds,
  offersInvoices,
  reimbursementIn,
  type World,
} from './domain-fixtures.ts';
import { takenAtStart, takenBy } from './domain-transitions.ts';

export interface Laws {
  box: AnyStateMachine;
  expense: AnyStateMachine;
}

export const domainLaws: Laws = { box: boxMachine, expense: expenseMachine };

export interface JointExpense {
  key: string;
  category: ExpenseKind;
  estado: ExpenseStateName;
  hasSupport: boolean;
}

export interface JointState {
  box: BoxStateName;
  /** Removed expenses are gone from the list. */
  expenses: readonly JointExpense[];
  recorded: number;
}

export type Move =
  | { kind: 'record'; as: ProfileId; category: ExpenseKind }
  | { kind: 'expense'; expense: string; fixture: ExpenseFixture }
  | { kind: 'box'; fixture: BoxFixture };

export interface Edge {
  move: Move;
  next: JointState;
  /** Transitions taken by it, as `box …` and `expense …`; several when a send has consequences. */
  taken: string[];
  /** `taken` with the kind of expense and the fixture: what a thorough walk wants to see once. */
  facets: string[];
}

export const start: JointState = { box: 'open', expenses: [], recorded: 0 };

const listOfFixtures = <Fixture>(table: Record<string, readonly Fixture[] | string>): Fixture[] =>
  Object.values(table).flatMap((fixtures) => (typeof fixtures === 'string' ? [] : fixtures));

export const everyExpenseFixture = listOfFixtures<ExpenseFixture>(expenseFixtures);
export const everyBoxFixture = listOfFixtures<BoxFixture>(boxFixtures);

export const boxContextOf = (state: JointState): BoxContext => ({
  expenses: state.expenses.map(({ estado, hasSupport, category }, index) => ({
    id: index + 1,
    estado: expenseStates[estado].codigo,
    hasSupport,
    needsMaintenance: category === 'maintenance',
  })),
});

export const expenseContextOf = (
  world: World,
  boxState: BoxStateName,
  { category, hasSupport }: Pick<JointExpense, 'category' | 'hasSupport'>,
): ExpenseContext => ({
  boxState,
  needsMaintenance: category === 'maintenance',
  hasSupport,
  recordedBy: actorOf(2).id,
  categoryIds: [world.categories[category]],
  valor: world.values[category],
  reembolsar: reimbursementIn(category),
  offeredInvoices: offersInvoices(category) ? world.invoiceUrls : [],
});

interface ExpenseOutcome {
  estado: ExpenseStateName | 'removed';
  hasSupport: boolean;
  taken: string;
}

interface BoxOutcome {
  box: BoxStateName;
  taken: string;
}

/** Computes a list once for each key. */
function remembering<Value>(): (key: string, compute: () => Value) => Value {
  const values = new Map<string, Value>();
  return (key, compute) => {
    const known = values.get(key);
    if (known !== undefined) return known;
    const value = compute();
    values.set(key, value);
    return value;
  };
}

/** The accepted edges out of every joint state of a box with at most `slots` expenses. */
export function jointModel(laws: Laws, world: World, slots: number) {
  const decisions = remembering<{ fixture: ExpenseFixture; outcome: ExpenseOutcome }[]>();
  const consequences = remembering<{ outcome: ExpenseOutcome | null }>();
  const sends = remembering<{ fixture: BoxFixture; event: BoxEvent; outcome: BoxOutcome }[]>();

  function outcomeOf(
    boxState: BoxStateName,
    expense: JointExpense,
    event: { type: string; actor: Actor },
  ): ExpenseOutcome | null {
    const context = expenseContextOf(world, boxState, expense);
    const snapshot = laws.expense.resolveState({ value: expense.estado, context });
    const taken = takenBy(laws.expense, snapshot, event);
    if (taken === null) return null;
    const [next] = transition(laws.expense, snapshot, event);
    const { hasSupport } = next.context as ExpenseContext;
    return { estado: next.value as ExpenseOutcome['estado'], hasSupport, taken };
  }

  const decisionsOn = (boxState: BoxStateName, expense: JointExpense) =>
    decisions(`${boxState} ${factsOf(expense)}`, () =>
      everyExpenseFixture.flatMap((fixture) => {
        const event = { ...fixture.event(world, expense.category), actor: actorOf(fixture.as) };
        const outcome = outcomeOf(boxState, expense, event);
        return outcome === null ? [] : [{ fixture, outcome }];
      }),
    );

  const consequenceOn = (boxState: BoxStateName, expense: JointExpense, cause: BoxEvent) =>
    consequences(`${boxState} ${factsOf(expense)} ${cause.type} ${cause.actor.profile}`, () => {
      const event = consequenceOf(cause);
      return { outcome: event === null ? null : outcomeOf(boxState, expense, event) };
    }).outcome;

  const sendsFrom = (state: JointState) =>
    sends(abstractionOf(state), () => {
      const snapshot = boxSnapshotOf(laws, state);
      return everyBoxFixture.flatMap((fixture) => {
        const event = { ...fixture.event(world), actor: actorOf(fixture.as) } as BoxEvent;
        const taken = takenBy(laws.box, snapshot, event);
        if (taken === null) return [];
        const box = transition(laws.box, snapshot, event)[0].value as BoxStateName;
        return [{ fixture, event, outcome: { box, taken } }];
      });
    });

  function record(state: JointState, as: ProfileId, category: ExpenseKind): Edge[] {
    if (state.box !== 'open' || state.expenses.length >= slots) return [];
    const facts = { category, hasSupport: false };
    const [first] = initialTransition(laws.expense, expenseContextOf(world, state.box, facts));
    const estado = String(first.value) as ExpenseStateName;
    const expense = { id: 0, estado: 0, needsMaintenance: false, hasSupport: false };
    const event = { type: 'EXPENSE.RECORD', actor: actorOf(as), expense };
    const taken = takenBy(laws.box, boxSnapshotOf(laws, state), event);
    if (taken === null) return [];
    const added = { key: `e${state.recorded + 1}`, estado, ...facts };
    return [
      {
        move: { kind: 'record', as, category },
        next: { ...state, expenses: [...state.expenses, added], recorded: state.recorded + 1 },
        taken: [`box ${taken}`, `expense ${takenAtStart(laws.expense, estado)}`],
        facets: [`box ${taken} ${category} ${as}`],
      },
    ];
  }

  const decide = (state: JointState, expense: JointExpense): Edge[] =>
    decisionsOn(state.box, expense).map(({ fixture, outcome }) => ({
      move: { kind: 'expense', expense: expense.key, fixture },
      next: { ...state, expenses: replaced(state.expenses, expense, outcome) },
      taken: [`expense ${outcome.taken}`],
      facets: [`expense ${outcome.taken} ${expense.category} ${fixture.name}`],
    }));

  const send = (state: JointState): Edge[] =>
    sendsFrom(state).map(({ fixture, event, outcome: { box, taken } }) => {
      const walked = [`box ${taken}`];
      const facets = [`box ${taken} ${fixture.name}`];
      let { expenses } = state;
      for (const expense of state.expenses) {
        const outcome = consequenceOn(box, expense, event);
        if (outcome === null) continue;
        walked.push(`expense ${outcome.taken}`);
        facets.push(`expense ${outcome.taken} ${expense.category}`);
        expenses = replaced(expenses, expense, outcome);
      }
      return {
        move: { kind: 'box', fixture },
        next: { ...state, box, expenses },
        taken: walked,
        facets,
      };
    });

  return {
    edgesFrom: (state: JointState): Edge[] => [
      ...expenseKinds.flatMap((category) => record(state, 2, category)),
      ...record(state, 4, 'plain'),
      ...state.expenses.flatMap((expense) => decide(state, expense)),
      ...send(state),
    ],
  };
}

const boxSnapshotOf = (laws: Laws, state: JointState): AnyMachineSnapshot =>
  laws.box.resolveState({ value: state.box, context: boxContextOf(state) });

const replaced = (
  expenses: readonly JointExpense[],
  old: JointExpense,
  { estado, hasSupport }: ExpenseOutcome,
): JointExpense[] =>
  expenses.flatMap((expense) => {
    if (expense.key !== old.key) return [expense];
    return estado === 'removed' ? [] : [{ ...expense, estado, hasSupport }];
  });

const factsOf = ({ category, estado, hasSupport }: JointExpense): string =>
  `${category} ${estado} ${hasSupport}`;

/** What the search tells apart: order and names of the expenses change nothing. */
export const abstractionOf = ({ box, expenses }: JointState): string =>
  [box, ...expenses.map(factsOf).sort()].join('|');
