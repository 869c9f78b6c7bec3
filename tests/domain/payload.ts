import type { ExpenseContext } from '#machines/domain/expense/expense-guards.ts';
import type { BoxStateName } from '#machines/domain/box/states.ts';

/** What an event may carry, and which guards refuse it. */
export interface ExpensePayload {
  name: string;
  event: Record<string, unknown>;
  context?: Partial<ExpenseContext>;
  refusedBy: readonly string[];
  /** What an accepted event writes into the context. */
  keeps?: Partial<ExpenseContext>;
  /** What differs from that while the box is in a state. */
  keepsIn?: Partial<Record<BoxStateName, Partial<ExpenseContext>>>;
  /** Guards that refuse it in a state of the box alone. */
  refusedIn?: Partial<Record<BoxStateName, readonly string[]>>;
}

/** The first one is faultless. */
export type Payloads = readonly [ExpensePayload, ...ExpensePayload[]];

export const ok = { observacion: 'Revisado', id_rechazo: null };
export const silent = { observacion: '', id_rechazo: null };
export const blank = { observacion: ' \n\t ', id_rechazo: null };
export const reasoned = { observacion: 'No corresponde', id_rechazo: 1 };
export const reasonedInSilence = { observacion: '   ', id_rechazo: 1 };
