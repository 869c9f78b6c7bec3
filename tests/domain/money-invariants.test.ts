/**
 * Limits of money as properties over all sequences of events. All reachable states of one expense are searched:
 * every amount at and next to a limit, every relevant category, every split. Then random walks cover stores with
 * several boxes. Without any one guard of the expense, some property must fail.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CaseEvent, caseAfter, domainMachines } from '#machines/domain/case/box-case.ts';
import { expenseMachine } from '#machines/domain/expense/expense.machine.ts';
import type { ExpenseContext, ExpenseCommand } from '#machines/domain/expense/expense-guards.ts';
import { approvedTotalOf, excessOf, fundOf, totalOf } from '#machines/domain/fund/fund.ts';
import type { Person } from '#machines/domain/people/profiles.ts';
import {
  type BoxStateName,
  boxStateOf,
  boxStates,
  isRejected,
} from '#machines/domain/stages/states.ts';
import { tried } from '#tests/kit/cases.ts';

const cap = 15_000_00;
const capped = [16, 36, 55, 67, 89, 108];

const store: Person = { id: 2, profile: 2 };
const supervisor: Person = { id: 3, profile: 3 };
const maintenance: Person = { id: 5, profile: 5 };
const accounting: Person = { id: 6, profile: 6 };
const yes = { observacion: 'Revisado', id_rechazo: null };
const no = { observacion: 'No corresponde', id_rechazo: 1 };

type Machine = typeof expenseMachine;

/** An expense with the state of its box. */
interface State {
  box: BoxStateName;
  estado: number;
  context: ExpenseContext;
}

/** The send of each box state. */
const sends = {
  open: { type: 'BOX.SEND', actor: store },
  supervision: { type: 'BOX.SEND_SUPERVISOR', actor: supervisor },
  maintenance: { type: 'BOX.SEND_MAINTENANCE', actor: maintenance },
  preliminary: { type: 'BOX.SEND_PRELIMINARY', actor: accounting },
  readyToShip: { type: 'BOX.SHIP', actor: store, empresa: 'Motorizado', codigo: '' },
  finalAccounting: { type: 'BOX.SEND_FINAL', actor: accounting },
  closed: undefined,
} as const;

const around = (...amounts: number[]): number[] => [
  ...new Set(amounts.flatMap((one) => [one - 1, one, one + 1]).filter((one) => one >= 0)),
];

const splitInto = (total: number, categoria: number) => ({
  indicador: 1,
  tipo_persona: 'PJ',
  categorias: [categoria],
  valores: [total],
  impuestos: [1],
});

/** All valid and invalid events that concern money. */
function eventsOn({ valor, reembolsar }: ExpenseContext): ExpenseCommand[] {
  const splits = around(valor, reembolsar ?? valor, cap, 999_999_999_00).flatMap((total) =>
    [1, 16, 36].map((categoria) => splitInto(total, categoria)),
  );
  return [
    ...[null, ...around(1, valor, cap)].map(
      (given) =>
        ({ type: 'SUPERVISOR.APPROVE', actor: supervisor, ...yes, reembolsar: given }) as const,
    ),
    { type: 'SUPERVISOR.REJECT', actor: supervisor, ...no },
    { type: 'MAINTENANCE.APPROVE', actor: maintenance, ...yes },
    { type: 'MAINTENANCE.REJECT', actor: maintenance, ...no },
    ...splits.flatMap((desglose): ExpenseCommand[] => [
      { type: 'EXPENSE.ITEMISE', actor: accounting, desglose },
      { type: 'ACCOUNTING.APPROVE', actor: accounting, ...yes, desglose },
      { type: 'ACCOUNTING.REJECT', actor: accounting, ...no, desglose },
    ]),
    { type: 'EXPENSE.ITEMISE', actor: accounting, desglose: null },
    { type: 'ACCOUNTING.REJECT', actor: accounting, ...no, desglose: null },
    { type: 'FINAL.APPROVE', actor: accounting, ...yes },
    { type: 'FINAL.REJECT', actor: accounting, ...no },
  ];
}

/** The expense after its event or a send of its box, which has no other expense; null when refused. */
function after({ box, estado, context }: State, event: CaseEvent, machine: Machine): State | null {
  const before = { active: boxStates[box].codigo, expenses: new Map([[1, { estado, context }]]) };
  const moved = caseAfter(before, event, { ...domainMachines, expense: machine });
  const now = moved.ok ? moved.next.expenses.get(1) : undefined;
  return moved.ok && now !== undefined ? { ...now, box: boxStateOf(moved.next.active) } : null;
}

const fired = (state: State, event: ExpenseCommand, machine: Machine): State | null =>
  after(state, { type: 'expense', idGasto: 1, event }, machine);

function nextOf(state: State, machine: Machine): State[] {
  const changed = eventsOn(state.context).map((event) => fired(state, event, machine));
  const event = sends[state.box];
  const sent = event && after(state, { type: 'box', idGasto: null, event }, machine);
  return [...changed, sent ?? null].filter((one) => one !== null);
}

const recorded = (valor: number, categoryIds: number[], needsMaintenance: boolean): State => {
  const context: ExpenseContext = {
    needsMaintenance,
    hasReceipt: true,
    recordedBy: store.id,
    categoryIds,
    valor,
    reembolsar: null,
    offeredInvoices: [],
  };
  return { box: 'open', estado: needsMaintenance ? 2 : 1, context };
};

const beginnings: readonly State[] = [1, cap, cap + 1, 20_000_00].flatMap((valor) =>
  [[1], [16], [16, 36]].flatMap((categories) =>
    [false, true].map((needsMaintenance) => recorded(valor, categories, needsMaintenance)),
  ),
);

/** Every reachable state of an expense. */
function* reachable(machine: Machine): Generator<State> {
  const found = new Set<string>();
  const queue = [...beginnings];
  for (const state of queue) {
    const key = JSON.stringify(state);
    if (found.has(key)) continue;
    found.add(key);
    yield state;
    queue.push(...nextOf(state, machine));
  }
}

const isCapped = ({
  context: {
    categoryIds: [only, ...others],
  },
}: State): boolean => others.length === 0 && capped.includes(only ?? 0);

/** True if the supervisor, or maintenance instead, approved the expense. */
const wasApproved = ({ box, estado }: State): boolean =>
  !['open', 'supervision'].includes(box) && ![1, 2, 13].includes(estado) && !isRejected(estado);

const granted = ({ context: { valor, reembolsar } }: State): number => reembolsar ?? valor;

const invariants: Record<string, (state: State) => boolean> = {
  'what is reimbursed is more than nothing and at most the value': ({ context }) =>
    context.reembolsar === null || (context.reembolsar > 0 && context.reembolsar <= context.valor),
  'what is reimbursed is at most the cap': ({ context }) => (context.reembolsar ?? 0) <= cap,
  'only an expense of a single capped category is reimbursed with another value': (state) =>
    state.context.reembolsar === null || isCapped(state),
  'what was approved of a capped category is at most the cap': (state) =>
    !isCapped(state) || !wasApproved(state) || granted(state) <= cap,
  'a split is at most what was granted': (state) => (state.context.itemised ?? 0) <= granted(state),
  'a split is the value, unless the expense was recorded under a capped category': (state) =>
    isCapped(state) || [undefined, state.context.valor].includes(state.context.itemised),
};

/** Stops at the first state that violates a property. */
function someBreaks(machine: Machine): boolean {
  for (const state of reachable(machine))
    if (Object.values(invariants).some((holds) => !holds(state))) return true;
  return false;
}

describe('in every reachable state of an expense', () => {
  const states = [...reachable(expenseMachine)];

  test.each(Object.entries(invariants))('%s', (_, holds) => {
    tried(states.length);
    expect(states.filter((state) => !holds(state)).slice(0, 3)).toEqual([]);
  });

  test('the search reaches the limits', () => {
    expect(states.length).toBeGreaterThan(500);
    expect(states.some((state) => isCapped(state) && state.context.reembolsar === cap)).toBe(true);
    expect(states.some(({ box, estado }) => box === 'closed' && estado === 15)).toBe(true);
    expect(states.some(({ box, estado }) => box === 'preliminary' && estado === 9)).toBe(true);
    expect(states.some((state) => state.context.itemised === granted(state))).toBe(true);
  });

  const always = () => true;
  test.each([
    'reimbursementIsAllowed',
    'reimbursementIsGiven',
    'reimbursementIsPositive',
    'reimbursementIsWithinCap',
    'reimbursementIsWithinValue',
    'reimbursementIsSettled',
    'itemisationIsBalanced',
    'itemisationIsWithinGranted',
  ] as const)('some property fails without %s', (guard) => {
    expect(someBreaks(expenseMachine.provide({ guards: { [guard]: always } }))).toBe(true);
  });
});

/** A store with its boxes, which move as on the server. */
class Shop {
  readonly base: number;
  readonly forbids: boolean;
  readonly boxes: { active: number; expenses: State[] }[] = [{ active: 0, expenses: [] }];

  constructor(base: number, forbids: boolean) {
    this.base = base;
    this.forbids = forbids;
  }

  amounts = ({ expenses }: { expenses: State[] }) =>
    expenses.map(({ estado, context: { valor, reembolsar } }) => ({ estado, valor, reembolsar }));

  fund() {
    return fundOf(
      this.base,
      this.boxes.map((box) => ({ active: box.active, total: totalOf(this.amounts(box)) })),
    );
  }

  /** The box as the input of the state machine. */
  private caseOf({ active, expenses }: { active: number; expenses: State[] }, added = 0) {
    const excess = excessOf(this.fund().disponible, added);
    return {
      active,
      expenses: new Map(expenses.entries()),
      ...(this.forbids && { facts: { excess } }),
    };
  }

  record(valor: number, category: number): void {
    const box = this.boxes.at(-1);
    const one = recorded(valor, [category], false);
    const event = { type: 'EXPENSE.RECORD', actor: store, facts: one.context } as const;
    const recording = { type: 'record', idGasto: 99, event } as const;
    if (box && caseAfter(this.caseOf(box, valor), recording).ok) box.expenses.push(one);
  }

  /** Sends the box on from its current state. */
  send(index: number): void {
    const box = this.boxes[index % this.boxes.length];
    const event = box && sends[boxStateOf(box.active)];
    if (box === undefined || event === undefined) return;
    const after = caseAfter(this.caseOf(box), { type: 'box', idGasto: null, event });
    if (!after.ok) return;
    const wasOpen = box.active === 0;
    box.active = after.next.active;
    box.expenses = box.expenses.map((state, id) => ({
      ...state,
      estado: after.next.expenses.get(id)?.estado ?? -1,
    }));
    if (wasOpen) this.boxes.push({ active: 0, expenses: [] });
  }

  decide(index: number, choice: number): void {
    const box = this.boxes[index % this.boxes.length];
    if (box === undefined) return;
    const accepted = (state: State) =>
      eventsOn(state.context).filter((event) => this.fire(box, state, event) !== null);
    this.onEach(box, (state) => {
      const events = accepted(state);
      return events[choice % Math.max(events.length, 1)];
    });
  }

  private fire = (box: { active: number }, state: State, event: ExpenseCommand) =>
    fired({ ...state, box: boxStateOf(box.active) }, event, expenseMachine);

  private onEach(
    box: { active: number; expenses: State[] },
    eventOf: (state: State) => ExpenseCommand | undefined,
  ): void {
    box.expenses = box.expenses.map((state) => {
      const event = eventOf(state);
      return (event && this.fire(box, state, event)) ?? state;
    });
  }
}

type Step =
  | { kind: 'record'; valor: number; category: number }
  | { kind: 'send' | 'decide'; at: number; choice: number };

const steps = fc.array(
  fc.oneof(
    fc.record<Step & { kind: 'record' }>({
      kind: fc.constant('record'),
      valor: fc.oneof(fc.integer({ min: 1, max: 200_000_00 }), fc.constant(999_999_999_00)),
      category: fc.constantFrom(1, 16),
    }),
    fc.record({
      kind: fc.constantFrom('send' as const, 'decide' as const),
      at: fc.nat(9),
      choice: fc.nat(99),
    }),
  ),
  { minLength: 10, maxLength: 60 },
);

function walk(shop: Shop, taken: readonly Step[], check: () => void): void {
  for (const step of taken) {
    if (step.kind === 'record') shop.record(step.valor, step.category);
    else if (step.kind === 'send') shop.send(step.at);
    else shop.decide(step.at, step.choice);
    check();
  }
}

describe('in every store, after every step', () => {
  const base = fc.integer({ min: 0, max: 2_000_000_00 });

  test('the fund adds up to its base and no box is approved above its total', () => {
    fc.assert(
      fc.property(base, fc.boolean(), steps, (amount, forbids, taken) => {
        const shop = new Shop(amount, forbids);
        walk(shop, taken, () => {
          const { current, reembolso, disponible } = shop.fund();
          expect(current + reembolso + disponible).toBe(amount);
          for (const box of shop.boxes.map(shop.amounts))
            expect(approvedTotalOf(box)).toBeLessThanOrEqual(totalOf(box));
        });
      }),
      { numRuns: 150 },
    );
  });

  test('the boxes never exceed the fund if an overdraft is forbidden', () => {
    fc.assert(
      fc.property(base, steps, (amount, taken) => {
        const shop = new Shop(amount, true);
        walk(shop, taken, () => expect(shop.fund().disponible).toBeGreaterThanOrEqual(0));
      }),
      { numRuns: 150 },
    );
  });

  test('the boxes can exceed the fund if an overdraft is allowed', () => {
    const shop = new Shop(2_000_000_00, false);
    shop.record(999_999_999_00, 1);
    shop.send(0);
    expect(shop.boxes[0]?.active).toBe(2);
    expect(shop.fund().porcentaje).toBe(-49_900);
    const strict = new Shop(2_000_000_00, true);
    strict.record(999_999_999_00, 1);
    expect(strict.boxes[0]?.expenses).toEqual([]);
  });
});
