import { getShortestPaths } from '@xstate/graph';
import { describe, expect, test } from 'vitest';
import {
  countAfter,
  type CountContext,
  type CountEvent,
  countMachine,
  explainCount,
} from '#machines/domain/fund/count.machine.ts';
import type { Person } from '#machines/domain/people/profiles.ts';
import { countedBySupervisor, countRows } from './count-truth.ts';
import { mutantsOf } from './mutants.ts';
import { mismatchesOf, reasonMismatchesOf } from './payment-truth.ts';

describe('the machine count', () => {
  const mismatches = mismatchesOf(countRows);

  test('accepts exactly the events of its table', () => {
    expect([...mismatches(countMachine)]).toEqual([]);
  });

  test('explains its refusals', () => {
    expect([...reasonMismatchesOf(countMachine, countRows, explainCount)]).toEqual([]);
  });

  test('has no mutant that its table does not detect', () => {
    const mutants = [...mutantsOf(countMachine)];
    expect(mutants.length).toBeGreaterThan(30);
    const survivors = mutants.filter((one) => mismatches(one.machine, one).next().done);
    expect(survivors.map(({ name }) => name)).toEqual([]);
  });
});

test('accounting settles what a supervisor counted', () => {
  const accountant: Person = { id: 6, profile: 6 };
  const event = { type: 'COUNT.CHARGE', actor: accountant, motivo: 'No lo explicó' } as const;
  const context = countedBySupervisor as CountContext;
  expect(countAfter('withDifference', context, event)).toEqual({ state: 'settled' });
});

test('every state of a count has the expected shortest path', () => {
  const store: Person = { id: 2, profile: 2 };
  const accountant: Person = { id: 6, profile: 6 };
  const events: CountEvent[] = [
    { type: 'COUNT.SAVE', actor: store },
    { type: 'COUNT.EXPLAIN', actor: store, nota: 'Sin vale' },
    { type: 'COUNT.CHARGE', actor: accountant, motivo: 'No lo explicó' },
    { type: 'COUNT.HAND_OVER', actor: accountant, dia: '2026-06-17', referencia: '4471' },
    { type: 'COUNT.CORRECT', actor: accountant, motivo: 'Se contó mal' },
  ];
  const pathsFrom = (difference: number) =>
    Object.fromEntries(
      getShortestPaths(countMachine, {
        events,
        input: {
          difference,
          tolerance: 50_00,
          counter: store,
          custodian: 2,
          isExplained: true,
          hasOpenClaim: false,
          recountedBy: null,
          recountAgrees: false,
        },
      }).map(({ state, steps }) => [
        state.value,
        steps.slice(1).map(({ event }) => event.type.replace('COUNT.', '')),
      ]),
    );
  expect(pathsFrom(0)).toEqual({ counted: [], agrees: ['SAVE'] });
  expect(pathsFrom(-9_850_00)).toEqual({
    counted: [],
    withDifference: ['SAVE'],
    settled: ['SAVE', 'CHARGE'],
  });
  expect(pathsFrom(9_850_00)).toMatchObject({ settled: ['SAVE', 'HAND_OVER'] });
});
