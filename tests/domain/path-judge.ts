/**
 * Judges the generated paths of a box by the handwritten tables. In every state that a path reaches, the state machines
 * must accept, refuse and move what the tables say: each fixture by each profile, with the arrivals of the expenses.
 */
import { type CaseEvent, caseAfter } from '#machines/domain/case/box-case.ts';
import type { ProfileId } from '#machines/domain/people/profiles.ts';
import { boxStateOf, expenseStateOf, expenseStates } from '#machines/domain/stages/states.ts';
import {
  actorOf,
  type BoxFixture,
  type ExpenseFixture,
  type ExpenseKind,
  exampleWorld,
  expenseKinds,
} from '#tests/kit/domain-fixtures.ts';
import {
  abstractionOf,
  caseOf,
  type DomainMachines,
  type Edge,
  everyBoxFixture,
  everyExpenseFixture,
  factsIn,
  type JointExpense,
  type JointState,
  start,
} from '#tests/kit/domain-joint.ts';
import { pathsToStates } from '#tests/kit/domain-paths.ts';
import { everyProfileId } from '#tests/kit/domain-reach.ts';
import { type BoxQuestion, boxVerdict, contentsOf } from './box-truth.ts';
import { arrivals } from './expense-rules.ts';
import { type ExpenseCase, expenseVerdict } from './expense-truth.ts';

/** The states after an accepted event, or the guards that refuse it. */
type Verdict = string | string[];

const shown = (box: string, expenses: readonly { estado: string; hasReceipt: boolean }[]): string =>
  [box, ...expenses.map(({ estado, hasReceipt }) => `${estado} ${hasReceipt}`)].join(', ');

const guardsAgainst = ({ refusedBy = {} }: ExpenseFixture | BoxFixture, kind?: ExpenseKind) => [
  ...(refusedBy.every ?? []),
  ...((kind && refusedBy[kind]) ?? []),
];

/** What the table says about an event of an expense: its next state. */
function nextOf(
  { box }: JointState,
  { estado: state, category }: JointExpense,
  type: ExpenseCase['type'],
  profile: ProfileId,
  refusedBy: readonly string[] = [],
): Verdict {
  const payload = { name: type, event: {}, refusedBy };
  // In the paths a user of profile 2 records every expense.
  const own = profile === 2;
  const needsMaintenance = category === 'maintenance';
  const verdict = expenseVerdict({ box, state, type, payload, profile, own, needsMaintenance });
  return 'to' in verdict ? verdict.to.state : verdict.refusedBy.toSorted();
}

function onExpense(
  state: JointState,
  expense: JointExpense,
  fixture: ExpenseFixture,
  profile: ProfileId,
): Verdict {
  const { type } = fixture.event(exampleWorld, expense.category);
  const refusedBy = guardsAgainst(fixture, expense.category);
  const estado = nextOf(state, expense, type, profile, refusedBy);
  if (typeof estado !== 'string') return estado;
  const hasReceipt = expense.hasReceipt || type === 'EXPENSE.ATTACH_SUPPORT';
  return shown(
    state.box,
    state.expenses
      .map((one) => (one === expense ? { estado, hasReceipt } : one))
      .filter((one) => one.estado !== 'removed'),
  );
}

const partOf = ({ estado, category }: JointExpense): string =>
  `${expenseStates[estado].codigo}${category === 'maintenance' ? 'm' : ''}`;

/** What the table says about an event of the box: its next state. */
function nextBoxOf(
  { box: state, expenses }: JointState,
  type: BoxQuestion['type'],
  profile: ProfileId,
  refusedBy: readonly string[] = [],
): Verdict {
  const verdict = boxVerdict({
    state,
    type,
    payload: { name: type, event: {}, refusedBy },
    contents: contentsOf(expenses.map(partOf)),
    receipt: expenses.every(({ hasReceipt }) => hasReceipt) ? 'all' : 'none',
    profile,
  });
  return verdict.to ?? verdict.refusedBy.toSorted();
}

function onBox(state: JointState, fixture: BoxFixture, profile: ProfileId): Verdict {
  const { type } = fixture.event(exampleWorld);
  const box = nextBoxOf(state, type, profile, guardsAgainst(fixture));
  if (typeof box !== 'string') return box;
  const [arrival] = Object.entries(arrivals).find(([, { to }]) => to === box) ?? [];
  const expenses = state.expenses.map((one) => ({
    estado:
      box === state.box || arrival === undefined
        ? one.estado
        : String(nextOf(state, one, arrival as ExpenseCase['type'], profile)),
    hasReceipt: one.hasReceipt,
  }));
  return shown(box, expenses);
}

function onRecording(state: JointState, category: ExpenseKind, profile: ProfileId): Verdict {
  const box = nextBoxOf(state, 'EXPENSE.RECORD', profile);
  if (typeof box !== 'string') return box;
  const estado = category === 'maintenance' ? 'unreviewedMaintenance' : 'unreviewed';
  return shown(box, [...state.expenses, { estado, hasReceipt: false }]);
}

/** What the state machines say. */
function verdictOf(state: JointState, event: CaseEvent, machines: DomainMachines): Verdict {
  const after = caseAfter(caseOf(exampleWorld, state), event, machines);
  if (!after.ok) return after.motivos.map(({ guardia }) => guardia).toSorted();
  const expenses = [...after.next.expenses.values()].map(({ estado, context }) => ({
    estado: expenseStateOf(estado),
    hasReceipt: context.hasReceipt,
  }));
  return shown(boxStateOf(after.next.active), expenses);
}

/** Every event of a state, by every profile, with what the tables say. */
function* questionsIn(state: JointState): Generator<[CaseEvent, Verdict]> {
  for (const profile of everyProfileId) {
    const signed = (event: object) => ({ ...event, actor: actorOf(profile) });
    for (const category of expenseKinds) {
      const facts = factsIn(exampleWorld, { category, hasReceipt: false });
      const event = signed({ type: 'EXPENSE.RECORD', facts });
      yield [
        { type: 'record', idGasto: 99, event } as CaseEvent,
        onRecording(state, category, profile),
      ];
    }
    for (const fixture of everyBoxFixture) {
      const event = signed(fixture.event(exampleWorld));
      yield [{ type: 'box', idGasto: null, event } as CaseEvent, onBox(state, fixture, profile)];
    }
    for (const [index, expense] of state.expenses.entries())
      for (const fixture of everyExpenseFixture) {
        const event = signed(fixture.event(exampleWorld, expense.category));
        yield [
          { type: 'expense', idGasto: index + 1, event } as CaseEvent,
          onExpense(state, expense, fixture, profile),
        ];
      }
  }
}

/** Yields each difference between the machines and the tables in the states of paths. */
export function* misjudged(
  machines: DomainMachines,
  paths: Iterable<readonly Edge[]>,
): Generator<string> {
  const states = [start, ...[...paths].flat().map(({ next }) => next)];
  for (const [key, state] of new Map(states.map((one) => [abstractionOf(one), one])))
    for (const [request, written] of questionsIn(state)) {
      const found = JSON.stringify(verdictOf(state, request, machines));
      if (found !== JSON.stringify(written))
        yield `${key}: ${JSON.stringify(request)}: ${found}, written ${JSON.stringify(written)}`;
    }
}

/** The first difference on the paths that the machines generate; an expense that its box leaves behind is one. */
export function misjudgedTour(machines: DomainMachines): string | undefined {
  try {
    const { value } = misjudged(machines, pathsToStates(machines, exampleWorld)).next();
    return value === undefined ? undefined : String(value);
  } catch (error) {
    return String(error);
  }
}
