/** Compares the allowed events after a step with the result of sending every event as every profile. */
import { describe, expect, test } from 'vitest';
import { allowedAfter } from '#machines/domain/history/workflow-box.ts';
import { type CaseEvent, caseAfter } from '#machines/domain/case/box-case.ts';
import { type ProfileId, profiles } from '#machines/domain/people/profiles.ts';
import { firstStep, type Step } from '#machines/domain/history/replay.ts';
import { exampleWorld } from '#tests/kit/domain-fixtures.ts';
import {
  abstractionOf,
  caseOf,
  domainMachines,
  everyBoxFixture,
  everyExpenseFixture,
  factsIn,
  type JointState,
} from '#tests/kit/domain-joint.ts';
import { walkOf } from '#tests/kit/domain-paths.ts';

const everyProfile = Object.keys(profiles).map(Number) as ProfileId[];

/** Every state on the generated paths. */
const states: JointState[] = [
  ...new Map(
    walkOf(domainMachines, exampleWorld)
      .scenarios.flat()
      .map(({ next }) => [abstractionOf(next), next]),
  ).values(),
];

const stepOf = (state: JointState): Step => ({ ...firstStep, ...caseOf(exampleWorld, state) });

/** Accepted events with their profiles, found by sending every fixture. */
function foundBySending(state: JointState): string[] {
  const before = caseOf(exampleWorld, state);
  const found = new Set<string>();
  for (const profile of everyProfile) {
    const send = (type: CaseEvent['type'], idGasto: number | null, event: { type: string }) => {
      const asked = { type, idGasto, event: { ...event, actor: { id: 0, profile } } } as CaseEvent;
      if (caseAfter(before, asked).ok)
        found.add(`${type === 'expense' ? idGasto : '-'} ${event.type} ${profile}`);
    };
    for (const fixture of everyBoxFixture) send('box', null, fixture.event(exampleWorld));
    const facts = factsIn(exampleWorld, { category: 'plain', hasReceipt: false });
    const recording = { type: 'EXPENSE.RECORD', facts };
    send('record', 9, recording);
    state.expenses.forEach((one, index) => {
      for (const fixture of everyExpenseFixture)
        send('expense', index + 1, fixture.event(exampleWorld, one.category));
    });
  }
  return [...found].toSorted();
}

describe('the allowed events', () => {
  test('are those that the state machine accepts, in every state on the generated paths', () => {
    expect(states.length).toBeGreaterThan(50);
    for (const state of states) {
      const reported = allowedAfter(stepOf(state)).flatMap(({ id_gasto, evento, perfiles }) =>
        perfiles.map((profile) => `${id_gasto ?? '-'} ${evento} ${profile}`),
      );
      expect([abstractionOf(state), reported.toSorted()]).toEqual([
        abstractionOf(state),
        foundBySending(state),
      ]);
    }
  });

  test('of a new box are only to record an expense, by the store or the coordinator', () => {
    expect(allowedAfter(firstStep)).toEqual([
      { id_gasto: null, evento: 'EXPENSE.RECORD', perfiles: [2, 4] },
    ]);
  });

  test('of a closed box are none', () => {
    const closed = states.filter(({ box }) => box === 'closed');
    expect(closed.length).toBeGreaterThan(0);
    for (const state of closed) expect(allowedAfter(stepOf(state))).toEqual([]);
  });
});
