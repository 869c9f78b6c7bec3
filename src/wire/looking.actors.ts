import { fromPromise } from 'xstate';
import type { AnswerOf, CallPath, ListPath, RequestOf } from '#contract/contract.ts';
import {
  type ListPage,
  createDetailMachine,
  createListMachine,
} from '#machines/flows/records/list.machine.ts';
import { CallFailure, type Result, answered } from '#machines/flows/steps/result.ts';
import { callApi, callList, consumePrefetched, listedIn } from './client.ts';
import { withPrefetched } from './with-calls.ts';

/** The answers of several calls by name, or the first refusal among them. */
export async function allAnswered<Answers extends object>(
  calls: {
    [Name in keyof Answers]: Promise<Result<Answers[Name]>>;
  },
): Promise<Result<Answers>> {
  const named = Object.entries<Promise<Result<unknown>>>(calls).map(
    async ([name, call]) => [name, await call] as const,
  );
  const results = await Promise.all(named);
  const answers: [string, unknown][] = [];
  for (const [name, result] of results) {
    if (!result.ok) return result;
    answers.push([name, result.answer]);
  }
  return answered(Object.fromEntries(answers) as Answers);
}

/** The row of an answer to which the contract gives one row; a missing row is a server error. @throws CallFailure */
export async function onlyRow<Row>(call: Promise<Result<readonly Row[]>>): Promise<Result<Row>> {
  const found = await call;
  if (!found.ok) return found;
  const [row] = found.answer;
  if (row === undefined) throw new CallFailure(500);
  return answered(row);
}

/** Every row of a list, loaded page by page, since the size of a page is limited. */
export async function everyRow<Row>(
  pageAt: (pagina: number) => Promise<Result<{ rows: readonly Row[]; total: number }>>,
): Promise<Result<readonly Row[]>> {
  const rows: Row[] = [];
  for (let pagina = 1; ; pagina += 1) {
    const page = await pageAt(pagina);
    if (!page.ok) return page;
    rows.push(...page.answer.rows);
    // A list that became shorter meanwhile may have no further page.
    if (rows.length >= page.answer.total || page.answer.rows.length === 0) return answered(rows);
  }
}

/** Machines of read-only flows, by the call that loads their data. */

export const pagesOf = <Path extends ListPath>(path: Path) =>
  withPrefetched(
    fromPromise<Result<ListPage<AnswerOf<Path>[number]>>, { query: RequestOf<Path> }>(
      ({ input, signal }) => callList(path, input.query, { signal }),
    ),
    ({ query }: { query: RequestOf<Path> }) => {
      const outcome = consumePrefetched(path, query);
      const listed = outcome && listedIn(outcome);
      return listed?.ok ? { page: listed.answer } : undefined;
    },
  );

/** The machine of a paged list. */
export const listOf = <Path extends ListPath>(path: Path) =>
  createListMachine<AnswerOf<Path>[number], RequestOf<Path>>().provide({
    actors: { loadRows: pagesOf(path) },
  });

/** The machine of one record, which `load` finds by its key. */
export const detailFrom = <Data, Key>(
  load: (key: Key, signal: AbortSignal) => Promise<Result<Data>>,
) =>
  createDetailMachine<Data, Key>().provide({
    actors: { loadDetail: fromPromise(({ input, signal }) => load(input.key, signal)) },
  });

/** The machine of one record, found by the body of its call. */
export const detailOf = <Path extends CallPath>(path: Path) =>
  createDetailMachine<AnswerOf<Path>, RequestOf<Path>>().provide({
    actors: {
      loadDetail: withPrefetched(
        fromPromise(({ input, signal }) => callApi(path, input.key, { signal })),
        ({ key }: { key: RequestOf<Path> }) => {
          const result = consumePrefetched(path, key)?.result;
          return result?.ok ? { data: result.answer } : undefined;
        },
      ),
    },
  });
