/** Selectors that flows share. */
import type { Problem } from './result.ts';
import type { FlowTag } from './steps.ts';

interface Tagged<Tag extends FlowTag> {
  hasTag(tag: Tag): boolean;
}

export const isLoading = (snapshot: Tagged<'loading'>): boolean => snapshot.hasTag('loading');
export const isForbidden = (snapshot: Tagged<'forbidden'>): boolean => snapshot.hasTag('forbidden');
/** The last try failed: another one can be made. */
export const hasFailed = (snapshot: Tagged<'failed'>): boolean => snapshot.hasTag('failed');
/** RETRY, unless it is forbidden. */
export const failedToLoad = (snapshot: Tagged<'loadFailed' | 'forbidden'>): boolean =>
  snapshot.hasTag('loadFailed') || isForbidden(snapshot);
/** A write is under way. */
export const isPending = (snapshot: Tagged<'pending'>): boolean => snapshot.hasTag('pending');
/** The last problem; null while there is none. */
export const problemOf = ({ context }: { context: { problem: Problem | null } }): Problem | null =>
  context.problem;

export const queryOf = <Query>({ context }: { context: { query: Query } }): Query => context.query;
/** Its rows are those of before while others are loading. */
export const pageOf = <Page>({ context }: { context: { page: Page } }): Page => context.page;
/** Its rows are those of the query, and there are some. */
export const showsRows = (snapshot: Tagged<'rows'>): boolean => snapshot.hasTag('rows');
/** Null until loaded. */
export const dataOf = <Data>({ context }: { context: { data: Data } }): Data => context.data;
