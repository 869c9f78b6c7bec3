import { describe, expect, test } from 'vitest';
import { explainOwed, owedMachine } from '#machines/domain/payment/owed.machine.ts';
import { explainPayment, paymentMachine } from '#machines/domain/payment/payment.machine.ts';
import { mutantsOf } from './mutants.ts';
import { mismatchesOf, owedRows, paymentRows, reasonMismatchesOf } from './payment-truth.ts';

describe.each([
  ['payment', paymentMachine, paymentRows, explainPayment, 35],
  ['owed', owedMachine, owedRows, explainOwed, 20],
] as const)('the machine %s', (_, machine, rows, explain, atLeast) => {
  const mismatches = mismatchesOf(rows);

  test('takes what its table says, and nothing else', () => {
    expect([...mismatches(machine)]).toEqual([]);
  });

  test('says why it refuses', () => {
    expect([...reasonMismatchesOf(machine, rows, explain)]).toEqual([]);
  });

  test('has no guard, transition, action or target whose loss the table does not notice', () => {
    const mutants = [...mutantsOf(machine)];
    expect(mutants.length).toBeGreaterThan(atLeast);
    const survivors = mutants.filter((one) => mismatches(one.machine, one).next().done);
    expect(survivors.map(({ name }) => name)).toEqual([]);
  });
});
