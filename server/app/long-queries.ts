/** Queries that documents and background jobs make piece by piece, in the worker threads of server/app/reads.ts. */
import type { Trx } from '../platform/database/transactions.ts';
import { eventLinesBetween } from '../features/cases/audit.repository.ts';
import {
  categoriesForConsolidated,
  countConsolidated,
  expensesForConsolidated,
  nextKeys,
  sendingsForConsolidated,
} from '../features/consolidated/consolidated.repository.ts';
import { countedPiece } from '../features/workflow/history-counts.ts';
import {
  boxesOfPeriod,
  countEventsOfPeriod,
  eventsOfPeriod,
  everyReason,
} from '../features/workflow/workflow-export.repository.ts';

export const longQueries = {
  countConsolidated,
  nextKeys,
  expensesForConsolidated,
  categoriesForConsolidated,
  sendingsForConsolidated,
  boxesOfPeriod,
  countEventsOfPeriod,
  eventsOfPeriod,
  everyReason,
  countedPiece,
  eventLinesBetween,
};

type LongQueries = typeof longQueries;

/** Parameters of a query beside the transaction. */
export type QueryArguments<Name extends keyof LongQueries> = LongQueries[Name] extends (
  trx: Trx,
  ...rest: infer Rest
) => unknown
  ? Rest
  : never;

/** Asks one query, on the database as it is when the query begins. */
export type AskDatabase = <Name extends keyof LongQueries>(
  name: Name,
  ...rest: QueryArguments<Name>
) => ReturnType<LongQueries[Name]>;
