import { describe, expect, test } from 'vitest';
import { boxMachine, explainBox } from '#machines/domain/box/box.machine.ts';
import { expenseMachine, explainExpense } from '#machines/domain/expense/expense.machine.ts';
import { boxMismatches, boxReasonMismatches } from './box-truth.ts';
import { expenseMismatches, expenseReasonMismatches } from './expense-truth.ts';

/** Tens of thousands of rows take seconds, and more on a machine that is busy with other suites. */
const patience = { timeout: 90_000 };

/** The first mismatches, enough for a diagnosis. */
const few = (mismatches: Iterable<string>): string[] => [...mismatches].slice(0, 20);

describe('the machines match the tables', () => {
  test('box: every state, event, profile, content and payload', patience, () => {
    expect(few(boxMismatches(boxMachine))).toEqual([]);
  });

  test('expense: every state, event, profile, box and payload', patience, () => {
    expect(few(expenseMismatches(expenseMachine))).toEqual([]);
  });
});

describe('the reasons match the tables, and are empty exactly for allowed events', () => {
  test('box', patience, () => {
    expect(few(boxReasonMismatches(boxMachine, explainBox))).toEqual([]);
  });

  test('expense', patience, () => {
    expect(few(expenseReasonMismatches(expenseMachine, explainExpense))).toEqual([]);
  });
});
