/**
 * Aggregate of a box and its expenses: the only module that moves a box and then its expenses. The server persists the
 * moves, the replay compares them with the log, and the browser checks whether an event is allowed.
 * Pure: no clock, no I/O.
 */
import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  initialTransition,
  transition,
} from 'xstate';
import {
  type BoxContext,
  type BoxEvent,
  type BoxFacts,
  type BoxGuard,
  boxGuards,
  boxMachine,
  chartsVersion,
  explainBox,
} from '../box/box.machine.ts';
import {
  arrivals,
  expenseMachine,
  expenseValueOf,
  explainExpense,
  isConsequence,
} from '../expense/expense.machine.ts';
import {
  type ExpenseContext,
  type ExpenseCommand,
  type ExpenseEvent,
  type ExpenseGuard,
  expenseGuards,
} from '../expense/expense-guards.ts';
import { type Guard, type Intention, isFormOnly, predicatesOf } from '../explain.ts';
import { approvedTotalOf } from '../fund/fund.ts';
import { countsAsPaid, isFollowed, owedOf, shortfallOf, amountsOf } from './box-money.ts';
import {
  explainOwed,
  type OwedContext,
  type OwedEvent,
  type OwedGuard,
  owedGuards,
  owedMachine,
} from '../payment/owed.machine.ts';
import {
  explainPayment,
  type PaymentContext,
  type PaymentEvent,
  type PaymentGuard,
  paymentGuards,
  paymentMachine,
} from '../payment/payment.machine.ts';
import type { PaymentStateName } from '../payment/payment-states.ts';
import type { Person } from '../people/profiles.ts';
import {
  type BoxStateName,
  boxStateOf,
  boxStates,
  type ExpenseStateName,
  expenseStateOf,
  expenseStates,
} from '../stages/states.ts';
import type { FailedGuard } from '#contract/errors.ts';

export interface CaseExpense {
  /** Stored code. */
  estado: number;
  context: ExpenseContext;
  /** Settled centavos of the part that was not granted; absent: none. */
  saldado?: number;
}

/** The payment of a closed box, or of a movement of a fund. */
export interface CasePayment {
  state: PaymentStateName;
  context: PaymentContext;
}

export interface BoxCase {
  /** Stored code of the box. */
  active: number;
  /** By id, without removed expenses. */
  expenses: ReadonlyMap<number, CaseExpense>;
  /** Absent in a replay until an event sets one. */
  facts?: BoxFacts;
  /** 1: closed, and its payment is followed; absent or 0: once closed, the box counts as paid. */
  seguida?: 0 | 1;
  /** Centavos of its payment that were kept back to lower the base of the fund; absent: none. */
  retenido?: number;
  /** Who owes what is not granted; absent in a replay. */
  debtor?: number | null;
  /** Null or absent before the closing, when nothing was granted, and when payments are not followed. */
  payment?: CasePayment | null;
}

/** The store records an expense; `facts` is its initial context in the state machine. */
interface Recording {
  type: 'EXPENSE.RECORD';
  actor: Person;
  facts: ExpenseContext;
}

export type BoxSend = Exclude<BoxEvent, { type: 'EXPENSE.RECORD' }>;

/** An event sent to a case: for the box (`idGasto` null), for one of its expenses, or for a new expense. */
export type CaseEvent =
  | { type: 'box'; idGasto: null; event: BoxSend }
  | { type: 'expense'; idGasto: number; event: ExpenseCommand }
  | { type: 'record'; idGasto: number; event: Recording }
  /** Events of the payment of a closed box, and of the amount owed for one of its expenses. */
  | { type: 'payment'; idGasto: null; event: PaymentEvent }
  | { type: 'owed'; idGasto: number; event: OwedEvent };

/** A row for the event log: the box or expense, the event, and the stored states before and after. */
export interface Move {
  /** Null for a move of the box. */
  idGasto: number | null;
  event: BoxEvent | ExpenseEvent | PaymentEvent | OwedEvent;
  /**
   * State names; a new expense starts at 'recording', a deleted one ends at 'removed'. Events of payments and of
   * amounts owed do not change the state.
   */
  from: string;
  to: string;
  /** Stored code after the move; null once the expense is removed. */
  codigo: number | null;
}

export interface CaseAfter {
  ok: true;
  next: BoxCase;
  /**
   * In order: the move of the box, then those of the expenses whose stored state changes. An expense with the same
   * stored state has no move: its outer state follows the box.
   */
  moves: readonly [Move, ...Move[]];
}

/** `kind` is `rule` (422) when only form guards fail, else `state` (409). */
export interface Refused {
  ok: false;
  kind: 'rule' | 'state';
  motivos: FailedGuard[];
}

/** The state machines that a case asks; tests may replace them. */
export const domainMachines = {
  box: boxMachine as AnyStateMachine,
  expense: expenseMachine as AnyStateMachine,
  payment: paymentMachine,
  owed: owedMachine,
};

export type DomainMachines = typeof domainMachines;

/** The guards of each machine. */
export const domainGuards = {
  box: boxGuards as Record<BoxGuard, Guard<BoxContext, BoxEvent>>,
  expense: expenseGuards as Record<ExpenseGuard, Guard<ExpenseContext, ExpenseEvent>>,
  payment: paymentGuards as Record<PaymentGuard, Guard<PaymentContext, PaymentEvent>>,
  owed: owedGuards as Record<OwedGuard, Guard<OwedContext, OwedEvent>>,
};

export type DomainGuards = typeof domainGuards;

/** Version of the rules, written with every event of the log. */
export const rulesVersion = Object.values(domainGuards)
  .flatMap((guards) => Object.values<{ since?: number }>(guards))
  .reduce((last, { since = 1 }) => Math.max(last, since), chartsVersion);

/**
 * The state machines of a version of the rules, which do not ask the guards that are newer. An action that a version
 * changes is provided here under its name, for the versions before.
 */
export const machinesOf = (version: number, guards = domainGuards): DomainMachines => ({
  box: boxMachine.provide({ guards: predicatesOf(guards.box, version) }),
  expense: expenseMachine.provide({ guards: predicatesOf(guards.expense, version) }),
  payment: paymentMachine.provide({ guards: predicatesOf(guards.payment, version) }),
  owed: owedMachine.provide({ guards: predicatesOf(guards.owed, version) }),
});

/** A new box: open and without expenses. */
export const emptyCase: BoxCase = { active: boxStates.open.codigo, expenses: new Map() };

export const boxContextOf = ({ expenses, facts }: Omit<BoxCase, 'active'>): BoxContext => ({
  ...facts,
  expenses: [...expenses].map(([id, { estado, context }]) => ({
    id,
    estado,
    needsMaintenance: context.needsMaintenance,
    hasReceipt: context.hasReceipt,
  })),
});

const boxSnapshot = (before: BoxCase, { box }: DomainMachines): AnyMachineSnapshot =>
  box.resolveState({ value: boxStateOf(before.active), context: boxContextOf(before) });

const expenseSnapshot = (
  { active, facts }: BoxCase,
  { estado, context }: CaseExpense,
  { expense }: DomainMachines,
): AnyMachineSnapshot =>
  expense.resolveState({
    value: expenseValueOf(active, estado),
    context: { ...context, deciders: facts?.deciders, excess: facts?.excess },
  });

/** The stored state of an expense snapshot; 'removed' for a deleted expense. */
const storedStateOf = ({ value }: AnyMachineSnapshot): ExpenseStateName | 'removed' =>
  typeof value === 'string'
    ? 'removed'
    : (Object.values(value as Record<string, ExpenseStateName>)[0] ?? 'removed');

const refused = (guards: Record<string, { asks: string }>, motivos: FailedGuard[]): Refused => ({
  ok: false,
  kind: isFormOnly(guards, motivos) ? 'rule' : 'state',
  motivos,
});

const notAllowed = (guardia: string, mensaje: string): Refused => ({
  ok: false,
  kind: 'state',
  motivos: [{ guardia, mensaje }],
});

const withExpense = (before: BoxCase, id: number, expense: CaseExpense | null): BoxCase => {
  const expenses = new Map(before.expenses);
  if (expense === null) expenses.delete(id);
  else expenses.set(id, expense);
  return { ...before, expenses };
};

/** Null when the state machine refuses the event. */
function moveExpense(
  snapshot: AnyMachineSnapshot,
  [idGasto, before]: readonly [number, CaseExpense],
  event: ExpenseEvent,
): { expense: CaseExpense | null; move: Move } | null {
  if (!snapshot.can(event)) return null;
  const [next] = transition(snapshot.machine, snapshot, event);
  const to = storedStateOf(next);
  const codigo = to === 'removed' ? null : expenseStates[to].codigo;
  return {
    expense: codigo === null ? null : { ...before, estado: codigo, context: next.context },
    move: { idGasto, event, from: expenseStateOf(before.estado), to, codigo },
  };
}

function afterBox(before: BoxCase, event: BoxEvent, machines: DomainMachines): CaseAfter | Refused {
  const snapshot = boxSnapshot(before, machines);
  if (!snapshot.can(event)) return refused(boxGuards, explainBox(snapshot, event));
  const [after] = transition(machines.box, snapshot, event);
  const { expenses: _, ...facts }: BoxContext = after.context;
  const [from, to] = [boxStateOf(before.active), after.value as BoxStateName];
  const { codigo } = boxStates[to];
  const expenses = new Map(before.expenses);
  const moves: [Move, ...Move[]] = [{ idGasto: null, event, from, to, codigo }];
  if (to !== from && to !== 'open')
    for (const entry of before.expenses) {
      const arrival = { type: arrivals[to], actor: event.actor };
      const moved = moveExpense(expenseSnapshot(before, entry[1], machines), entry, arrival);
      if (!moved?.expense) throw new RangeError(`expense ${entry[0]} refuses ${arrival.type}`);
      expenses.set(entry[0], moved.expense);
      if (moved.move.from !== moved.move.to) moves.push(moved.move);
    }
  const next = {
    ...before,
    facts,
    active: codigo,
    expenses,
    ...(event.type === 'BOX.SEND_FINAL' && followed(event.seguida === true, expenses)),
  };
  return { ok: true, next, moves };
}

/** Payment fields after the closing: a followed box with a granted value waits for its payment. */
function followed(
  isFollowed: boolean,
  expenses: BoxCase['expenses'],
): Pick<BoxCase, 'seguida' | 'payment'> {
  const granted = approvedTotalOf(amountsOf({ expenses }));
  if (!isFollowed || granted === 0) return { seguida: isFollowed ? 1 : 0, payment: null };
  return { seguida: 1, payment: waitingPayment(granted) };
}

/** A payment that is in no batch yet. @param granted centavos */
export const waitingPayment = (granted: number): CasePayment => ({
  state: 'waiting',
  context: { granted, preparedBy: null, account: null, confirmed: null, proposal: null },
});

/** Refusal for a box without a payment: not closed, nothing granted, or counted as paid. */
const noPayment = notAllowed('stateAllows', 'Esta caja no tiene un giro pendiente.');

/** Applies an event to a payment, whatever is paid. @param machine of another version of the rules in a replay */
export function paymentAfter(
  { state, context }: CasePayment,
  event: PaymentEvent,
  machine: typeof paymentMachine = paymentMachine,
): { ok: true; next: CasePayment } | Refused {
  const snapshot = machine.resolveState({ value: state, context });
  if (!snapshot.can(event)) return refused(paymentGuards, explainPayment(snapshot, event));
  const [next] = transition(machine, snapshot, event);
  return { ok: true, next: { state: next.value, context: next.context } };
}

function afterPayment(
  before: BoxCase,
  event: PaymentEvent,
  machines: DomainMachines,
): CaseAfter | Refused {
  if (!before.payment) return noPayment;
  const after = paymentAfter(before.payment, event, machines.payment);
  if (!after.ok) return after;
  const here = boxStateOf(before.active);
  return {
    ok: true,
    next: {
      ...before,
      payment: after.next,
      ...(event.type === 'PAYMENT.KEEP_BACK' && {
        retenido: (before.retenido ?? 0) + event.valor,
      }),
    },
    moves: [{ idGasto: null, event, from: here, to: here, codigo: before.active }],
  };
}

function afterOwed(
  before: BoxCase,
  idGasto: number,
  event: OwedEvent,
  machines: DomainMachines,
): CaseAfter | Refused {
  const expense = before.expenses.get(idGasto);
  if (expense === undefined) return noSuchExpense;
  const owed = owedOf(before, expense);
  const snapshot = machines.owed.resolveState({
    value: owed > 0 ? 'owed' : 'settled',
    context: {
      owed,
      isClosed: isFollowed(before),
      countsAsPaid: countsAsPaid(before),
      ...(before.debtor !== undefined && { debtor: before.debtor }),
    },
  });
  if (!snapshot.can(event)) return refused(owedGuards, explainOwed(snapshot, event));
  const [next] = transition(machines.owed, snapshot, event);
  const saldado = shortfallOf(expense) - next.context.owed;
  const here = expenseStateOf(expense.estado);
  return {
    ok: true,
    next: withExpense(before, idGasto, { ...expense, saldado }),
    moves: [{ idGasto, event, from: here, to: here, codigo: expense.estado }],
  };
}

function afterRecording(
  before: BoxCase,
  idGasto: number,
  { actor, facts }: Recording,
  machines: DomainMachines,
): CaseAfter | Refused {
  const [first] = initialTransition(machines.expense as typeof expenseMachine, facts);
  const to = storedStateOf(first) as ExpenseStateName;
  const { codigo: estado } = expenseStates[to];
  const { needsMaintenance, hasReceipt } = facts;
  const event = {
    type: 'EXPENSE.RECORD',
    actor,
    expense: { id: idGasto, estado, needsMaintenance, hasReceipt },
  } as const;
  const snapshot = boxSnapshot(before, machines);
  if (!snapshot.can(event)) return refused(boxGuards, explainBox(snapshot, event));
  const [after] = transition(machines.box, snapshot, event);
  const held: BoxContext = after.context;
  const expenses = new Map(
    held.expenses.map((one) => [
      one.id,
      before.expenses.get(one.id) ?? { estado: one.estado, context: facts },
    ]),
  );
  return {
    ok: true,
    next: { ...before, expenses },
    moves: [{ idGasto, event, from: 'recording', to, codigo: estado }],
  };
}

const noSuchExpense = notAllowed('expenseIsInBox', 'El gasto ya no está.');

/** Refusal of a consequence, which only the send of its box can trigger. */
const consequenceRefusal = notAllowed(
  'stateAllows',
  'El estado actual del gasto no permite esta acción.',
);

/**
 * Applies an event to a case: returns the next case with its moves, or the failing guards.
 *
 * @param machines of another version of the rules in a replay; tests may replace them
 * @throws RangeError on an unknown stored code, and when an expense refuses the arrival of its box
 */
export function caseAfter(
  before: BoxCase,
  { type, idGasto, event }: CaseEvent,
  machines: DomainMachines = domainMachines,
): CaseAfter | Refused {
  if (type === 'box') return afterBox(before, event, machines);
  if (type === 'record') return afterRecording(before, idGasto, event, machines);
  if (type === 'payment') return afterPayment(before, event, machines);
  if (type === 'owed') return afterOwed(before, idGasto, event, machines);
  const expense = before.expenses.get(idGasto);
  if (expense === undefined) return noSuchExpense;
  if (isConsequence(event.type)) return consequenceRefusal;
  const snapshot = expenseSnapshot(before, expense, machines);
  const moved = moveExpense(snapshot, [idGasto, expense], event);
  if (moved === null) return refused(expenseGuards, explainExpense(snapshot, event));
  return { ok: true, next: withExpense(before, idGasto, moved.expense), moves: [moved.move] };
}

/** An event whose form is not filled in yet. */
type CaseIntention =
  | { type: 'box'; idGasto: null; event: Intention<BoxEvent> }
  | { type: 'expense'; idGasto: number; event: Intention<ExpenseCommand> };

/**
 * The failing guards of an event; empty when it is allowed. Moves nothing, since the answers that a screen holds may be
 * of different moments.
 *
 * @param isFilledIn false: only the guards that no form input can satisfy
 */
export function refusalsOf(
  before: BoxCase,
  { type, idGasto, event }: CaseIntention | Extract<CaseEvent, { type: CaseIntention['type'] }>,
  isFilledIn = true,
): FailedGuard[] {
  if (type === 'box') return explainBox(boxSnapshot(before, domainMachines), event, isFilledIn);
  const expense = before.expenses.get(idGasto);
  return expense === undefined
    ? noSuchExpense.motivos
    : explainExpense(expenseSnapshot(before, expense, domainMachines), event, isFilledIn);
}

export const refusalsOfIntention = (before: BoxCase, intention: CaseIntention): FailedGuard[] =>
  refusalsOf(before, intention, false);
