import { useState } from 'react';
import { useLocation, useParams, useSearchParams } from 'react-router-dom';
import { type CatalogueTable, catalogueTables } from '#contract/calls/reference.calls.ts';
import { originParam, pathTo, pendingExpenseParam, queuedExpenseParam } from './paths.ts';

const idIn = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0);

/**
 * The id that stands in the address: `useIdParam('idCaja')`. What is no id becomes 0, which nothing
 * has: the server then answers as for anything that does not exist.
 */
export const useIdParam = (name: string): number => idIn(useParams()[name] ?? '');

/** The record that a form is for; null for a new one, whose address has no id. */
export function useRecordId(name: string): number | null {
  const text = useParams()[name];
  return text === undefined ? null : idIn(text);
}

function useNamedExpense(name: string): number | null {
  const [parameters] = useSearchParams();
  const text = parameters.get(name) ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** The expense whose receipt is missing, named in the address of the expense form; null for a new one. */
export const usePendingExpense = () => useNamedExpense(pendingExpenseParam);

/** The rejected expense that is recorded again, named there too; null for any other one. */
export const useOrigin = () => useNamedExpense(originParam);

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

const parameter = 'lista';

/** The address of one list. */
export const cataloguePath = (tabla: CatalogueTable): string =>
  `${pathTo('catalogos')}?${parameter}=${tabla}`;

/** The list that the address names; the first one when it names none. */
export function useCatalogue(): CatalogueTable {
  const [query] = useSearchParams();
  const named = query.get(parameter);
  return catalogueTables.find((tabla) => tabla === named) ?? 'categoria_gasto';
}
