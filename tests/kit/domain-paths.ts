/**
 * Paths through the life of one box with its expenses, generated from the two domain machines by
 * search, never written by hand. The domain tests replay them on the law, the API tests on a real
 * server: what one side accepts, refuses and arrives at, the other must too.
 */
import type { BoxEvent } from '#machines/domain/box.machine.ts';
import type { ExpenseEvent } from '#machines/domain/expense-guards.ts';
import { decideBox, decideExpense, type Refused } from '#machines/domain/law.ts';
import type { ProfileId } from '#machines/domain/permissions.ts';
import { boxStates, expenseStates } from '#machines/domain/states.ts';
import {
  actorOf,
  type BoxFixture,
  type BoxMove,
  type ExpenseFixture,
  type ExpenseKind,
  type ExpenseMove,
  exampleWorld,
  expenseKinds,
  type World,
} from './domain-fixtures.ts';
import {
  abstractionOf,
  boxContextOf,
  domainLaws,
  type Edge,
  everyBoxFixture,
  everyExpenseFixture,
  expenseContextOf,
  type JointExpense,
  type JointState,
  jointModel,
  type Laws,
  start,
} from './domain-joint.ts';

/** Why the law refuses a step: `rule` is a 422, `state` a 409. */
export interface StepRefusal {
  kind: Refused['kind'];
  /** Names of the failing guards, in the order of `motivos`. */
  guardias: string[];
}

/** The store (or coordinator) records an expense; `expect` is its first code. */
export interface RecordStep {
  kind: 'record';
  as: ProfileId;
  /** Names the expense within its scenario. */
  expense: string;
  category: ExpenseKind;
  expect: number;
}

export interface ExpenseStep {
  kind: 'expense';
  as: ProfileId;
  expense: string;
  /** Name of the fixture, for messages. */
  name: string;
  event: ExpenseMove;
  /** Code of the expense afterwards, null once it is gone. The same as before when refused. */
  expect: number | null;
  refused?: StepRefusal;
}

export interface BoxStep {
  kind: 'box';
  as: ProfileId;
  name: string;
  event: BoxMove;
  /** Code of the box afterwards. The same as before when refused. */
  expect: number;
  /** Codes of all its expenses afterwards: a send may change them. */
  expenses: Record<string, number>;
  refused?: StepRefusal;
}

export type ScenarioStep = RecordStep | ExpenseStep | BoxStep;

/** One box from nothing to where the steps lead. */
export interface BoxScenario {
  name: string;
  steps: ScenarioStep[];
  end: { box: number; expenses: Record<string, number> };
}

/** Most expenses that a generated box holds at a time. */
const slots = 2;

const isRemoval = ({ move }: Edge): boolean =>
  move.kind === 'expense' && move.fixture.name === 'remove';

/**
 * The shortest way from a state to the first edge that is wanted; null when none can be reached.
 * It never leads through a removal, which would only empty the box.
 */
function shortestWay(
  edgesFrom: (state: JointState) => Edge[],
  from: JointState,
  wanted: (edge: Edge) => boolean,
): Edge[] | null {
  interface Way {
    state: JointState;
    last: { edge: Edge; before: Way } | null;
  }
  const edgesOf = ({ last }: Way): Edge[] =>
    last === null ? [] : [...edgesOf(last.before), last.edge];
  const seen = new Set([abstractionOf(from)]);
  const ways: Way[] = [{ state: from, last: null }];
  for (const way of ways) {
    for (const edge of edgesFrom(way.state)) {
      if (wanted(edge)) return [...edgesOf(way), edge];
      if (isRemoval(edge)) continue;
      const key = abstractionOf(edge.next);
      if (seen.has(key)) continue;
      seen.add(key);
      ways.push({ state: edge.next, last: { edge, before: way } });
    }
  }
  return null;
}

export interface Walk {
  scenarios: Edge[][];
  /** Every transition that the scenarios take. */
  taken: Set<string>;
}

/** Holds exactly these kinds, each with its support. */
const isFilledWith =
  (kinds: readonly ExpenseKind[]) =>
  ({ next }: Edge): boolean =>
    next.box === 'open' &&
    next.expenses.length === kinds.length &&
    next.expenses.every(({ hasSupport }) => hasSupport) &&
    kinds.every((kind) => next.expenses.some(({ category }) => category === kind));

/** Other kinds together each time. */
const kindsOfTurn = (turn: number): ExpenseKind[] =>
  expenseKinds.filter((_, index) => (index + 3 * turn) % expenseKinds.length < slots);

/**
 * Walks the joint machine until every transition was taken with every kind of expense and every
 * fixture that it accepts. Each scenario tries what is new in an open box, fills it, goes on while
 * there is something new to reach, and then to the closing of its box.
 */
export function walkOf(laws: Laws, world: World): Walk {
  const { edgesFrom } = jointModel(laws, world, slots);
  const seen = new Set<string>();
  const taken = new Set<string>();
  const scenarios: Edge[][] = [];
  const isNew = (edge: Edge) => edge.facets.some((facet) => !seen.has(facet));
  const goOn = (walked: Edge[], wanted: (edge: Edge) => boolean): boolean => {
    const way = shortestWay(edgesFrom, walked.at(-1)?.next ?? start, wanted);
    for (const edge of way ?? []) {
      walked.push(edge);
      for (const facet of edge.facets) seen.add(facet);
      for (const name of edge.taken) taken.add(name);
    }
    return way !== null;
  };
  // Facets are those of one expense: a box with nothing else tells at once whether any is left.
  const alone = jointModel(laws, world, 1);
  const promises = (state: JointState) => shortestWay(alone.edgesFrom, state, isNew) !== null;
  const isWorthIt = ({ next }: Edge) =>
    next.expenses.some((expense) => promises({ ...next, expenses: [expense] }));
  while (promises(start)) {
    const walked: Edge[] = [];
    while (goOn(walked, (edge) => edge.next.box === 'open' && isNew(edge)));
    goOn(walked, isFilledWith(kindsOfTurn(scenarios.length)));
    for (let last = walked.at(-1); last !== undefined && isWorthIt(last); last = walked.at(-1))
      if (!goOn(walked, isNew)) break;
    if (walked.at(-1)?.next.box !== 'closed') goOn(walked, ({ next }) => next.box === 'closed');
    scenarios.push(walked);
  }
  return { scenarios, taken };
}

/** For every transition, the shortest path to its source and then the transition itself. */
export function edgeToursOf(laws: Laws, world: World): Map<string, Edge[]> {
  const { edgesFrom } = jointModel(laws, world, 1);
  const tours = new Map<string, Edge[]>();
  const isNew = (edge: Edge) => edge.taken.some((name) => !tours.has(name));
  for (;;) {
    const tour = shortestWay(edgesFrom, start, isNew);
    const last = tour?.at(-1);
    if (tour === null || last === undefined) return tours;
    for (const name of last.taken) if (!tours.has(name)) tours.set(name, tour);
  }
}

const codesOf = (state: JointState): Record<string, number> =>
  Object.fromEntries(state.expenses.map(({ key, estado }) => [key, expenseStates[estado].codigo]));

const boxCode = (state: JointState): number => boxStates[state.box].codigo;

const expenseCode = (state: JointState, key: string): number | null => codesOf(state)[key] ?? null;

const boxStep = (world: World, next: JointState, { name, as, event }: BoxFixture): BoxStep => ({
  kind: 'box',
  as,
  name,
  event: event(world),
  expect: boxCode(next),
  expenses: codesOf(next),
});

const expenseStep = (
  world: World,
  next: JointState,
  { key, category }: JointExpense,
  { name, as, event }: ExpenseFixture,
): ExpenseStep => ({
  kind: 'expense',
  as,
  expense: key,
  name,
  event: event(world, category),
  expect: expenseCode(next, key),
});

function stepOf(world: World, from: JointState, { move, next }: Edge): ScenarioStep {
  if (move.kind === 'box') return boxStep(world, next, move.fixture);
  if (move.kind === 'record') {
    const expense = next.expenses.at(-1)?.key ?? '';
    const { as, category } = move;
    return { kind: 'record', as, expense, category, expect: expenseCode(next, expense) ?? 0 };
  }
  const expense = from.expenses.find(({ key }) => key === move.expense);
  if (expense === undefined) throw new Error(`No expense ${move.expense} in this box`);
  return expenseStep(world, next, expense, move.fixture);
}

const refusalOf = ({ kind, motivos }: Refused): StepRefusal => ({
  kind,
  guardias: motivos.map(({ guardia }) => guardia),
});

/** What the law refuses in a state: every fixture on the box and on each of its expenses. */
function refusedSteps(world: World, state: JointState): (BoxStep | ExpenseStep)[] {
  const ofBox = everyBoxFixture.flatMap((fixture) => {
    const event = { ...fixture.event(world), actor: actorOf(fixture.as) } as BoxEvent;
    const decided = decideBox(boxCode(state), boxContextOf(state), event);
    return decided.ok ? [] : [{ ...boxStep(world, state, fixture), refused: refusalOf(decided) }];
  });
  const ofExpenses = state.expenses.flatMap((expense) =>
    everyExpenseFixture.flatMap((fixture) => {
      const move = fixture.event(world, expense.category);
      const event = { ...move, actor: actorOf(fixture.as) } as ExpenseEvent;
      const context = expenseContextOf(world, state.box, expense);
      const decided = decideExpense(expenseStates[expense.estado].codigo, context, event);
      return decided.ok
        ? []
        : [{ ...expenseStep(world, state, expense, fixture), refused: refusalOf(decided) }];
    }),
  );
  return [...ofBox, ...ofExpenses];
}

/**
 * Two refusals are the same when event, states and reasons are: one of them is replayed. What a person
 * may leave out is tried in each of its variants.
 */
const sameness = (state: JointState, step: BoxStep | ExpenseStep): string => {
  const variant = step.refused?.kind === 'rule' ? step.name : '';
  return [
    state.box,
    step.kind,
    step.expect,
    step.event.type,
    variant,
    step.refused?.guardias,
  ].join();
};

/**
 * Scenarios that together take every transition of both machines, with every kind of expense, and
 * try once in every state what is refused there. The same on every run.
 *
 * @param world ids of the database that will replay them
 * @param refusals false leaves the refused steps out
 */
export function boxPaths(world: World = exampleWorld, refusals = true): BoxScenario[] {
  const tried = new Set<string>();
  const untried = (state: JointState) =>
    refusedSteps(world, state).filter((step) => {
      const key = sameness(state, step);
      if (tried.has(key)) return false;
      tried.add(key);
      return true;
    });
  return walkOf(domainLaws, world).scenarios.map((edges, index) => {
    let state = start;
    const steps: ScenarioStep[] = [];
    for (const edge of edges) {
      if (refusals) steps.push(...untried(state));
      steps.push(stepOf(world, state, edge));
      state = edge.next;
    }
    if (refusals) steps.push(...untried(state));
    const end = { box: boxCode(state), expenses: codesOf(state) };
    return { name: `box ${index + 1}`, steps, end };
  });
}
