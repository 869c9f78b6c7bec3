/**
 * The last answers to the questions of the expense form, under the person who asked: without a signal the form opens with
 * them. They go with the logout of the person.
 */
import { createStore, delMany, entries, get, keys, set, type UseStore } from 'idb-keyval';
import type { AnswerOf, CallPath, RequestOf } from '#contract/contract.ts';
import { answered, CallFailure, type Result } from '#machines/flows/result.ts';
import { type CallOptions, callApi } from './client.ts';
import { storedIds } from './stored-session.ts';

let opened: UseStore | null = null;

/** @throws Error where the browser has no database */
function store(): UseStore {
  opened ??= createStore('caja-menor-respuestas', 'respuestas');
  return opened;
}

const ownedBy = (id_usuario: number): string => `${id_usuario}/`;

const nameOf = (path: CallPath, body: object): string =>
  `${ownedBy(storedIds().id_usuario ?? 0)}${path}${JSON.stringify(body)}`;

export async function keepAnswer<Path extends CallPath>(
  path: Path,
  body: RequestOf<Path>,
  answer: AnswerOf<Path>,
): Promise<void> {
  // The person of the question: who signs in meanwhile is another one.
  const name = nameOf(path, body);
  try {
    await set(name, answer, store());
  } catch {
    // Where the browser keeps nothing, the form needs the server.
  }
}

export async function keptAnswer<Path extends CallPath>(
  path: Path,
  body: RequestOf<Path>,
): Promise<AnswerOf<Path> | null> {
  try {
    return (await get<AnswerOf<Path>>(nameOf(path, body), store())) ?? null;
  } catch {
    return null;
  }
}

/** Every answer to a call that this device has for the person. */
export async function keptAnswersTo<Path extends CallPath>(path: Path): Promise<AnswerOf<Path>[]> {
  try {
    const all = await entries<string, AnswerOf<Path>>(store());
    const beginning = `${ownedBy(storedIds().id_usuario ?? 0)}${path}{`;
    return all.filter(([name]) => name.startsWith(beginning)).map(([, answer]) => answer);
  } catch {
    return [];
  }
}

/** True for an error of the server itself, whose answer of before would hide it. */
export const isServerError = (error: unknown): boolean =>
  error instanceof CallFailure && error.status === 500;

/** The answer of the server, or its last one when it cannot be reached. @throws as `callApi` when there is none */
export async function callOrKept<Path extends CallPath>(
  path: Path,
  body: RequestOf<Path>,
  options: CallOptions = {},
): Promise<Result<AnswerOf<Path>>> {
  try {
    const result = await callApi(path, body, options);
    if (result.ok) void keepAnswer(path, body, result.answer);
    return result;
  } catch (error) {
    const kept = isServerError(error) ? null : await keptAnswer(path, body);
    if (kept === null) throw error;
    return answered(kept);
  }
}

/** Called at the logout. */
export async function removeAnswersOf(id_usuario: number): Promise<void> {
  try {
    const names = await keys<string>(store());
    const own = names.filter((name) => name.startsWith(ownedBy(id_usuario)));
    await delMany(own, store());
  } catch {
    // Nothing was kept.
  }
}
