import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { type CatalogueTable, catalogueTables } from '#contract/calls/reference.calls.ts';
import type { ListQuery } from '#machines/flows/records/list.machine.ts';
import { originParam, pathTo, pendingExpenseParam, queuedExpenseParam } from './paths.ts';

/**
 * Passes a question of the address on once it has changed; the flow began with the first one.
 *
 * @param question what the address says, compared as JSON
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

/** The page, order and search of a list stand in its address: they survive a reload, and the way back finds them. */
export interface ListPlace<Query> {
  query: Query;
  goWith: (changes: ListQuery) => void;
}

const directions = ['asc', 'desc'] as const;

/** Whole numbers of an address, as far as the call takes them. */
const numberIn = (text: string | null, max: number): number | undefined =>
  text !== null && /^[1-9]\d{0,6}$/.test(text) && Number(text) <= max ? Number(text) : undefined;

/**
 * Reads the address of a list; what it leaves out, or has wrong, is as the list begins.
 *
 * @param orders the ids of the columns by which the list can be ordered
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

/** Writes the shortest address; whatever else stood in it stays. */
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

/** The browser's address moves at once, the screen when its code is there. */
const isLeaving = (path: string): boolean => {
  const { hash } = window.location;
  return hash !== '' && hash.slice(1).split('?')[0] !== path;
};

/** @param columns those of the list: whichever has a value to be sorted by can order it */
export function useListAddress<Query extends ListQuery>(
  begins: Query,
  columns: readonly { id: string; sortValue?: unknown }[],
): ListPlace<Query> {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const address = new URLSearchParams(search);
  const orders = columns.filter(({ sortValue }) => sortValue).map(({ id }) => id);
  const query = readListAddress(address, begins, orders);
  return {
    query,
    goWith: (changes) => {
      // A search that takes effect late does not lead a person back who opened a row meanwhile.
      if (isLeaving(pathname)) return;
      const written = listAddress(address, begins, { ...query, ...changes }).toString();
      // The way back leads to where the person came from, past every page and order in between.
      void navigate({ search: written }, { replace: true, state });
    },
  };
}

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
