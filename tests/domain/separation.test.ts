/** Nobody decides what he or she recorded, in whatever profile and on whatever path. */
import { describe, expect, test } from 'vitest';
import type { ExpenseEvent } from '#machines/domain/expense-guards.ts';
import { decideExpense } from '#machines/domain/law.ts';
import type { ProfileId } from '#machines/domain/permissions.ts';
import { expenseStates } from '#machines/domain/states.ts';
import { actorOf, exampleWorld } from '#tests/kit/domain-fixtures.ts';
import { everyExpenseFixture, expenseContextOf, type JointState } from '#tests/kit/domain-joint.ts';
import { everyJointState } from '#tests/kit/domain-reach.ts';

const decisions = everyExpenseFixture.filter(({ event }) =>
  /^(SUPERVISOR|MAINTENANCE|ACCOUNTING|FINAL)\./.test(event(exampleWorld, 'plain').type),
);

const profiles: readonly ProfileId[] = [1, 2, 3, 4, 5, 6, 7, 8];

/** Accepted decisions on the one expense, by a person and in a profile. */
function acceptedBy(state: JointState, id: number, profile: ProfileId): string[] {
  return state.expenses.flatMap((expense) =>
    decisions.flatMap(({ name, event }) => {
      const move = event(exampleWorld, expense.category);
      const context = expenseContextOf(exampleWorld, state.box, expense);
      const actor = { id, profile };
      const full = { ...move, actor } as ExpenseEvent;
      const decided = decideExpense(expenseStates[expense.estado].codigo, context, full);
      return decided.ok ? [`${expense.estado} in ${state.box}: ${move.type} ${name}`] : [];
    }),
  );
}

describe('recording and deciding are two persons', () => {
  const states = everyJointState();
  const recorder = actorOf(2).id;

  test('in every state that a box can come to', () => {
    expect(states.length).toBeGreaterThan(80);
    expect(
      states.flatMap((state) =>
        profiles.flatMap((profile) => acceptedBy(state, recorder, profile)),
      ),
    ).toEqual([]);
  });

  test('while another person may decide in each of the four stages', () => {
    const accepted = states.flatMap((state) =>
      profiles.flatMap((profile) => acceptedBy(state, recorder + 1000, profile)),
    );
    const stages = new Set(accepted.map((title) => title.split(' ')[3]?.split('.')[0]));
    expect(stages).toEqual(new Set(['SUPERVISOR', 'MAINTENANCE', 'ACCOUNTING', 'FINAL']));
  });
});
