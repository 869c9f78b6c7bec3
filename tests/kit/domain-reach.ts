/** What the two domain machines, searched together, can come to, and what they accept there from whom. */
import type { BoxEvent } from '#machines/domain/box.machine.ts';
import type { ExpenseEvent } from '#machines/domain/expense-guards.ts';
import { decideBox, decideExpense } from '#machines/domain/law.ts';
import type { Actor, ProfileId } from '#machines/domain/permissions.ts';
import {
  type BoxStateName,
  boxStates,
  type ExpenseStateName,
  expenseStates,
} from '#machines/domain/states.ts';
import { exampleWorld } from './domain-fixtures.ts';
import {
  boxContextOf,
  everyBoxFixture,
  everyExpenseFixture,
  expenseContextOf,
  type JointState,
} from './domain-joint.ts';

export const everyProfileId: readonly ProfileId[] = [1, 2, 3, 4, 5, 6, 7, 8];

/** An event that the law takes from somebody, and where. */
export interface AcceptedEvent {
  type: BoxEvent['type'] | ExpenseEvent['type'];
  fixture: string;
  box: BoxStateName;
  /** The state of the expense; null for what happens to the box. */
  expense: ExpenseStateName | null;
}

const recording = { id: 0, estado: 0, needsMaintenance: false, hasSupport: false };

/** What the law accepts from one person in one state, tried with every payload that a person could send. */
export function acceptedFrom(state: JointState, actor: Actor): AcceptedEvent[] {
  const { box } = state;
  const sends = [
    { name: 'record', event: { type: 'EXPENSE.RECORD', expense: recording } as const },
    ...everyBoxFixture.map(({ name, event }) => ({ name, event: event(exampleWorld) })),
  ].flatMap(({ name, event }) =>
    decideBox(boxStates[box].codigo, boxContextOf(state), { ...event, actor } as BoxEvent).ok
      ? [{ type: event.type, fixture: name, box, expense: null }]
      : [],
  );
  const changes = state.expenses.flatMap((expense) =>
    everyExpenseFixture.flatMap(({ name, event }) => {
      const move = { ...event(exampleWorld, expense.category), actor } as ExpenseEvent;
      const context = expenseContextOf(exampleWorld, box, expense);
      return decideExpense(expenseStates[expense.estado].codigo, context, move).ok
        ? [{ type: move.type, fixture: name, box, expense: expense.estado }]
        : [];
    }),
  );
  return [...sends, ...changes];
}
