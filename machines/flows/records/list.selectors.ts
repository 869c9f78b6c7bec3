/** Selectors of lists and details. */
import { isForbidden } from '../flow.selectors.ts';
import type { DetailContext } from './detail.machine.ts';
import type { ListContext } from './list.machine.ts';

interface ListSnapshot<Row, Query> {
  context: ListContext<Row, Query>;
  hasTag(tag: 'loading' | 'failed' | 'forbidden' | 'empty' | 'rows'): boolean;
}

interface DetailSnapshot<Data, Key> {
  context: DetailContext<Data, Key>;
  hasTag(tag: 'loading' | 'failed' | 'forbidden' | 'shown'): boolean;
}

interface LoadSnapshot {
  context: { problem: ListContext<unknown, unknown>['problem'] };
  hasTag(tag: 'loading' | 'failed' | 'forbidden'): boolean;
}

export const isLoading = (snapshot: LoadSnapshot) => snapshot.hasTag('loading');
/** RETRY, unless it is forbidden. */
export const failedToLoad = (snapshot: LoadSnapshot) =>
  snapshot.hasTag('failed') || isForbidden(snapshot);
export const problemOf = (snapshot: LoadSnapshot) => snapshot.context.problem;
/** Those of before while others are loading. */
export const rowsOf = <Row, Query>(snapshot: ListSnapshot<Row, Query>) => snapshot.context.rows;
export const totalCountOf = <Row, Query>(snapshot: ListSnapshot<Row, Query>) =>
  snapshot.context.total;
export const queryOf = <Row, Query>(snapshot: ListSnapshot<Row, Query>) => snapshot.context.query;
/** Null until loaded. */
export const dataOf = <Data, Key>(snapshot: DetailSnapshot<Data, Key>) => snapshot.context.data;
