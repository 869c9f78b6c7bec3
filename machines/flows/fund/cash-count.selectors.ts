/** Selectors of the cash counts of a store. */
import type { SnapshotFrom } from 'xstate';
import { successes } from '#contract/errors.ts';
import type { CashCounts, cashCountMachine } from './cash-count.machine.ts';

export type CashCountSnapshot = SnapshotFrom<typeof cashCountMachine>;
export type CashCount = CashCounts['arqueos'][number];

/** Null before they came; those of before while they come again. */
export const countsOf = ({ context }: CashCountSnapshot): CashCounts | null => context.counts;
/** The sentence of success; null while there is none. */
export const noticeOf = (snapshot: CashCountSnapshot): string | null =>
  snapshot.matches({ shown: 'saved' }) ? successes.saved : null;
/** The count that was saved last from here; null before. */
export const lastSavedIdOf = ({ context }: CashCountSnapshot): number | null =>
  context.saved?.[0]?.id_arqueo ?? null;
