/**
 * Joint model of one box with its expenses, in which the generated paths are searched; it moves them as the server
 * does. Takes the machines as arguments, so that a test can pass altered ones.
 */
import type { AnyStateMachine, StateValue } from 'xstate';
import type { BoxEvent } from '#machines/domain/box/box.machine.ts';
import {
  type BoxCase,
  type CaseAfter,
  type CaseEvent,
  type Move as CaseMove,
  caseAfter,
  boxContextOf as caseBoxContext,
  domainMachines,
  type DomainMachines,
} from '#machines/domain/case/box-case.ts';
import { arrivals, expenseValueOf } from '#machines/domain/expense/expense.machine.ts';
import type { ExpenseContext, ExpenseEvent } from '#machines/domain/expense/expense-guards.ts';
import type { ProfileId } from '#machines/domain/people/profiles.ts';
import {
  type BoxStateName,
  boxStateOf,
  boxStates,
  type ExpenseStateName,
  expenseStateOf,
  expenseStates,
} from '#machines/domain/stages/states.ts';
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

export { domainMachines, type DomainMachines };

export interface JointExpense {
  key: string;
  category: ExpenseKind;
  estado: ExpenseStateName;
  hasReceipt: boolean;
}

export interface JointState {
  box: BoxStateName;
  /** Without removed expenses. */
  expenses: readonly JointExpense[];
  recorded: number;
}

type Move =
  | { kind: 'record'; as: ProfileId; category: ExpenseKind }
  | { kind: 'expense'; expense: string; fixture: ExpenseFixture }
  | { kind: 'box'; fixture: BoxFixture };

export interface Edge {
  move: Move;
  next: JointState;
  /** Transitions taken by the edge, as `box …` and `expense …`; several when a send has consequences. */
  taken: string[];
  /** `taken` with the kind of expense and the fixture: a thorough walk covers each once. */
  facets: string[];
}

export const start: JointState = { box: 'open', expenses: [], recorded: 0 };

const listOfFixtures = <Fixture>(table: Record<string, readonly Fixture[] | string>): Fixture[] =>
  Object.values(table).flatMap((fixtures) => (typeof fixtures === 'string' ? [] : fixtures));

export const everyExpenseFixture = listOfFixtures<ExpenseFixture>(expenseFixtures);
export const everyBoxFixture = listOfFixtures<BoxFixture>(boxFixtures);

/** Context of an expense of a kind. */
export const factsIn = (
  world: World,
  { category, hasReceipt }: Pick<JointExpense, 'category' | 'hasReceipt'>,
): ExpenseContext => ({
  needsMaintenance: category === 'maintenance',
  hasReceipt,
  recordedBy: actorOf(2).id,
  categoryIds: [world.categories[category]],
  valor: world.values[category],
  reembolsar: reimbursementIn(category),
  offeredInvoices: offersInvoices(category) ? world.invoiceUrls : [],
});

/** The state as a case; its expenses are numbered from 1, in order. */
export const caseOf = (world: World, { box, expenses }: Omit<JointState, 'recorded'>): BoxCase => ({
  active: boxStates[box].codigo,
  expenses: new Map(
    expenses.map((expense, index) => [
      index + 1,
      { estado: expenseStates[expense.estado].codigo, context: factsIn(world, expense) },
    ]),
  ),
});

/** Caches a value for each key. */
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

/** The accepted edges of every joint state of a box with at most `slots` expenses. */
export function jointModel(machines: DomainMachines, world: World, slots: number) {
  const known = remembering<{ fixture: ExpenseFixture; edge: Outcome }[]>();
  const sends = remembering<{ fixture: BoxFixture; edge: Outcome }[]>();

  function outcomeOf(state: Omit<JointState, 'recorded'>, event: CaseEvent): Outcome | null {
    const before = caseOf(world, state);
    const after = caseAfter(before, event, machines);
    if (!after.ok) return null;
    const [own] = after.moves;
    const taken = [{ idGasto: own.idGasto, name: nameOf(before, own) }];
    return { ...after, taken: [...taken, ...followersOf(before, after, own)] };
  }

  const ofExpense = (before: BoxCase, idGasto: number, event: ExpenseEvent): string | null => {
    const expense = before.expenses.get(idGasto);
    if (expense === undefined) return null;
    const value = expenseValueOf(before.active, expense.estado);
    return takenFrom(machines.expense, value, expense.context, event);
  };

  /** Name of the transition that the first move took. */
  function nameOf(before: BoxCase, { idGasto, event, from, to }: CaseMove): string {
    if (from === 'recording') return `expense ${takenAtStart(machines.expense, to)}`;
    return idGasto === null
      ? `box ${takenFrom(machines.box, from, caseBoxContext(before), event as BoxEvent)}`
      : `expense ${ofExpense(before, idGasto, event as ExpenseEvent)}`;
  }

  /** Transitions of the expenses caused by the box, including those without a move. */
  function followersOf(before: BoxCase, { next }: CaseAfter, { idGasto, event, to }: CaseMove) {
    if (idGasto !== null || next.active === before.active || to === 'open') return [];
    const arrival = { type: arrivals[to as keyof typeof arrivals], actor: event.actor };
    return [...before.expenses.keys()].flatMap((id) => {
      const name = ofExpense(before, id, arrival);
      return name === null ? [] : [{ idGasto: id, name: `expense ${name}` }];
    });
  }

  const decisionsOn = (box: BoxStateName, expense: JointExpense) =>
    known(`${box} ${factsOf(expense)}`, () =>
      everyExpenseFixture.flatMap((fixture) => {
        const move = { ...fixture.event(world, expense.category), actor: actorOf(fixture.as) };
        const event = { type: 'expense', idGasto: 1, event: move } as CaseEvent;
        const edge = outcomeOf({ box, expenses: [expense] }, event);
        return edge === null ? [] : [{ fixture, edge }];
      }),
    );

  const sendsFrom = (state: JointState) =>
    sends([state.box, ...state.expenses.map(factsOf)].join('|'), () =>
      everyBoxFixture.flatMap((fixture) => {
        const event = { ...fixture.event(world), actor: actorOf(fixture.as) };
        const edge = outcomeOf(state, { type: 'box', idGasto: null, event } as CaseEvent);
        return edge === null ? [] : [{ fixture, edge }];
      }),
    );

  function record(state: JointState, as: ProfileId, category: ExpenseKind): Edge[] {
    if (state.expenses.length >= slots) return [];
    const facts = factsIn(world, { category, hasReceipt: false });
    const event = { type: 'EXPENSE.RECORD', actor: actorOf(as), facts } as const;
    const edge = outcomeOf(state, { type: 'record', idGasto: 0, event });
    if (edge === null) return [];
    const recorded = { type: event.type, actor: event.actor } as BoxEvent;
    const context = caseBoxContext(caseOf(world, state));
    const ofBox = `box ${takenFrom(machines.box, state.box, context, recorded)}`;
    const added: JointExpense = {
      key: `e${state.recorded + 1}`,
      category,
      estado: edge.moves[0].to as ExpenseStateName,
      hasReceipt: false,
    };
    return [
      {
        move: { kind: 'record', as, category },
        next: { ...state, expenses: [...state.expenses, added], recorded: state.recorded + 1 },
        taken: [ofBox, ...edge.taken.map(({ name }) => name)],
        facets: [`${ofBox} ${category} ${as}`],
      },
    ];
  }

  const decide = (state: JointState, expense: JointExpense): Edge[] =>
    decisionsOn(state.box, expense).map(({ fixture, edge: { next, taken } }) => ({
      move: { kind: 'expense', expense: expense.key, fixture },
      next: {
        ...state,
        expenses: state.expenses.flatMap((one) =>
          one.key === expense.key ? following(one, next, 1) : [one],
        ),
      },
      taken: taken.map(({ name }) => name),
      facets: taken.map(({ name }) => `${name} ${expense.category} ${fixture.name}`),
    }));

  const send = (state: JointState): Edge[] =>
    sendsFrom(state).map(({ fixture, edge: { next, taken } }) => ({
      move: { kind: 'box', fixture },
      next: {
        ...state,
        box: boxStateOf(next.active),
        expenses: state.expenses.flatMap((one, index) => following(one, next, index + 1)),
      },
      taken: taken.map(({ name }) => name),
      facets: taken.map(({ idGasto, name }) => {
        const kind = idGasto === null ? fixture.name : state.expenses[idGasto - 1]?.category;
        return `${name} ${kind}`;
      }),
    }));

  return {
    edgesFrom: (state: JointState): Edge[] => [
      ...expenseKinds.flatMap((category) => record(state, 2, category)),
      ...record(state, 4, 'plain'),
      ...state.expenses.flatMap((expense) => decide(state, expense)),
      ...send(state),
    ],
  };
}

/** A case after an accepted event, with the transitions that its moves took. */
type Outcome = CaseAfter & { taken: { idGasto: number | null; name: string }[] };

const takenFrom = (
  machine: AnyStateMachine,
  value: string | object,
  context: object,
  event: BoxEvent | ExpenseEvent,
) => takenBy(machine, machine.resolveState({ value: value as StateValue, context }), event);

/** The expense after the event; empty when it was removed. */
function following(expense: JointExpense, { expenses }: BoxCase, id: number): JointExpense[] {
  const now = expenses.get(id);
  if (now === undefined) return [];
  const { hasReceipt } = now.context;
  return [{ ...expense, estado: expenseStateOf(now.estado), hasReceipt }];
}

const factsOf = ({ category, estado, hasReceipt }: JointExpense): string =>
  `${category} ${estado} ${hasReceipt}`;

/** Key of a state for the search: the order and names of the expenses do not matter. */
export const abstractionOf = ({ box, expenses }: JointState): string =>
  [box, ...expenses.map(factsOf).sort()].join('|');
