/**
 * The one door to the domain machines: from a stored row to "may this happen, and what then". Browser,
 * server, audit and tests all ask here.
 */
import { type AnyMachineSnapshot, initialTransition, transition } from 'xstate';
import {
  type BoxContext,
  type BoxEvent,
  type BoxEventType,
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
export const boxSnapshot = (active: number, context: BoxContext) =>
  boxMachine.resolveState({ value: boxStateOf(active), context });

/** The snapshot of a stored expense. @throws RangeError on a code that no state bears */
export const expenseSnapshot = (estado: number, context: ExpenseContext) =>
  expenseMachine.resolveState({ value: expenseStateOf(estado), context });

const codeOf = <Name extends string>(
  table: Record<Name, { codigo: number }>,
  snapshot: AnyMachineSnapshot,
): number | null => table[snapshot.value as Name]?.codigo ?? null;

/** Asks the law of the box: the event is accepted, with the next code, or refused, with the reasons. */
export function decideBox(
  active: number,
  context: BoxContext,
  event: BoxEvent,
): Accepted<BoxContext> | Refused {
  const snapshot = boxSnapshot(active, context);
  if (!snapshot.can(event)) return refusal(boxGuardFacts, explainBox(snapshot, event));
  const [next] = transition(boxMachine, snapshot, event);
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
  law = expenseMachine,
): Accepted<ExpenseContext> | Refused {
  const snapshot = law.resolveState({ value: expenseStateOf(estado), context });
  if (!snapshot.can(event)) return refusal(expenseGuardFacts, explainExpense(snapshot, event));
  const [next] = transition(law, snapshot, event);
  return { ok: true, codigo: codeOf<ExpenseStateName>(expenseStates, next), context: next.context };
}

/** The first code of an expense that is being recorded. */
export function firstExpenseCode(context: ExpenseContext): number {
  const [first] = initialTransition(expenseMachine, context);
  return expenseStates[first.value as ExpenseStateName].codigo;
}

/**
 * What a box event does to its expenses: fired, once the box has moved, on each of them; those whose
 * law does not take it stay as they are.
 */
const consequences: Partial<Record<BoxEventType, 'BOX.ENTERED_MAINTENANCE' | 'BOX.SHIPPED'>> = {
  'BOX.SEND_SUPERVISOR': 'BOX.ENTERED_MAINTENANCE',
  'BOX.SHIP': 'BOX.SHIPPED',
};

/** The expense event that follows from a box event, null when there is none. */
export function consequenceOf(event: BoxEvent): ExpenseEvent | null {
  const type = consequences[event.type];
  return type === undefined ? null : { type, actor: event.actor };
}
