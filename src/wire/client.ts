import axios, { type AxiosProgressEvent, isAxiosError, isCancel } from 'axios';
import type { AnswerOf, CallPath, RequestOf, UploadPath } from '#contract/contract.ts';
import type { RefusalBody } from '#contract/errors.ts';
import {
  apiBase,
  idempotencyHeader,
  personFields,
  totalCountHeader,
  xsrfCookie,
  xsrfHeader,
} from '#contract/wire.ts';
import { CallFailure, type Refused, type Result, answered } from '#machines/flows/steps/result.ts';
import { storedIds } from './browser-storage.ts';
import { noteServerDate } from './server-clock.ts';

/** Unique for one form; `crypto.randomUUID` does not exist on a plain http address. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** Longest a person waits for an answer, and for an upload on a slow line. */
const timeouts = { call: 30_000, upload: 300_000 } as const;

const http = axios.create({
  baseURL: apiBase,
  timeout: timeouts.call,
  xsrfCookieName: xsrfCookie,
  xsrfHeaderName: xsrfHeader,
});

/** The application's token: the server writes it into the page. */
export const token = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="api-token"]')?.content ?? '';

/** The person as the specification has the call name it. */
function personOf(path: CallPath): object {
  const ids = storedIds();
  return Object.fromEntries((personFields[path] ?? []).map((name) => [name, ids[name]]));
}

let onExpired: () => void = () => {};

/** Called when the server reports the end of the session; set once, by the session's provider. */
export const whenSessionExpires = (listener: () => void): void => {
  onExpired = listener;
};

let onCallEnd: (answered: boolean) => void = () => {};

/** Called when a call was answered, or was not; set once, by the connection's provider. */
export const whenCallsEnd = (listener: (answered: boolean) => void): void => {
  onCallEnd = listener;
};

const isRefusalList = (data: unknown): data is [RefusalBody] =>
  Array.isArray(data) && typeof data[0]?.msg === 'string';

const refusedOf = (status: number, body: RefusalBody): Refused => ({
  ok: false,
  status,
  msg: body.msg,
  motivos: body.motivos ?? [],
  ...(body.errores === undefined ? {} : { errores: body.errores }),
  ...(body.codigo_soporte === undefined ? {} : { codigo_soporte: body.codigo_soporte }),
});

/** Calls that say 401 about the credentials given, not about the session. */
const asksForCredentials: readonly string[] = ['/auth/user', '/auth/codigo', '/recoverPassword'];

/** Sign-ins of this page. What was sent before the last of them says nothing about its session. */
let signIns = 0;

/**
 * A refusal (4xx) is a value; what has no answer is thrown.
 * @throws CallFailure on 5xx, the transport's error when nothing came
 */
function refusalOrThrow(path: string, error: unknown, sentIn: number): Refused {
  if (!isAxiosError(error)) throw error;
  onCallEnd(error.response !== undefined);
  if (error.response === undefined) throw error;
  const { status, data } = error.response;
  const body = isRefusalList(data) ? data[0] : undefined;
  if (status >= 500 || body === undefined) throw new CallFailure(status, body?.codigo_soporte);
  if (status === 401 && sentIn === signIns && !asksForCredentials.includes(path)) onExpired();
  return refusedOf(status, body);
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Makes a repeated creation answer the first result again. */
  idempotencyKey?: string;
}

/** One call of the contract. Resolves to the answer or the refusal; rejects when there was no answer. */
export async function callApi<Path extends CallPath>(
  path: Path,
  body: RequestOf<Path>,
  options: CallOptions = {},
): Promise<Result<AnswerOf<Path>>> {
  return (await requestOf(path, body, options)).result;
}

/** A list with the number of rows it has in all. */
interface Listed<Rows> {
  rows: Rows;
  total: number;
}

/** A call that answers a list by pages. */
export async function callList<Path extends CallPath>(
  path: Path,
  body: RequestOf<Path>,
  options: CallOptions = {},
): Promise<Result<Listed<AnswerOf<Path>>>> {
  return listedIn(await requestOf(path, body, options));
}

/** The page of a list, of what its call brought. */
export const listedIn = <Path extends CallPath>({
  result,
  total,
}: Outcome<Path>): Result<Listed<AnswerOf<Path>>> =>
  result.ok ? answered({ rows: result.answer, total }) : result;

interface Outcome<Path extends CallPath> {
  result: Result<AnswerOf<Path>>;
  total: number;
}

/** Milliseconds for which an answer that was prefetched is shown without asking again. */
const freshness = 60_000;

interface Made<Answer> {
  /** Undefined when none came. */
  coming: Promise<Answer | undefined>;
  /** Once it is there. */
  answer?: Answer | undefined;
  until: number;
}

/** Answers that are asked for before the actor is there that wants them. Each serves once, while it is fresh. */
export class Prefetched<Answer> {
  readonly #made = new Map<string, Made<Answer>>();

  /** @returns when the answer is there, or will not come */
  ask(key: string, answer: Promise<Answer>): Promise<unknown> {
    const coming = answer.catch(() => undefined);
    const made: Made<Answer> = { coming, until: Date.now() + freshness };
    this.#made.set(key, made);
    return coming.then((arrived) => {
      made.answer = arrived;
    });
  }

  /** Where it is there already. */
  takeArrived(key: string): Answer | undefined {
    const answer = this.#made.get(key)?.answer;
    return answer !== undefined && this.take(key) !== undefined ? answer : undefined;
  }

  /** Undefined when it was not asked for. */
  take(key: string): Promise<Answer | undefined> | undefined {
    const made = this.#made.get(key);
    this.#made.delete(key);
    return made && Date.now() < made.until ? made.coming : undefined;
  }

  forget(): void {
    this.#made.clear();
  }
}

const prefetched = new Prefetched<Outcome<CallPath>>();

const keyOf = (path: CallPath, body: object): string => JSON.stringify([path, body]);

/**
 * Makes a read before its actor is there: the first call of the actor takes the answer, if it is this one.
 *
 * @returns when the answer is there, or will not come
 */
export const prefetch = <Path extends CallPath>(
  path: Path,
  body: RequestOf<Path>,
): Promise<unknown> => prefetched.ask(keyOf(path, body), send(path, body, {}));

/** The answer or the refusal of a read that was prefetched, once, where it is there already. */
export const consumePrefetched = <Path extends CallPath>(
  path: Path,
  body: RequestOf<Path>,
): Outcome<Path> | undefined =>
  prefetched.takeArrived(keyOf(path, body)) as Outcome<Path> | undefined;

/** A refusal, or no answer, is left to the actor, which asks again and handles the answer. */
async function requestOf<Path extends CallPath>(
  path: Path,
  body: RequestOf<Path>,
  options: CallOptions,
): Promise<Outcome<Path>> {
  const coming = prefetched.take(keyOf(path, body));
  if (coming === undefined) {
    // Whatever else is called may change the answers.
    prefetched.forget();
    return send(path, body, options);
  }
  const outcome = (await coming) as Outcome<Path> | undefined;
  return outcome?.result.ok ? outcome : send(path, body, options);
}

async function send<Path extends CallPath>(
  path: Path,
  body: RequestOf<Path>,
  { signal, idempotencyKey }: CallOptions,
): Promise<Outcome<Path>> {
  const sentIn = signIns;
  try {
    const { data, headers } = await http.post<AnswerOf<Path>>(
      path,
      { ...body, ...personOf(path), token: token() },
      {
        ...(signal === undefined ? {} : { signal }),
        headers: idempotencyKey === undefined ? {} : { [idempotencyHeader]: idempotencyKey },
      },
    );
    onCallEnd(true);
    noteServerDate(headers.date);
    if (asksForCredentials.includes(path)) signIns += 1;
    return { result: answered(data), total: Number(headers[totalCountHeader.toLowerCase()] ?? 0) };
  } catch (error) {
    if (isCancel(error)) return neverSettled();
    return { result: refusalOrThrow(path, error, sentIn), total: 0 };
  }
}

/**
 * Nobody waits for a call that was cancelled: its actor was stopped. If the actor was started again, as
 * StrictMode does with every component, a rejection of the first call would pass for one of the second.
 */
const neverSettled = (): Promise<never> => new Promise(() => {});

interface UploadOptions extends Pick<CallOptions, 'idempotencyKey'> {
  /** Called with 0 to 100. */
  onProgress?: (percent: number) => void;
}

/** A call that may bring a file; a list travels as its elements with commas. */
export async function upload<Path extends UploadPath>(
  path: Path,
  fields: RequestOf<Path>,
  file: File | null,
  { onProgress, idempotencyKey }: UploadOptions = {},
): Promise<Result<AnswerOf<Path>>> {
  const sentIn = signIns;
  const form = new FormData();
  form.append('token', token());
  for (const [name, value] of Object.entries(fields))
    if (value !== null && value !== undefined) form.append(name, String(value));
  if (file !== null) form.append('archivo', file);
  try {
    const { data } = await http.post<AnswerOf<Path>>(path, form, {
      timeout: timeouts.upload,
      headers: idempotencyKey === undefined ? {} : { [idempotencyHeader]: idempotencyKey },
      onUploadProgress: ({ loaded, total }: AxiosProgressEvent) =>
        onProgress?.(total === undefined ? 0 : Math.round((loaded / total) * 100)),
    });
    onCallEnd(true);
    return answered(data);
  } catch (error) {
    return refusalOrThrow(path, error, sentIn);
  }
}

/** Longest a person waits to hear that the server is there, milliseconds. */
const probeTimeout = 5_000;

/** Asks for nothing but an answer. @throws the transport's error when none came */
export async function probeServer(): Promise<void> {
  await http.get('/salud', { baseURL: '', timeout: probeTimeout });
}

/** The number of sheets of a PDF. */
export async function countSheets(soporte: string, signal: AbortSignal): Promise<Result<number>> {
  const sentIn = signIns;
  const url = `/documentos/hojas/${encodeURIComponent(soporte)}`;
  try {
    const { data } = await http.get<{ hojas: number }>(url, { baseURL: '', signal });
    return answered(data.hojas);
  } catch (error) {
    return isCancel(error) ? neverSettled() : refusalOrThrow(url, error, sentIn);
  }
}

/** The file of a receipt. @throws the transport's error when it does not come */
export async function receiveReceipt(
  soporte: string,
  type: string,
  signal: AbortSignal,
): Promise<File> {
  const url = `/documentos/soportes/${encodeURIComponent(soporte)}`;
  const { data } = await http.get<Blob>(url, { baseURL: '', signal, responseType: 'blob' });
  return new File([data], soporte, { type });
}
