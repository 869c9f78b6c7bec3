/** Selectors of a box on a screen that sends it, or its papers. */
import type { DateText } from '#machines/domain/values/dates.ts';
import type { Change } from '../steps/changes.ts';
import { accountOfBox, expenseRowsOf } from '../expenses/expense-facts.ts';
import { boxChanges, boxMovedBy, type ShownBox } from './box-changes.ts';

/** The problem is also that over a box that was loaded again after a refusal. */
export { isLoading, problemOf } from '../steps/flow.selectors.ts';

interface BoxSnapshot {
  context: { facts: ShownBox | null; before: ShownBox | null };
  matches(state: 'failedToSend'): boolean;
}

/** RETRY or BACK. */
export const failedToSend = (snapshot: BoxSnapshot) => snapshot.matches('failedToSend');
/** Null until the first load. */
export const factsOf = <Facts>({ context }: { context: { facts: Facts } }): Facts => context.facts;
export const expensesOf = ({ context }: BoxSnapshot) => expenseRowsOf(context.facts?.rows ?? []);
export const accountOf = ({ context }: BoxSnapshot) => accountOfBox(context.facts);
/** Lists what somebody else changed in the box while it was about to be sent. */
export const changesOf = ({ context: { before, facts } }: BoxSnapshot): Change[] =>
  before === null || facts === null ? [] : boxChanges(before, facts);
/** Returns who moved it, and when; empty when nobody did. */
export const changeAuthorOf = ({ context: { before, facts } }: BoxSnapshot, today: DateText) =>
  before === null || facts === null ? '' : boxMovedBy(before, facts, today);
