/** The flows that only look at something, by the call that brings it. */
import { fromPromise } from 'xstate';
import type { AnswerOf, ListPath, RequestOf, CallPath } from '#contract/contract.ts';
import {
  type ListPage,
  createDetailMachine,
  createListMachine,
} from '#machines/flows/records/list.machine.ts';
import type { Result } from '#machines/flows/steps/result.ts';
import { hydrated } from './hydrated-actor.ts';
import { callApi, callList, listedIn, consumePrefetched } from './client.ts';

export const pagesOf = <Path extends ListPath>(path: Path) =>
  hydrated(
    fromPromise<Result<ListPage<AnswerOf<Path>[number]>>, { query: RequestOf<Path> }>(
      ({ input, signal }) => callList(path, input.query, { signal }),
    ),
    ({ query }) => {
      const outcome = consumePrefetched(path, query);
      return outcome && listedIn(outcome);
    },
  );

/** A list that comes by pages. */
export const listOf = <Path extends ListPath>(path: Path) =>
  createListMachine<AnswerOf<Path>[number], RequestOf<Path>>().provide({
    actors: { loadRows: pagesOf(path) },
  });

/** One thing, which `load` finds by its key. */
export const detailFrom = <Data, Key>(
  load: (key: Key, signal: AbortSignal) => Promise<Result<Data>>,
) =>
  createDetailMachine<Data, Key>().provide({
    actors: { loadDetail: fromPromise(({ input, signal }) => load(input.key, signal)) },
  });

/** One thing, found by the body of its call. */
export const detailOf = <Path extends CallPath>(path: Path) =>
  createDetailMachine<AnswerOf<Path>, RequestOf<Path>>().provide({
    actors: {
      loadDetail: hydrated(
        fromPromise(({ input, signal }) => callApi(path, input.key, { signal })),
        ({ key }) => consumePrefetched(path, key)?.result,
      ),
    },
  });
