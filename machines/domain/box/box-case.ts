/**
 * A box with its expenses, as one: the only place where "the box moves, then its expenses follow" is
 * written. The server persists the moves, the replay compares them with the log, the browser asks whether there
 * are any, the tests walk them. Pure: no clock, no I/O.
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
  boxGuards,
  boxMachine,
  explainBox,
} from './box.machine.ts';
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
  expenseGuards,
} from '../expense/expense-guards.ts';
import type { Intention } from '../explain.ts';
import { amountsOf, approvedTotalOf } from '../fund/fund.ts';
import { isFollowed, owedOf, shortfallOf } from '../fund/box-money.ts';
import { explainOwed, type OwedEvent, owedGuards, owedMachine } from '../payment/owed.machine.ts';
import {
  explainPayment,
  type PaymentContext,
  type PaymentEvent,
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
} from './states.ts';
import type { FailedGuard } from '#contract/errors.ts';

export interface CaseExpense {
  /** Stored code. */
  estado: number;
  context: ExpenseContext;
  /** Centavos of what is not granted that somebody settled; absent: none. */
  saldado?: number;
}

/** The money of a closed box on its way. */
export interface CasePayment {
  state: PaymentStateName;
  context: PaymentContext;
}

export interface BoxCase {
  /** Stored code of the box. */
  active: number;
  /** By id; removed expenses are gone. */
  expenses: ReadonlyMap<number, CaseExpense>;
  /** `excess` of `BoxContext`. */
  excess?: number;
  /** The people who may decide it where it is; absent: anybody of the profile. */
  deciders?: readonly number[] | undefined;
  /** `pdfUnread` of `BoxContext`. */
  pdfUnread?: boolean;
  /** Its papers have come. */
  hasPapers?: boolean;
  /** 1: closed, and its money is followed; absent or 0: once it is closed, its money is back in the fund. */
  seguida?: 0 | 1;
  /** Null or absent: before the closing, where nothing was granted, and where nobody follows. */
  payment?: CasePayment | null;
}

/** The store records an expense; `facts` is all that the state machine will know of it. */
interface Recording {
  type: 'EXPENSE.RECORD';
  actor: Person;
  facts: ExpenseContext;
}

export type BoxSend = Exclude<BoxEvent, { type: 'EXPENSE.RECORD' }>;

/** A request to a case: an event of the box (`idGasto` null), of one of its expenses, or a new one. */
export type CaseEvent =
  | { type: 'box'; idGasto: null; event: BoxSend }
  | { type: 'expense'; idGasto: number; event: ExpenseCommand }
  | { type: 'record'; idGasto: number; event: Recording }
  /** What becomes of the money of a closed box, and of what one of its expenses was not granted. */
  | { type: 'payment'; idGasto: null; event: PaymentEvent }
  | { type: 'owed'; idGasto: number; event: OwedEvent };

/** One row of the log to be: what moved, by which event, from which stored state to which. */
export interface Move {
  /** Null when the box moved. */
  idGasto: number | null;
  event: BoxEvent | ExpenseEvent | PaymentEvent | OwedEvent;
  /**
   * Names of states; a new expense comes from 'recording', a deleted one goes to 'removed'. Money moves neither box nor
   * expense.
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
   * In the order in which they happened: the box first, then the expenses whose stored state it changes. Those
   * that only wait somewhere else have no move of their own: their place is that of the box.
   */
  moves: readonly [Move, ...Move[]];
}

/** `kind` is `rule` when only things the person can fill in are missing (422), else `state` (409). */
export interface Refused {
  ok: false;
  kind: 'rule' | 'state';
  motivos: FailedGuard[];
}

/** The two machines; a test may put others in their place. */
export interface DomainMachines {
  box: AnyStateMachine;
  expense: AnyStateMachine;
}

export const domainMachines: DomainMachines = { box: boxMachine, expense: expenseMachine };

/** A new box: open, and nothing in it. */
export const emptyCase: BoxCase = { active: boxStates.open.codigo, expenses: new Map() };

/** The context of the box's machine. */
export const boxContextOf = ({
  expenses,
  excess = 0,
  deciders,
  pdfUnread,
  hasPapers,
}: Omit<BoxCase, 'active'>): BoxContext => ({
  excess,
  ...(deciders && { deciders }),
  ...(pdfUnread && { pdfUnread }),
  ...(hasPapers && { hasPapers }),
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
  { active, deciders, excess }: BoxCase,
  { estado, context }: CaseExpense,
  { expense }: DomainMachines,
): AnyMachineSnapshot =>
  expense.resolveState({
    value: expenseValueOf(active, estado),
    context: { ...context, ...(deciders && { deciders }), ...(excess && { excess }) },
  });

/** The stored state of an expense in the chart; 'removed' once it is gone. */
const storedStateOf = ({ value }: AnyMachineSnapshot): ExpenseStateName | 'removed' =>
  typeof value === 'string'
    ? 'removed'
    : (Object.values(value as Record<string, ExpenseStateName>)[0] ?? 'removed');

const isForm = (guards: Record<string, { asks: string }>, { guardia }: FailedGuard): boolean =>
  guards[guardia]?.asks === 'form';

/** Tells whether only things that the person can fill in keep an expense from an event. */
export const asksOfForm = (motivos: readonly FailedGuard[]): boolean =>
  motivos.every((motivo) => isForm(expenseGuards, motivo));

const refused = (guards: Record<string, { asks: string }>, motivos: FailedGuard[]): Refused => ({
  ok: false,
  kind: motivos.every((motivo) => isForm(guards, motivo)) ? 'rule' : 'state',
  motivos,
});

const withExpense = (before: BoxCase, id: number, expense: CaseExpense | null): BoxCase => {
  const expenses = new Map(before.expenses);
  if (expense === null) expenses.delete(id);
  else expenses.set(id, expense);
  return { ...before, expenses };
};

interface MovedExpense {
  expense: CaseExpense | null;
  move: Move;
}

/** Null when the state machine refuses. */
function moveExpense(
  snapshot: AnyMachineSnapshot,
  [idGasto, before]: readonly [number, CaseExpense],
  event: ExpenseEvent,
): MovedExpense | null {
  if (!snapshot.can(event)) return null;
  // A snapshot knows its machine, but not that it is the one beside it.
  const [next] = transition(snapshot.machine as typeof expenseMachine, snapshot as never, event);
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
  // As above.
  const [{ value }] = transition(machines.box as typeof boxMachine, snapshot as never, event);
  const [from, to] = [boxStateOf(before.active), value as BoxStateName];
  const { codigo } = boxStates[to];
  const expenses = new Map(before.expenses);
  const moves: [Move, ...Move[]] = [{ idGasto: null, event, from, to, codigo }];
  if (to !== from && to !== 'open')
    for (const entry of before.expenses) {
      const consequence = { type: arrivals[to], actor: event.actor };
      const moved = moveExpense(expenseSnapshot(before, entry[1], machines), entry, consequence);
      if (!moved?.expense || moved.move.from === moved.move.to) continue;
      expenses.set(entry[0], moved.expense);
      moves.push(moved.move);
    }
  const next = {
    ...before,
    active: codigo,
    expenses,
    ...(event.type === 'BOX.PDF_OPENED' && { pdfUnread: false }),
    ...(event.type === 'BOX.PAPERS_RECEIVED' && { hasPapers: true }),
    ...(event.type === 'BOX.SEND_FINAL' && followed(event.seguida === true, expenses)),
  };
  return { ok: true, next, moves };
}

/** What a closing makes of the money: a box that was granted something waits for its payment. */
function followed(
  isFollowed: boolean,
  expenses: BoxCase['expenses'],
): Pick<BoxCase, 'seguida' | 'payment'> {
  const granted = approvedTotalOf(amountsOf({ expenses }));
  if (!isFollowed || granted === 0) return { seguida: isFollowed ? 1 : 0, payment: null };
  return { seguida: 1, payment: waitingPayment(granted) };
}

/** A payment that nobody has prepared. @param granted centavos */
const waitingPayment = (granted: number): CasePayment => ({
  state: 'waiting',
  context: { granted, preparedBy: null, account: null },
});

/** Its box has no payment: it is not closed, was granted nothing, or counts as paid. */
const noPayment: Refused = {
  ok: false,
  kind: 'state',
  motivos: [{ guardia: 'stateAllows', mensaje: 'Esta caja no tiene un giro pendiente.' }],
};

function afterPayment(before: BoxCase, event: PaymentEvent): CaseAfter | Refused {
  if (!before.payment) return noPayment;
  const { state, context } = before.payment;
  const snapshot = paymentMachine.resolveState({ value: state, context });
  if (!snapshot.can(event)) return refused(paymentGuards, explainPayment(snapshot, event));
  const [next] = transition(paymentMachine, snapshot, event);
  const here = boxStateOf(before.active);
  return {
    ok: true,
    next: { ...before, payment: { state: next.value, context: next.context } },
    moves: [{ idGasto: null, event, from: here, to: here, codigo: before.active }],
  };
}

function afterOwed(before: BoxCase, idGasto: number, event: OwedEvent): CaseAfter | Refused {
  const expense = before.expenses.get(idGasto);
  if (expense === undefined) return noSuchExpense;
  const owed = owedOf(before, expense);
  const snapshot = owedMachine.resolveState({
    value: owed > 0 ? 'owed' : 'settled',
    context: { owed, isClosed: isFollowed(before) },
  });
  if (!snapshot.can(event)) return refused(owedGuards, explainOwed(snapshot, event));
  const [next] = transition(owedMachine, snapshot, event);
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
  return {
    ok: true,
    next: withExpense(before, idGasto, { estado, context: facts }),
    moves: [{ idGasto, event, from: 'recording', to, codigo: estado }],
  };
}

const noSuchExpense: Refused = {
  ok: false,
  kind: 'state',
  motivos: [{ guardia: 'expenseIsInBox', mensaje: 'El gasto ya no está.' }],
};

/** The refusal of a consequence: it happens with the send of its box, never by itself. */
const nobodysEvent: Refused = {
  ok: false,
  kind: 'state',
  motivos: [
    { guardia: 'stateAllows', mensaje: 'El estado actual del gasto no permite esta acción.' },
  ],
};

/**
 * The case after an event, with its moves, or the failing guards.
 *
 * @param machines the machines to ask; a test brings its own
 * @throws RangeError on a stored code that no state bears
 */
export function caseAfter(
  before: BoxCase,
  { type, idGasto, event }: CaseEvent,
  machines: DomainMachines = domainMachines,
): CaseAfter | Refused {
  if (type === 'box') return afterBox(before, event, machines);
  if (type === 'record') return afterRecording(before, idGasto, event, machines);
  if (type === 'payment') return afterPayment(before, event);
  if (type === 'owed') return afterOwed(before, idGasto, event);
  const expense = before.expenses.get(idGasto);
  if (expense === undefined) return noSuchExpense;
  if (isConsequence(event.type)) return nobodysEvent;
  const snapshot = expenseSnapshot(before, expense, machines);
  const moved = moveExpense(snapshot, [idGasto, expense], event);
  if (moved === null) return refused(expenseGuards, explainExpense(snapshot, event));
  return { ok: true, next: withExpense(before, idGasto, moved.expense), moves: [moved.move] };
}

/** The failing guards of an event; none when the state machine takes it. */
export function refusalsOf(before: BoxCase, event: CaseEvent): FailedGuard[] {
  const after = caseAfter(before, event);
  return after.ok ? [] : after.motivos;
}

/** A wish to do something, before any form is filled in. */
type CaseIntention =
  | { type: 'box'; idGasto: null; event: Intention<BoxEvent> }
  | { type: 'expense'; idGasto: number; event: Intention<ExpenseCommand> };

/** The reasons why a person cannot do something at all, whatever the form; empty when only the form may fail. */
export function refusalsOfIntention(
  before: BoxCase,
  { type, idGasto, event }: CaseIntention,
): FailedGuard[] {
  if (type === 'box') return explainBox(boxSnapshot(before, domainMachines), event, false);
  const expense = before.expenses.get(idGasto);
  return expense === undefined
    ? noSuchExpense.motivos
    : explainExpense(expenseSnapshot(before, expense, domainMachines), event, false);
}
