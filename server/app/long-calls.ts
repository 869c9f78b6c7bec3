/**
 * The calls that read or compute much: they run in the worker threads of server/app/reads.ts, on
 * connections that only read. A call of kind `read` moves there by a row of this table.
 */
import type { CallPath } from '#contract/contract.ts';
import type { Engine } from '../platform/database/dialects.ts';
import { boxHistory, pendingBoxes } from '../features/boxes/box-lists.ts';
import type { LongRead } from '../platform/http/operation.ts';
import { pendingItems } from '../features/pending/pending.operations.ts';
import { search } from '../features/search/search.operations.ts';
import { boxLog } from '../features/workflow/box-history.ts';
import { conformity } from '../features/workflow/conformity.ts';
import { delays } from '../features/workflow/delays.operation.ts';
import { history } from '../features/workflow/history.ts';
import { boxesInState, present } from '../features/workflow/present.ts';

const longCalls = {
  '/flujoActual': present,
  '/flujoCajas': boxesInState,
  '/flujoDemoras': delays,
  '/flujoHistoria': history,
  '/flujoCaja': boxLog,
  '/flujoConformidad': conformity,
} satisfies { [Path in CallPath]?: LongRead<Path> };

/** Those that are long when they search: in the embedded database all that a search meets is found by one statement. */
const searches = {
  '/buscar': search,
  '/historialCajas': boxHistory,
  '/cajasPendientesContabilidad': pendingBoxes,
  '/misPendientes': pendingItems,
} satisfies { [Path in CallPath]?: LongRead<Path> };

export const readings = { ...longCalls, ...searches };

export type LongCall = keyof typeof readings;

/** Tells whether a call is for a worker thread; a search of PostgreSQL is in another process already. */
export const isLongCall = (path: CallPath, input: unknown, engine: Engine): path is LongCall =>
  Object.hasOwn(longCalls, path) ||
  (engine === 'sqlite' && Object.hasOwn(searches, path) && isSearch(input));

function isSearch(input: unknown): boolean {
  const { texto, buscar } = input as { texto?: string; buscar?: string };
  return (texto ?? buscar ?? '').trim() !== '';
}
