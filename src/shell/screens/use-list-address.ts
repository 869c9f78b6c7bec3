import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import type { ListQuery } from '#machines/flows/records/list.machine.ts';
import {
  originParam,
  pendingExpenseParam,
  queuedExpenseParam,
  wantedAuthoriserParam,
  wantedProfileParam,
} from './paths.ts';

/**
 * Calls `ask` when the query in the address changes; the flow starts with the first one.
 *
 * @param question the query in the address, compared as JSON
 */
export function useNewQuestion<Question>(
  question: Question,
  ask: (question: Question) => void,
): void {
  const text = JSON.stringify(question);
  const known = useRef(text);
  useEffect(() => {
    if (known.current === text) return;
    known.current = text;
    ask(question);
  });
}

/** The page, order and search of a list are in its address, so that they survive a reload and the way back. */
export interface ListQueryState<Query> {
  query: Query;
  goWith: (changes: ListQuery) => void;
}

const directions = ['asc', 'desc'] as const;

/** A positive integer of an address, up to the maximum that the call accepts. */
const numberIn = (text: string | null, max: number): number | undefined =>
  text !== null && /^[1-9]\d{0,6}$/.test(text) && Number(text) <= max ? Number(text) : undefined;

/**
 * Reads the address of a list; missing or invalid values come from `begins`.
 *
 * @param orders ids of the sortable columns
 */
function readListAddress<Query extends ListQuery>(
  address: URLSearchParams,
  begins: Query,
  orders: readonly string[],
): Query {
  const orden = orders.find((id) => id === address.get('orden'));
  const direccion = directions.find((one) => one === address.get('direccion'));
  const given: ListQuery = {
    pagina: numberIn(address.get('pagina'), 1_000_000),
    limite: numberIn(address.get('limite'), 100),
    ...(orden === undefined ? {} : { orden, direccion: direccion ?? 'asc' }),
    buscar: address.get('buscar')?.slice(0, 100) || undefined,
  };
  const stated = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...begins, ...Object.fromEntries(stated) };
}

/** Writes the shortest address for a query; other parameters stay. */
function listAddress(
  address: URLSearchParams,
  begins: ListQuery,
  query: ListQuery,
): URLSearchParams {
  const written = new URLSearchParams(address);
  const isUsualOrder = query.orden === begins.orden && query.direccion === begins.direccion;
  const values = {
    pagina: query.pagina === begins.pagina ? '' : query.pagina,
    limite: query.limite === begins.limite ? '' : query.limite,
    orden: isUsualOrder ? '' : query.orden,
    direccion: isUsualOrder ? '' : query.direccion,
    buscar: query.buscar?.trim(),
  };
  for (const [name, value] of Object.entries(values))
    if (value) written.set(name, String(value));
    else written.delete(name);
  return written;
}

/** True while the browser's address has changed already but the code of the next screen is still loading. */
const isLeaving = (path: string): boolean => {
  const { hash } = window.location;
  return hash !== '' && hash.slice(1).split('?')[0] !== path;
};

/** @param columns columns of the list; those with a `sortValue` are sortable */
export function useListAddress<Query extends ListQuery>(
  begins: Query,
  columns: readonly { id: string; sortValue?: unknown }[],
): ListQueryState<Query> {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const address = new URLSearchParams(search);
  const orders = columns.filter(({ sortValue }) => sortValue).map(({ id }) => id);
  const query = readListAddress(address, begins, orders);
  return {
    query,
    goWith: (changes) => {
      // A delayed search must not navigate back after the user opened a row.
      if (isLeaving(pathname)) return;
      const written = listAddress(address, begins, { ...query, ...changes }).toString();
      // Pages and orders replace the history entry, so that the browser's Back leaves the list.
      void navigate({ search: written }, { replace: true, state });
    },
  };
}

const idIn = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0);

/**
 * The id in the address: `useIdParam('idCaja')`. An invalid id becomes 0, which no row has: the server then answers
 * as for a row that does not exist.
 */
export const useIdParam = (name: string): number => idIn(useParams()[name] ?? '');

/** Id of the record of a form; null for a new record, whose address has no id. */
export function useRecordId(name: string): number | null {
  const text = useParams()[name];
  return text === undefined ? null : idIn(text);
}

function useNumberParam(name: string): number | null {
  const [parameters] = useSearchParams();
  const text = parameters.get(name) ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** The missing person in the address of the form of a new user; null without a profile. */
export function useWantedUser(): { perfil: number; autoriza: boolean } | null {
  const [parameters] = useSearchParams();
  const perfil = useNumberParam(wantedProfileParam);
  return perfil === null ? null : { perfil, autoriza: parameters.has(wantedAuthoriserParam) };
}

/** Id in the address of the expense form of the expense whose receipt is missing; null for a new expense. */
export const usePendingExpense = () => useNumberParam(pendingExpenseParam);

/** Id in the address of the expense form of the rejected expense that is recorded again; otherwise null. */
export const useOrigin = () => useNumberParam(originParam);

/** Navigation state of a reopened expense: the refusal of the server. */
export interface ReopenedState {
  refusal: string;
}

export interface Reopened extends ReopenedState {
  clave: string;
}

/**
 * The refused expense of the queue that the form corrects, with the refusal of the server; otherwise null. It stays the
 * same when the address changes to the upload of the expense.
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
