import type { CallPath } from '#contract/contract.ts';
import { boxHistory, pendingBoxes } from '../features/boxes/box-reads.ts';
import { findingsAfter } from '../features/cases/audit.ts';
import { eventLinesBetween } from '../features/cases/audit.repository.ts';
import {
  categoriesForConsolidated,
  countConsolidated,
  expensesForConsolidated,
  nextKeys,
  sendingsForConsolidated,
} from '../features/consolidated/consolidated.repository.ts';
import { entriesToExport, preview } from '../features/entries/entries.operations.ts';
import { pendingItems } from '../features/pending/pending.operations.ts';
import { search } from '../features/search/search.operations.ts';
import { spendingReads } from '../features/spending/spending.operations.ts';
import { figureReads } from '../features/workflow/figures.operations.ts';
import { workflowBoxOperations } from '../features/workflow/workflow-box.ts';
import { fundEventsOfPeriod } from '../features/workflow/fund-log.repository.ts';
import { exportedCases, namesOf } from '../features/workflow/figures.repository.ts';
import {
  boxesByKey,
  boxesOfPeriod,
  countEventsOfPeriod,
  eventsOfPeriod,
} from '../features/workflow/workflow-log.repository.ts';
import { boxesInState, delays, present } from '../features/workflow/workflow.operations.ts';
import type { Engine } from '../platform/database/dialects.ts';
import type { LongRead } from '../platform/http/operation.ts';

/**
 * Calls that read or compute a lot: they run in the worker threads of server/app/reads.ts, on read-only
 * connections. A row of this table moves a call of kind `read` there.
 */

const longCalls = {
  '/comprobantes': preview,
  '/flujoActual': present,
  '/flujoCajas': boxesInState,
  '/flujoDemoras': delays,
  ...workflowBoxOperations,
  ...figureReads,
  ...spendingReads,
} satisfies { [Path in CallPath]?: LongRead<Path> };

/** Calls that are long only when they search: on the embedded database one statement finds all matches. */
const searches = {
  '/buscar': search,
  '/historialCajas': boxHistory,
  '/cajasPendientesContabilidad': pendingBoxes,
  '/misPendientes': pendingItems,
} satisfies { [Path in CallPath]?: LongRead<Path> };

export const readings = { ...longCalls, ...searches };

export type LongCall = keyof typeof readings;

/** True for calls that run in a worker thread; searches only on SQLite, since PostgreSQL is another process already. */
export const isLongCall = (path: CallPath, input: unknown, engine: Engine): path is LongCall =>
  Object.hasOwn(longCalls, path) ||
  (engine === 'sqlite' && Object.hasOwn(searches, path) && isSearch(input));

function isSearch(input: unknown): boolean {
  const { texto, buscar } = input as { texto?: string; buscar?: string };
  return (texto ?? buscar ?? '').trim() !== '';
}

/** Queries that documents and background jobs run in batches, in the worker threads of server/app/reads.ts. */

export const longQueries = {
  countConsolidated,
  nextKeys,
  expensesForConsolidated,
  categoriesForConsolidated,
  sendingsForConsolidated,
  boxesByKey,
  boxesOfPeriod,
  countEventsOfPeriod,
  eventsOfPeriod,
  exportedCases,
  fundEventsOfPeriod,
  namesOf,
  eventLinesBetween,
  entriesToExport,
  findingsAfter,
};
