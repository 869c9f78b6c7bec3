/** Queries that documents and background jobs make piece by piece, in the worker threads of server/reads/reads.ts. */
import type { Trx } from '../database/transactions.ts';
import { eventLinesBetween } from './audit.repository.ts';
import {
  categoriesForConsolidated,
  countConsolidated,
  expensesForConsolidated,
  nextKeys,
  sendingsForConsolidated,
} from './consolidated.repository.ts';
import { countedPiece } from './history-counts.ts';
import {
  boxesOfPeriod,
  countEventsOfPeriod,
  eventsOfPeriod,
  everyReason,
} from './workflow-export.repository.ts';

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
