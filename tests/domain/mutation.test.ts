import { describe, expect, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { boxMachine } from '#machines/domain/box/box.machine.ts';
import { domainMachines } from '#machines/domain/case/box-case.ts';
import { expenseMachine } from '#machines/domain/expense/expense.machine.ts';
import { boxMismatches } from './box-truth.ts';
import { expenseMismatches } from './expense-truth.ts';
import { mutantsOf } from './mutants.ts';
import { misjudgedTour } from './path-judge.ts';

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

/** One change each; tests/flows/path-mutants.test.ts has four of the flows. */
const onThePaths = {
  box: [
    'open BOX.SEND #0 without everyExpenseHasReceipt',
    'supervision BOX.SEND_SUPERVISOR #0 gone',
    'finalAccounting BOX.PAPERS_RECEIVED #0 without actorIsAccounting',
  ],
  expense: [
    'maintenance.maintenanceRejected BOX.ENTERED_PRELIMINARY #0 gone',
    'supervision.supervisorApproved BOX.ENTERED_MAINTENANCE #0 without needsMaintenance',
    'maintenance.pendingMaintenance MAINTENANCE.APPROVE #0 without observationIsGiven',
    'finalAccounting.finalRejected FINAL.APPROVE #0 gone',
    'preliminary.accountingRejected EXPENSE.CORRECT #0 to recording',
  ],
} as const;

describe('the generated paths alone detect', { timeout: 90_000 }, () => {
  test.each(
    (['box', 'expense'] as const).flatMap((kind) =>
      onThePaths[kind].map((name) => [kind, name] as const),
    ),
  )('%s: %s', (kind, name) => {
    const mutant = [...mutantsOf(domainMachines[kind])].find((one) => one.name === name);
    expect(mutant).toBeDefined();
    expect(misjudgedTour({ ...domainMachines, [kind]: mutant?.machine })).toBeDefined();
  });
});
