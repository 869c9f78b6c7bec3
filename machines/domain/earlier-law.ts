/** The law as it was: an event of the log is judged by the one that wrote it. */
import { domainLaws, type Laws } from './box-case.ts';
import { expenseMachine } from './expense.machine.ts';
import { splitOf } from './expense-guards.ts';
import { itemisationTotal } from './itemisation.ts';
import { takesReimbursement } from './reimbursement.ts';

const always = () => true;

/**
 * Version 1 granted the whole value where the field was empty, took a reimbursement above the value, and
 * skipped the balance for whatever expense was split to one of the six categories.
 */
const first = expenseMachine.provide({
  guards: {
    reimbursementIsGiven: always,
    reimbursementIsPositive: always,
    reimbursementIsWithinValue: always,
    reimbursementIsSettled: always,
    itemisationIsWithinGranted: always,
    itemisationIsBalanced: ({ context, event }) => {
      const split = splitOf(event);
      return (
        split === null ||
        takesReimbursement(split.categorias) ||
        itemisationTotal(split) === context.valor
      );
    },
  },
});

/** @param version as the log keeps it, `boxMachineVersion` when the event was written */
export const lawsOf = (version: string): Laws =>
  Number(version) < 2 ? { ...domainLaws, expense: first } : domainLaws;
