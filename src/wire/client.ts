import axios, { type AxiosProgressEvent, isAxiosError, isCancel } from 'axios';
import type { AnswerOf, CallPath, RequestOf, UploadPath } from '#contract/contract.ts';
import { type RefusalBody, refusals } from '#contract/errors.ts';
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
import { pageSetting } from './page-settings.ts';
import { noteServerDate } from './server-clock.ts';

/** A unique key for one form; `crypto.randomUUID` does not exist on a plain http address. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** Milliseconds until a call, or an upload over a slow connection, times out. */
const timeouts = { call: 30_000, upload: 300_000 } as const;

const http = axios.create({
  baseURL: apiBase,
  timeout: timeouts.call,
  xsrfCookieName: xsrfCookie,
  xsrfHeaderName: xsrfHeader,
});

/** The application's token: the server writes it into the page. */
export const token = (): string => pageSetting('api-token');

/** Ids of the user in the fields that the specification requires for a call. */
function personOf(path: CallPath): object {
  const ids = storedIds();
  return Object.fromEntries((personFields[path] ?? []).map((name) => [name, ids[name]]));
}

let onExpired: () => void = () => {};

/** Sets the listener for the end of the session; called once, by the provider of the session. */
export const whenSessionExpires = (listener: () => void): void => {
  onExpired = listener;
};

let onCallEnd: (answered: boolean) => void = () => {};

/** Sets the listener for the end of each call, answered or not; called once, by the provider of the connection. */
export const whenCallsEnd = (listener: (answered: boolean) => void): void => {
  onCallEnd = listener;
};

let onWritten: () => void = () => {};

/** Sets the listener for the answers to writes; called by the provider of the pending counts. */
export const whenWritten = (listener: () => void): void => {
  onWritten = listener;
};

/**
 * Leaving a screen cancels its reads, never a write: a call with a signal is a read. So are two without one; and before
 * the sign-in there are no counts.
 */
const mayChangeCounts = (path: CallPath, { signal }: CallOptions): boolean =>
  signal === undefined &&
  path !== '/formatearNumero' &&
  path !== '/datosGenerales' &&
  !path.startsWith('/auth/');

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

/** Calls whose 401 refers to the given credentials, not to the session. */
const asksForCredentials: readonly string[] = ['/auth/user', '/auth/codigo', '/recoverPassword'];

/** Number of sign-ins of this page. A 401 to a call sent before the last one does not concern the current session. */
let signIns = 0;

/**
 * Returns a refusal (4xx) as a value; throws on server and network errors.
 * @throws CallFailure on 5xx or an unknown body, the transport's error without a response
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
  /** A repeated creation with the same key answers the result of the first one. */
  idempotencyKey?: string;
}

/** One call of the contract. Resolves to the answer or the refusal; rejects on server and network errors. */
export async function callApi<Path extends CallPath>(
  path: Path,
  body: RequestOf<Path>,
  options: CallOptions = {},
): Promise<Result<AnswerOf<Path>>> {
  const { result } = await requestOf(path, body, options);
  if (mayChangeCounts(path, options)) onWritten();
  return result;
}

/** A page of a list, with the total number of its rows. */
interface Listed<Rows> {
  rows: Rows;
  total: number;
}

/** A call that answers one page of a list. */
export async function callList<Path extends CallPath>(
  path: Path,
  body: RequestOf<Path>,
  options: CallOptions = {},
): Promise<Result<Listed<AnswerOf<Path>>>> {
  return listedIn(await requestOf(path, body, options));
}

/** The page of a list in the outcome of its call. */
export const listedIn = <Path extends CallPath>({
  result,
  total,
}: Outcome<Path>): Result<Listed<AnswerOf<Path>>> =>
  result.ok ? answered({ rows: result.answer, total }) : result;

interface Outcome<Path extends CallPath> {
  result: Result<AnswerOf<Path>>;
  total: number;
}

/** Milliseconds for which a prefetched answer is used without a new call. */
const freshness = 60_000;

interface Made<Answer> {
  /** Resolves to undefined when the call failed. */
  coming: Promise<Answer | undefined>;
  /** Set when the answer has arrived. */
  answer?: Answer | undefined;
  until: number;
}

/** Answers requested before the actor that needs them exists. Each is used once, while it is fresh. */
export class Prefetched<Answer> {
  static readonly #all: { forget(): void }[] = [];
  readonly #made = new Map<string, Made<Answer>>();

  constructor() {
    Prefetched.#all.push(this);
  }

  /** At the end of a session. */
  static forgetAll(): void {
    for (const one of Prefetched.#all) one.forget();
  }

  /** @returns a promise that resolves when the answer has arrived or failed */
  ask(key: string, answer: Promise<Answer>): Promise<unknown> {
    const coming = answer.catch(() => undefined);
    const made: Made<Answer> = { coming, until: Date.now() + freshness };
    this.#made.set(key, made);
    return coming.then((arrived) => {
      made.answer = arrived;
    });
  }

  /** Consumes the answer if it has already arrived. */
  takeArrived(key: string): Answer | undefined {
    const answer = this.#made.get(key)?.answer;
    return answer !== undefined && this.take(key) !== undefined ? answer : undefined;
  }

  /** Consumes the answer, which may not have arrived yet; undefined when it was not requested or is stale. */
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
 * Starts a read before its actor exists: the first call of the actor takes the answer if path and body are equal.
 *
 * @returns a promise that resolves when the answer has arrived or failed
 */
export const prefetch = <Path extends CallPath>(
  path: Path,
  body: RequestOf<Path>,
): Promise<unknown> => prefetched.ask(keyOf(path, body), send(path, body, {}));

/** Consumes the answer or the refusal of a prefetched read; undefined unless it has already arrived. */
export const consumePrefetched = <Path extends CallPath>(
  path: Path,
  body: RequestOf<Path>,
): Outcome<Path> | undefined =>
  prefetched.takeArrived(keyOf(path, body)) as Outcome<Path> | undefined;

/** Uses a prefetched answer; after a prefetched refusal or failure the call is sent again. */
async function requestOf<Path extends CallPath>(
  path: Path,
  body: RequestOf<Path>,
  options: CallOptions,
): Promise<Outcome<Path>> {
  const coming = prefetched.take(keyOf(path, body));
  if (coming === undefined) {
    // Any other call may change the prefetched answers.
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
 * Result of a cancelled call, whose actor was stopped. If the actor was started again, as StrictMode does with every
 * component, a rejection of the first call would be taken for one of the second.
 */
const neverSettled = (): Promise<never> => new Promise(() => {});

interface UploadOptions extends Pick<CallOptions, 'idempotencyKey'> {
  /** Called with 0 to 100. */
  onProgress?: (percent: number) => void;
}

/** A call with an optional file; a list is sent as its elements separated by commas. */
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
    onWritten();
    return answered(data);
  } catch (error) {
    return refusalOrThrow(path, error, sentIn);
  }
}

/** Milliseconds until a probe of the server times out. */
const probeTimeout = 5_000;

/** Checks that the server answers. @throws the transport's error when it does not */
export async function probeServer(): Promise<void> {
  await http.get('/salud', { baseURL: '', timeout: probeTimeout });
}

/** The number of pages of a PDF receipt. */
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

/**
 * Asks for a receipt whose picture did not arrive, since an image does not say why.
 *
 * @param url of the file, not of a picture of it
 * @returns the refusal when its file is gone
 * @throws the transport's error, or any other refusal
 */
export async function askForReceipt(url: string, signal?: AbortSignal): Promise<Result<null>> {
  try {
    await http.head(url, { baseURL: '', ...(signal && { signal }) });
    return answered(null);
  } catch (error) {
    if (isCancel(error)) return neverSettled();
    if (!isAxiosError(error) || error.response?.status !== 410) throw error;
    return refusedOf(410, { status: '410', msg: refusals[410] });
  }
}

/** The file of a receipt. @throws the transport's error when it does not arrive */
export async function receiveReceipt(
  soporte: string,
  type: string,
  signal: AbortSignal,
): Promise<File> {
  const url = `/documentos/soportes/${encodeURIComponent(soporte)}`;
  const { data } = await http.get<Blob>(url, { baseURL: '', signal, responseType: 'blob' });
  return new File([data], soporte, { type });
}
