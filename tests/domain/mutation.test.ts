import { describe, expect, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { boxMachine } from '#machines/domain/box/box.machine.ts';
import { expenseMachine } from '#machines/domain/expense/expense.machine.ts';
import { boxMismatches } from './box-truth.ts';
import { expenseMismatches } from './expense-truth.ts';
import { mutantsOf } from './mutants.ts';

type Mismatches = typeof expenseMismatches;

/** A mutant survives when no row of its state and event detects it. */
const survivorsOf = (machine: AnyStateMachine, mismatches: Mismatches) =>
  [...mutantsOf(machine)]
    .filter((mutant) => mismatches(mutant.machine, mutant).next().done)
    .map(({ name }) => name);

describe('the tables detect every changed guard, transition, action and target', () => {
  test.each([
    ['box', boxMachine, boxMismatches, 30],
    ['expense', expenseMachine, expenseMismatches, 200],
  ] as const)('%s', { timeout: 90_000 }, (_, machine, mismatches, atLeast) => {
    expect([...mutantsOf(machine)].length).toBeGreaterThan(atLeast);
    expect(survivorsOf(machine, mismatches)).toEqual([]);
  });
});
