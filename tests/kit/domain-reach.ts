/** Reachable states of the two domain machines together, and the events accepted in each, by actor. */
import { type CaseEvent, caseAfter } from '#machines/domain/case/box-case.ts';
import type { Person, ProfileId } from '#machines/domain/people/profiles.ts';
import type { BoxStateName, ExpenseStateName } from '#machines/domain/stages/states.ts';
import { exampleWorld } from './domain-fixtures.ts';
import {
  caseOf,
  everyBoxFixture,
  everyExpenseFixture,
  factsIn,
  type JointState,
} from './domain-joint.ts';

export const everyProfileId: readonly ProfileId[] = [1, 2, 3, 4, 5, 6, 7, 8];

/** An event that the state machine accepts, and the state. */
export interface AcceptedEvent {
  type: CaseEvent['event']['type'];
  fixture: string;
  box: BoxStateName;
  /** The state of the expense; null for an event of the box. */
  expense: ExpenseStateName | null;
}

/** Events that the state machine accepts from an actor in a state, tried with every payload of the fixtures. */
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
