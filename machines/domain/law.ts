/**
 * The one door to the domain machines: from a stored row to "may this happen, and what then". Browser,
 * server, audit and tests all ask here.
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
  boxGuardFacts,
  boxMachine,
  explainBox,
} from './box.machine.ts';
import { expenseMachine, explainExpense } from './expense.machine.ts';
import { type ExpenseContext, type ExpenseEvent, expenseGuardFacts } from './expense-guards.ts';
import type { GuardFacts, Refusal } from './explain.ts';
import {
  type BoxStateName,
  boxStateOf,
  boxStates,
  type ExpenseStateName,
  expenseStateOf,
  expenseStates,
} from './states.ts';

/** What an accepted event makes of the row; `codigo` is null when the object is gone. */
export interface Accepted<Context> {
  ok: true;
  codigo: number | null;
  context: Context;
}

/** `kind` is `rule` when only things the person can fill in are missing (422), else `state` (409). */
export interface Refused {
  ok: false;
  kind: GuardFacts['kind'];
  motivos: Refusal[];
}

const refusal = (facts: Record<string, Pick<GuardFacts, 'kind'>>, motivos: Refusal[]): Refused => ({
  ok: false,
  kind: motivos.every(({ guardia }) => facts[guardia]?.kind === 'rule') ? 'rule' : 'state',
  motivos,
});

/** The snapshot of a stored box. @throws RangeError on a code that no state bears */
export const boxSnapshot = (active: number, context: BoxContext, machine = boxMachine) =>
  machine.resolveState({ value: boxStateOf(active), context });

/** The snapshot of a stored expense. @throws RangeError on a code that no state bears */
export const expenseSnapshot = (
  estado: number,
  context: ExpenseContext,
  machine = expenseMachine,
) => machine.resolveState({ value: expenseStateOf(estado), context });

const codeOf = <Name extends string>(
  table: Record<Name, { codigo: number }>,
  snapshot: AnyMachineSnapshot,
): number | null => table[snapshot.value as Name]?.codigo ?? null;

/** Asks the law of the box: the event is accepted, with the next code, or refused, with the reasons. */
export function decideBox(
  active: number,
  context: BoxContext,
  event: BoxEvent,
  machine: AnyStateMachine = boxMachine,
): Accepted<BoxContext> | Refused {
  const snapshot = boxSnapshot(active, context, machine as typeof boxMachine);
  if (!snapshot.can(event)) return refusal(boxGuardFacts, explainBox(snapshot, event));
  const [next] = transition(machine as typeof boxMachine, snapshot, event);
  return { ok: true, codigo: codeOf<BoxStateName>(boxStates, next), context: next.context };
}

/**
 * Asks the law of the expense. `codigo` is null once it is removed.
 *
 * @param law an earlier one, for an event of its time
 */
export function decideExpense(
  estado: number,
  context: ExpenseContext,
  event: ExpenseEvent,
  machine: AnyStateMachine = expenseMachine,
): Accepted<ExpenseContext> | Refused {
  const snapshot = expenseSnapshot(estado, context, machine as typeof expenseMachine);
  if (!snapshot.can(event)) return refusal(expenseGuardFacts, explainExpense(snapshot, event));
  const [next] = transition(machine as typeof expenseMachine, snapshot, event);
  return { ok: true, codigo: codeOf<ExpenseStateName>(expenseStates, next), context: next.context };
}

/** The first code of an expense that is being recorded. */
export function firstExpenseCode(
  context: ExpenseContext,
  machine: AnyStateMachine = expenseMachine,
): number {
  const [first] = initialTransition(machine as typeof expenseMachine, context);
  return expenseStates[first.value as ExpenseStateName].codigo;
}
