/**
 * Paths through the life of one box with its expenses, which `@xstate/graph` finds in the two domain
 * machines together, never written by hand. The domain tests replay them on the state machine, the API tests on a real
 * server: what one side accepts, refuses and arrives at, the other must too.
 */
import { getShortestPaths } from '@xstate/graph';
import { fromTransition } from 'xstate';
import { type CaseEvent, caseAfter, type Refused } from '#machines/domain/box/box-case.ts';
import type { ProfileId } from '#machines/domain/people/profiles.ts';
import { boxStates, expenseStates } from '#machines/domain/box/states.ts';
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
  caseOf,
  domainMachines,
  type Edge,
  everyBoxFixture,
  everyExpenseFixture,
  type JointExpense,
  type JointState,
  jointModel,
  type DomainMachines,
  start,
} from './domain-joint.ts';

/** Why the state machine refuses a step: `rule` is a 422, `state` a 409. */
interface StepRefusal {
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

/** How the search got somewhere: a state of the box with its expenses, by its last edge. */
interface Arrival {
  state: JointState;
  edge: Edge | null;
  /** Whether the edge that the search is about was taken on the way. */
  seen: boolean;
}

interface Question {
  edgesFrom: (state: JointState) => Edge[];
  /** What the search tells apart beside the state. */
  tellApart: (arrival: Arrival) => string;
  isWanted?: (edge: Edge) => boolean;
  isGoal?: (arrival: Arrival) => boolean;
}

/** The shortest path to every arrival that the question tells apart, or to each that is a goal. */
function pathsOf({ edgesFrom, tellApart, isWanted, isGoal }: Question): Edge[][] {
  const arriving = fromTransition(
    ({ seen }: Arrival, { edge }: { type: string; edge: Edge }): Arrival => ({
      state: edge.next,
      edge,
      seen: seen || isWanted?.(edge) === true,
    }),
    { state: start, edge: null, seen: false },
  );
  const paths = getShortestPaths(arriving, {
    events: ({ context }) =>
      edgesFrom(context.state).map((edge, index) => ({ type: `${index}`, edge })),
    serializeEvent: ({ type }) => type,
    serializeState: ({ context }) => `${abstractionOf(context.state)} ${tellApart(context)}`,
    ...(isGoal && { toState: ({ context }) => isGoal(context) }),
  });
  // The first step of a path is its beginning, without an edge.
  return paths.map(({ steps }) => steps.flatMap(({ event }) => event.edge ?? []));
}

/** A box with one expense, or with one for maintenance beside it: then the other one waits there, too. */
function fewExpenses(machines: DomainMachines, world: World): Pick<Question, 'edgesFrom'> {
  const { edgesFrom } = jointModel(machines, world, 2);
  return {
    edgesFrom: (state) =>
      edgesFrom(state).filter(
        ({ move }) =>
          move.kind !== 'record' ||
          state.expenses.length === 0 ||
          (move.category === 'maintenance' && state.expenses[0]?.category === 'plain'),
      ),
  };
}

/** For every transition, the shortest path to its source and then the transition itself. */
export function edgeToursOf(machines: DomainMachines, world: World): Map<string, Edge[]> {
  const { edgesFrom } = fewExpenses(machines, world);
  const tours = new Map<string, Edge[]>();
  const tellApart = ({ edge }: Arrival) => edge?.taken.join() ?? '';
  for (const path of pathsOf({ edgesFrom, tellApart }))
    for (const name of path.at(-1)?.taken ?? []) if (!tours.has(name)) tours.set(name, path);
  return tours;
}

/** Every state that a box with at most so many expenses can come to. */
export function everyJointState(slots = 1): JointState[] {
  const { edgesFrom } = jointModel(domainMachines, exampleWorld, slots);
  const paths = pathsOf({ edgesFrom, tellApart: () => '' });
  return paths.map((path) => path.at(-1)?.next ?? start);
}

interface Walk {
  scenarios: Edge[][];
  /** Every transition that the scenarios take. */
  taken: Set<string>;
}

/**
 * The kinds of the two expenses of a scenario: that of the edge it is about, and another one each time, which is
 * for maintenance where the edge leads through it.
 */
function kindsFor(facet: string, turn: number): ExpenseKind[] {
  const own = expenseKinds.find((kind) => facet.split(' ').includes(kind)) ?? 'plain';
  const isThere = /maintenance\.|ENTERED_MAINTENANCE/.test(facet) && own !== 'maintenance';
  const others = isThere ? (['maintenance'] as const) : expenseKinds.filter((kind) => kind !== own);
  return [own, others[turn % others.length] ?? 'plain'];
}

/**
 * Paths from an empty box to its closing, which together take every transition with every kind of expense
 * and every fixture that it accepts. Each is the shortest for a box of two expenses that takes what no
 * earlier one took.
 */
export function walkOf(machines: DomainMachines, world: World): Walk {
  const { edgesFrom } = jointModel(machines, world, 2);
  const alone = fewExpenses(machines, world);
  const facets = pathsOf({
    edgesFrom: alone.edgesFrom,
    tellApart: ({ edge }) => edge?.facets.join() ?? '',
  }).flatMap((path) => path.at(-1)?.facets ?? []);
  const scenarios: Edge[][] = [];
  const covered = new Set<string>();
  const isNew = (edge: Edge) => edge.facets.some((facet) => !covered.has(facet));
  const isSame = (one: JointState, other: JointState) =>
    abstractionOf(one) === abstractionOf(other);
  /** The same way, by what is new: also what leads back to where it started. */
  const enriched = (path: readonly Edge[]): Edge[] => {
    const walked: Edge[] = [];
    const take = (edge: Edge) => {
      walked.push(edge);
      for (const facet of edge.facets) covered.add(facet);
    };
    for (const edge of path) {
      const edges = edgesFrom(walked.at(-1)?.next ?? start);
      for (const back of edges)
        if (isSame(back.next, walked.at(-1)?.next ?? start) && isNew(back)) take(back);
      take(edges.find((other) => isSame(other.next, edge.next) && isNew(other)) ?? edge);
    }
    return walked;
  };
  // The latest first: they pass by many others.
  for (const facet of [...new Set(facets)].reverse()) {
    if (covered.has(facet)) continue;
    const kinds = kindsFor(facet, scenarios.length);
    const holds = (state: JointState, kind: ExpenseKind) =>
      state.expenses.some(({ category }) => category === kind);
    const [scenario] = pathsOf({
      edgesFrom: (state) =>
        edgesFrom(state).filter(
          ({ move }) =>
            move.kind !== 'record' ||
            (kinds.includes(move.category) && !holds(state, move.category)),
        ),
      tellApart: ({ seen }) => String(seen),
      isWanted: (edge) => edge.facets.includes(facet),
      isGoal: ({ state, seen }) =>
        seen && state.box === 'closed' && kinds.every((kind) => holds(state, kind)),
    }).sort((one, other) => one.length - other.length);
    if (scenario !== undefined) scenarios.push(enriched(scenario));
  }
  return { scenarios, taken: new Set(scenarios.flat().flatMap(({ taken }) => taken)) };
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

/** What the state machine refuses in a state: every fixture on the box and on each of its expenses. */
function refusedSteps(world: World, state: JointState): (BoxStep | ExpenseStep)[] {
  const now = caseOf(world, state);
  const ofBox = everyBoxFixture.flatMap((fixture) => {
    const event = { ...fixture.event(world), actor: actorOf(fixture.as) };
    const decided = caseAfter(now, { type: 'box', idGasto: null, event } as CaseEvent);
    return decided.ok ? [] : [{ ...boxStep(world, state, fixture), refused: refusalOf(decided) }];
  });
  const ofExpenses = state.expenses.flatMap((expense, index) =>
    everyExpenseFixture.flatMap((fixture) => {
      const move = fixture.event(world, expense.category);
      const event = { ...move, actor: actorOf(fixture.as) };
      const decided = caseAfter(now, { type: 'expense', idGasto: index + 1, event } as CaseEvent);
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
  return walkOf(domainMachines, world).scenarios.map((edges, index) => {
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
