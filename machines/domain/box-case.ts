/**
 * A box with its expenses, as one: the only place where "the box moves, then its expenses follow" is
 * written. The server persists the moves, the replay folds them, the browser asks whether there are any,
 * the tests walk them. Pure: no clock, no I/O.
 */
import type { AnyStateMachine } from 'xstate';
import { type BoxContext, type BoxEvent, type BoxEventType, boxMachine } from './box.machine.ts';
import { expenseMachine } from './expense.machine.ts';
import type { ExpenseContext, ExpenseEvent, ExpenseEventType } from './expense-guards.ts';
import { decideBox, decideExpense, firstExpenseCode, type Refused } from './law.ts';
import type { Actor } from './permissions.ts';
import { boxStateOf, boxStates, expenseStateOf } from './states.ts';

/** What the law knows of an expense beside its code and its box; amounts in centavos. */
export type ExpenseFacts = Omit<ExpenseContext, 'boxState'>;

export interface CaseExpense {
  /** Stored code. */
  estado: number;
  context: ExpenseFacts;
}

export interface BoxCase {
  /** Stored code of the box. */
  active: number;
  /** By id; removed expenses are gone. */
  expenses: ReadonlyMap<number, CaseExpense>;
  /** Of `BoxContext`: what the event would take beyond the fund, where that is forbidden. */
  excess?: number;
}

/** The store records an expense; `facts` is all that the law will know of it. */
export interface Recording {
  type: 'EXPENSE.RECORD';
  actor: Actor;
  facts: ExpenseFacts;
}

/** What somebody asks of a case: an event of the box (`idGasto` null), of one of its expenses, or a new one. */
export type CaseEvent =
  | { type: 'box'; idGasto: null; event: Exclude<BoxEvent, { type: 'EXPENSE.RECORD' }> }
  | { type: 'expense'; idGasto: number; event: ExpenseEvent }
  | { type: 'record'; idGasto: number; event: Recording };

/** One row of the log to be: what moved, by which event, from which state to which. */
export interface Move {
  /** Null when the box moved. */
  idGasto: number | null;
  event: BoxEvent | ExpenseEvent;
  /** Names of states; a new expense comes from 'recording', a deleted one goes to 'removed'. */
  from: string;
  to: string;
  /** Stored code after the move; null once the expense is removed. */
  codigo: number | null;
}

export interface CaseAfter {
  ok: true;
  next: BoxCase;
  /** In the order in which they happened: the box first, then the expenses that follow it. */
  moves: readonly [Move, ...Move[]];
}

/** The two machines; a test may put altered ones in their place. */
export interface Laws {
  box: AnyStateMachine;
  expense: AnyStateMachine;
}

export const domainLaws: Laws = { box: boxMachine, expense: expenseMachine };

/** A new box: open, and nothing in it. */
export const emptyCase: BoxCase = { active: boxStates.open.codigo, expenses: new Map() };

/** What the machine of the box reads of the expenses. */
export const boxContextOf = ({ expenses, excess = 0 }: Omit<BoxCase, 'active'>): BoxContext => ({
  excess,
  expenses: [...expenses].map(([id, { estado, context }]) => ({
    id,
    estado,
    needsMaintenance: context.needsMaintenance,
    hasSupport: context.hasSupport,
  })),
});

/** What the machine of an expense reads of it. */
export const expenseContextOf = (
  { active }: Pick<BoxCase, 'active'>,
  { context }: CaseExpense,
): ExpenseContext => ({ ...context, boxState: boxStateOf(active) });

/** The expense event that follows from a box event: fired, once the box has moved, on each expense that takes it. */
const consequences = {
  'BOX.SEND_SUPERVISOR': 'BOX.ENTERED_MAINTENANCE',
  'BOX.SHIP': 'BOX.SHIPPED',
} as const satisfies Partial<Record<BoxEventType, ExpenseEventType>>;

/** Expense events that follow from a box event by themselves: nobody fires them. */
export type Consequence = (typeof consequences)[keyof typeof consequences];

const hasConsequence = (type: BoxEventType): type is keyof typeof consequences =>
  Object.hasOwn(consequences, type);

const withExpense = (before: BoxCase, id: number, expense: CaseExpense | null): BoxCase => {
  const expenses = new Map(before.expenses);
  if (expense === null) expenses.delete(id);
  else expenses.set(id, expense);
  return { ...before, expenses };
};

interface MovedExpense {
  ok: true;
  expense: CaseExpense | null;
  move: Move;
}

function moveExpense(
  before: BoxCase,
  [idGasto, expense]: readonly [number, CaseExpense],
  event: ExpenseEvent,
  laws: Laws,
): MovedExpense | Refused {
  const context = expenseContextOf(before, expense);
  const decided = decideExpense(expense.estado, context, event, laws.expense);
  if (!decided.ok) return decided;
  const { codigo } = decided;
  const { boxState: _, ...facts } = decided.context;
  const to = codigo === null ? 'removed' : expenseStateOf(codigo);
  return {
    ok: true,
    expense: codigo === null ? null : { estado: codigo, context: facts },
    move: { idGasto, event, from: expenseStateOf(expense.estado), to, codigo },
  };
}

function boxAfter(before: BoxCase, event: BoxEvent, laws: Laws): CaseAfter | Refused {
  const decided = decideBox(before.active, boxContextOf(before), event, laws.box);
  if (!decided.ok) return decided;
  const active = decided.codigo ?? before.active;
  const from = boxStateOf(before.active);
  const moves: [Move, ...Move[]] = [
    { idGasto: null, event, from, to: boxStateOf(active), codigo: active },
  ];
  let next: BoxCase = { ...before, active };
  if (hasConsequence(event.type)) {
    const expenses = new Map(next.expenses);
    for (const entry of before.expenses) {
      const consequence = { type: consequences[event.type], actor: event.actor };
      const moved = moveExpense(next, entry, consequence, laws);
      if (!moved.ok || moved.expense === null) continue;
      expenses.set(entry[0], moved.expense);
      moves.push(moved.move);
    }
    next = { ...next, expenses };
  }
  return { ok: true, next, moves };
}

function caseAfterRecording(
  before: BoxCase,
  idGasto: number,
  { actor, facts }: Recording,
  laws: Laws,
): CaseAfter | Refused {
  const expense: CaseExpense = { estado: 0, context: facts };
  const estado = firstExpenseCode(expenseContextOf(before, expense), laws.expense);
  const { needsMaintenance, hasSupport } = facts;
  const event = {
    type: 'EXPENSE.RECORD',
    actor,
    expense: { id: idGasto, estado, needsMaintenance, hasSupport },
  } as const;
  const decided = decideBox(before.active, boxContextOf(before), event, laws.box);
  if (!decided.ok) return decided;
  const to = expenseStateOf(estado);
  return {
    ok: true,
    next: withExpense(before, idGasto, { ...expense, estado }),
    moves: [{ idGasto, event, from: 'recording', to, codigo: estado }],
  };
}

const noSuchExpense: Refused = {
  ok: false,
  kind: 'state',
  motivos: [{ guardia: 'expenseIsInBox', mensaje: 'El gasto ya no está.' }],
};

/**
 * The case after an event, with its moves, or the failing guards.
 *
 * @param laws the machines to ask; the tests alter them
 * @throws RangeError on a stored code that no state bears
 */
export function caseAfter(
  before: BoxCase,
  { type, idGasto, event }: CaseEvent,
  laws: Laws = domainLaws,
): CaseAfter | Refused {
  if (type === 'box') return boxAfter(before, event, laws);
  if (type === 'record') return caseAfterRecording(before, idGasto, event, laws);
  const expense = before.expenses.get(idGasto);
  if (expense === undefined) return noSuchExpense;
  const moved = moveExpense(before, [idGasto, expense], event, laws);
  if (!moved.ok) return moved;
  return { ok: true, next: withExpense(before, idGasto, moved.expense), moves: [moved.move] };
}
