/** Selectors of a box on a screen that sends it, or its papers. */
import type { DateText } from '#machines/domain/dates.ts';
import type { Change } from '../changes.ts';
import { accountOfBox, expenseRowsOf } from '../expenses/expense-facts.ts';
import { isForbidden } from '../flow.selectors.ts';
import type { Problem } from '../result.ts';
import { boxChanges, boxMovedBy, type ShownBox } from './box-changes.ts';

interface BoxSnapshot<Facts = ShownBox> {
  context: { facts: Facts | null; before: Facts | null; problem: Problem | null };
  hasTag(tag: 'loading' | 'forbidden'): boolean;
  matches(state: 'failedToLoad' | 'failedToSend'): boolean;
}

export const isLoading = (snapshot: BoxSnapshot) => snapshot.hasTag('loading');
export const failedToLoad = (snapshot: BoxSnapshot) =>
  snapshot.matches('failedToLoad') || isForbidden(snapshot);
/** RETRY or BACK. */
export const failedToSend = (snapshot: BoxSnapshot) => snapshot.matches('failedToSend');
/** Null until the first load. */
export const factsOf = <Facts>({ context }: { context: { facts: Facts } }): Facts => context.facts;
export const expensesOf = ({ context }: BoxSnapshot) => expenseRowsOf(context.facts?.rows ?? []);
export const accountOf = ({ context }: BoxSnapshot) => accountOfBox(context.facts);
/** The last problem; also over a box that was loaded again after a refusal. */
export const problemOf = ({ context }: BoxSnapshot) => context.problem;
/** Lists what somebody else changed in the box while it was about to be sent. */
export const changesOf = ({ context: { before, facts } }: BoxSnapshot): Change[] =>
  before === null || facts === null ? [] : boxChanges(before, facts);
/** Returns who moved it, and when; empty when nobody did. */
export const changeAuthorOf = ({ context: { before, facts } }: BoxSnapshot, today: DateText) =>
  before === null || facts === null ? '' : boxMovedBy(before, facts, today);
