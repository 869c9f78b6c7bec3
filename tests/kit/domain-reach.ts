/** What the two domain machines, searched together, can come to, and what they accept there from whom. */
import { type CaseEvent, caseAfter } from '#machines/domain/box/box-case.ts';
import type { Person, ProfileId } from '#machines/domain/people/profiles.ts';
import type { BoxStateName, ExpenseStateName } from '#machines/domain/box/states.ts';
import { exampleWorld } from './domain-fixtures.ts';
import {
  caseOf,
  everyBoxFixture,
  everyExpenseFixture,
  factsIn,
  type JointState,
} from './domain-joint.ts';

export const everyProfileId: readonly ProfileId[] = [1, 2, 3, 4, 5, 6, 7, 8];

/** An event that the state machine takes from somebody, and where. */
export interface AcceptedEvent {
  type: CaseEvent['event']['type'];
  fixture: string;
  box: BoxStateName;
  /** The state of the expense; null for what happens to the box. */
  expense: ExpenseStateName | null;
}

/** What the state machine accepts from one person in one state, tried with every payload that a person could send. */
export function acceptedFrom(state: JointState, actor: Person): AcceptedEvent[] {
  const now = caseOf(exampleWorld, state);
  const { box } = state;
  const facts = factsIn(exampleWorld, { category: 'plain', hasReceipt: false });
  const isAccepted = (type: CaseEvent['type'], idGasto: number | null, event: object) =>
    caseAfter(now, { type, idGasto, event: { ...event, actor } } as CaseEvent).ok;
  const records = isAccepted('record', 0, { type: 'EXPENSE.RECORD', facts })
    ? [{ type: 'EXPENSE.RECORD' as const, fixture: 'record', box, expense: null }]
    : [];
  const sends = everyBoxFixture.flatMap(({ name, event: make }) => {
    const event = make(exampleWorld);
    return isAccepted('box', null, event)
      ? [{ type: event.type, fixture: name, box, expense: null }]
      : [];
  });
  const changes = state.expenses.flatMap((expense, index) =>
    everyExpenseFixture.flatMap(({ name, event: make }) => {
      const event = make(exampleWorld, expense.category);
      return isAccepted('expense', index + 1, event)
        ? [{ type: event.type, fixture: name, box, expense: expense.estado }]
        : [];
    }),
  );
  return [...records, ...sends, ...changes];
}
