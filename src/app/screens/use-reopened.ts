import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { queuedExpenseParam } from './paths.ts';

/** State of the address of a reopened expense: the sentence of the server. */
export interface ReopenedState {
  refusal: string;
}

export interface Reopened extends ReopenedState {
  clave: string;
}

/**
 * The refused expense of the queue that is opened again, with the sentence of the server; null for any other form. It
 * stays the same while the address goes on to the upload of the expense.
 */
export function useReopened(): Reopened | null {
  const [parameters] = useSearchParams();
  const state = useLocation().state as ReopenedState | null;
  const [reopened, setReopened] = useState<Reopened | null>(null);
  const clave = parameters.get(queuedExpenseParam) ?? '';
  if (!/^[\da-f]{32}$/.test(clave) || clave === reopened?.clave) return reopened;
  const named = { clave, refusal: state?.refusal ?? '' };
  setReopened(named);
  return named;
}
