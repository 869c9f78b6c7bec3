import type { ExpenseContext } from '#machines/domain/expense/expense-guards.ts';
import type { BoxStateName } from '#machines/domain/stages/states.ts';

/** A payload of an event with the guards that refuse it. */
export interface ExpensePayload {
  name: string;
  event: Record<string, unknown>;
  context?: Partial<ExpenseContext>;
  refusedBy: readonly string[];
  /** What an accepted event writes into the context. */
  keeps?: Partial<ExpenseContext>;
  /** Differences from `keeps` in a box state. */
  keepsIn?: Partial<Record<BoxStateName, Partial<ExpenseContext>>>;
  /** Further guards that refuse it in a box state. */
  refusedIn?: Partial<Record<BoxStateName, readonly string[]>>;
}

/** The first payload is valid. */
export type Payloads = readonly [ExpensePayload, ...ExpensePayload[]];

export const ok = { observacion: 'Revisado', id_rechazo: null };
export const silent = { observacion: '', id_rechazo: null };
export const blank = { observacion: ' \n\t ', id_rechazo: null };
export const reasoned = { observacion: 'No corresponde', id_rechazo: 1 };
export const reasonedInSilence = { observacion: '   ', id_rechazo: 1 };
