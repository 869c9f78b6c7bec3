import { type UseStore, clear, createStore, delMany, entries, get, keys, set } from 'idb-keyval';
import type { AnswerOf, CallPath, RequestOf } from '#contract/contract.ts';
import { CallFailure, type Result, answered } from '#machines/flows/steps/result.ts';
import { mayStillBeOpen } from '#machines/flows/session/session-limits.ts';
import { isStoredLogin, storedIds, storedLimits } from './browser-storage.ts';
import { type CallOptions, callApi } from './client.ts';

/** A table of IndexedDB, opened on first use. */

/** Each method throws a DOMException when the browser cannot store: the storage is full, forbidden or missing. */
export function browserTable<Row>(database: string, table: string) {
  let opened: UseStore | undefined;
  const store = (): UseStore => {
    opened ??= createStore(database, table);
    return opened;
  };
  return {
    get: async (name: string) => get<Row>(name, store()),
    set: async (name: string, row: Row) => set(name, row, store()),
    remove: async (...names: string[]) => delMany(names, store()),
    clear: async () => clear(store()),
    names: async () => keys<string>(store()),
    entries: async () => entries<string, Row>(store()),
  };
}

/** The answer of the database, or a substitute when the database fails. */
export const orElse = <Answer>(missing: Answer, work: Promise<Answer>): Promise<Answer> =>
  work.catch(() => missing);

/**
 * Cache of the last answers to the calls of the expense form, per user: without a network the form opens with them, as
 * long as the session can still be open. They are removed when it has ended.
 */

const answers = browserTable<unknown>('caja-menor-respuestas', 'respuestas');

const ownedBy = (id_usuario: number): string => `${id_usuario}/`;

const nameOf = (path: CallPath, body: object): string =>
  `${ownedBy(storedIds().id_usuario ?? 0)}${path}${JSON.stringify(body)}`;

/** Stores an answer under the user of the call; not one that arrives after the end of the session. */
export const cacheAnswer = <Path extends CallPath>(
  path: Path,
  body: RequestOf<Path>,
  answer: AnswerOf<Path>,
): Promise<void> =>
  isStoredLogin() ? orElse(undefined, answers.set(nameOf(path, body), answer)) : Promise.resolve();

export const cachedAnswer = async <Path extends CallPath>(
  path: Path,
  body: RequestOf<Path>,
): Promise<AnswerOf<Path> | null> => {
  if (!mayStillBeOpen(storedLimits())) return null;
  return ((await orElse(null, answers.get(nameOf(path, body)))) ?? null) as AnswerOf<Path> | null;
};

/** Every cached answer to a call for the stored user. */
export async function cachedAnswersTo<Path extends CallPath>(
  path: Path,
): Promise<AnswerOf<Path>[]> {
  const all = mayStillBeOpen(storedLimits()) ? await orElse([], answers.entries()) : [];
  const beginning = `${ownedBy(storedIds().id_usuario ?? 0)}${path}{`;
  return all
    .filter(([name]) => name.startsWith(beginning))
    .map(([, answer]) => answer as AnswerOf<Path>);
}

/** True for an internal error of the server, which a cached answer must not hide. */
const isServerError = (error: unknown): boolean =>
  error instanceof CallFailure && error.status === 500;

/** The answer of the server, or the cached one when it cannot be reached. @throws as `callApi` without either */
export async function callOrCached<Path extends CallPath>(
  path: Path,
  body: RequestOf<Path>,
  options: CallOptions = {},
): Promise<Result<AnswerOf<Path>>> {
  try {
    const result = await callApi(path, body, options);
    if (result.ok) void cacheAnswer(path, body, result.answer);
    return result;
  } catch (error) {
    const cached = isServerError(error) ? null : await cachedAnswer(path, body);
    if (cached === null) throw error;
    return answered(cached);
  }
}

/** In one transaction: an answer that is stored before it is removed with the others. */
export const removeAnswers = (): Promise<void> => orElse(undefined, answers.clear());

export async function removeAnswersOfOthers(id_usuario: number): Promise<void> {
  const names = await orElse([], answers.names());
  const others = names.filter((name) => !name.startsWith(ownedBy(id_usuario)));
  if (others.length > 0) await orElse(undefined, answers.remove(...others));
}
