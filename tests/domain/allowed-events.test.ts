/** What could be done after a step, against every event that a person could send, in every state of a box. */
import { describe, expect, test } from 'vitest';
import { allowedAfter } from '#machines/domain/allowed-events.ts';
import type { BoxEvent } from '#machines/domain/box.machine.ts';
import type { ExpenseEvent } from '#machines/domain/expense-guards.ts';
import { decideBox, decideExpense } from '#machines/domain/law.ts';
import { type ProfileId, profiles } from '#machines/domain/permissions.ts';
import { firstStep, type Step } from '#machines/domain/replay.ts';
import { boxStates, expenseStates } from '#machines/domain/states.ts';
import { exampleWorld } from '#tests/kit/domain-fixtures.ts';
import {
  abstractionOf,
  boxContextOf,
  domainLaws,
  everyBoxFixture,
  everyExpenseFixture,
  expenseContextOf,
  type JointState,
} from '#tests/kit/domain-joint.ts';
import { walkOf } from '#tests/kit/domain-paths.ts';

const everyProfile = Object.keys(profiles).map(Number) as ProfileId[];

/** Every state that the generated paths lead through. */
const states: JointState[] = [
  ...new Map(
    walkOf(domainLaws, exampleWorld)
      .scenarios.flat()
      .map(({ next }) => [abstractionOf(next), next]),
  ).values(),
];

const stepOf = (state: JointState): Step => ({
  ...firstStep,
  active: boxStates[state.box].codigo,
  expenses: new Map(
    state.expenses.map((expense, index) => [
      index + 1,
      {
        estado: expenseStates[expense.estado].codigo,
        context: expenseContextOf(exampleWorld, state.box, expense),
      },
    ]),
  ),
});

/** Who could do what, found by sending everything there is to send. */
function foundBySending(state: JointState): string[] {
  const active = boxStates[state.box].codigo;
  const found = new Set<string>();
  for (const profile of everyProfile) {
    const actor = { id: 0, profile };
    for (const fixture of everyBoxFixture) {
      const event = { ...fixture.event(exampleWorld), actor } as BoxEvent;
      if (decideBox(active, boxContextOf(state), event).ok) found.add(`- ${event.type} ${profile}`);
    }
    const expense = { id: 9, estado: 1, needsMaintenance: false, hasSupport: false };
    const recording = { type: 'EXPENSE.RECORD', actor, expense } as const;
    if (decideBox(active, boxContextOf(state), recording).ok)
      found.add(`- ${recording.type} ${profile}`);
    state.expenses.forEach((one, index) => {
      const context = expenseContextOf(exampleWorld, state.box, one);
      for (const fixture of everyExpenseFixture) {
        const event = { ...fixture.event(exampleWorld, one.category), actor } as ExpenseEvent;
        if (decideExpense(expenseStates[one.estado].codigo, context, event).ok)
          found.add(`${index + 1} ${event.type} ${profile}`);
      }
    });
  }
  return [...found].toSorted();
}

describe('what could be done', () => {
  test('is what the law takes of all that could be sent, in every state of the generated paths', () => {
    expect(states.length).toBeGreaterThan(50);
    for (const state of states) {
      const told = allowedAfter(stepOf(state)).flatMap(({ id_gasto, evento, perfiles }) =>
        perfiles.map((profile) => `${id_gasto ?? '-'} ${evento} ${profile}`),
      );
      expect([abstractionOf(state), told.toSorted()]).toEqual([
        abstractionOf(state),
        foundBySending(state),
      ]);
    }
  });

  test('in a new box is to record an expense, by the store or the coordinator', () => {
    expect(allowedAfter(firstStep)).toEqual([
      { id_gasto: null, evento: 'EXPENSE.RECORD', perfiles: [2, 4] },
    ]);
  });

  test('in a closed box is nothing', () => {
    const closed = states.filter(({ box }) => box === 'closed');
    expect(closed.length).toBeGreaterThan(0);
    for (const state of closed) expect(allowedAfter(stepOf(state))).toEqual([]);
  });
});
