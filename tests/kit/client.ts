import type { LightMyRequestResponse } from 'fastify';
import {
  type AnswerOf,
  apiBase,
  type CallPath,
  idempotencyHeader,
  xsrfCookie,
  xsrfHeader,
} from '#contract/contract.ts';
import type { RefusalBody } from '#contract/errors.ts';
import type { Injectable } from './members.ts';

export const testToken = 'token-de-prueba';

export interface CallOptions {
  /** Application token; null: none. */
  token?: string | null;
  /** CSRF header; null: none. */
  xsrf?: string | null;
  idempotencyKey?: string;
  headers?: Record<string, string>;
}

export interface CallResult<Path extends CallPath> {
  status: number;
  headers: LightMyRequestResponse['headers'];
  /** The body as received. */
  body: unknown;
  /** The answer of a 200; throws for a refusal, with its message. */
  answer: AnswerOf<Path>;
  /** The single element of a refusal; throws for a 200. */
  refusal: RefusalBody;
  /** `X-Total-Count`. */
  total: number;
}

function resultOf<Path extends CallPath>(response: LightMyRequestResponse): CallResult<Path> {
  const { statusCode: status, headers, body: text } = response;
  const body: unknown = JSON.parse(text);
  return {
    status,
    headers,
    body,
    get answer() {
      if (status !== 200) throw new Error(`the call was refused: ${status} ${text}`);
      return body as AnswerOf<Path>;
    },
    get refusal() {
      const [first] = Array.isArray(body) ? (body as RefusalBody[]) : [];
      if (status === 200 || !first) throw new Error(`the call was not refused: ${status} ${text}`);
      return first;
    },
    total: Number(headers['x-total-count']),
  };
}

export interface Upload {
  filename: string;
  bytes: Buffer;
  type?: string;
  /** Name of the field; `archivo` unless a test needs a wrong one. */
  field?: string;
}

/** A multipart form with a file, as a browser sends it. */
function multipart(fields: Record<string, unknown>, file: Upload | null) {
  const boundary = 'limite-de-prueba-7d1f';
  const parts: Buffer[] = Object.entries(fields).map(([name, value]) =>
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    ),
  );
  if (file) {
    const { filename, bytes, type = 'application/octet-stream', field = 'archivo' } = file;
    parts.push(
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${filename}"\r\nContent-Type: ${type}\r\n\r\n`,
      ),
      bytes,
      Buffer.from('\r\n'),
    );
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`));
  return {
    payload: Buffer.concat(parts),
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}

/** A browser: it stores its cookies and sends the CSRF value. */
export class TestClient {
  readonly cookies = new Map<string, string>();
  readonly #app: Injectable;
  readonly #token: string;

  constructor(app: Injectable, token: string = testToken) {
    this.#app = app;
    this.#token = token;
  }

  /** A second window of the browser, whose cookies are separate from then on. */
  copy(): TestClient {
    const client = new TestClient(this.#app, this.#token);
    for (const [name, value] of this.cookies) client.cookies.set(name, value);
    return client;
  }

  async call<Path extends CallPath>(
    path: Path,
    body: object = {},
    options: CallOptions = {},
  ): Promise<CallResult<Path>> {
    const { token = this.#token } = options;
    return resultOf(
      await this.#send({
        method: 'POST',
        url: apiBase + path,
        headers: { 'content-type': 'application/json', ...this.#headers(options) },
        payload: JSON.stringify(token === null ? body : { token, ...body }),
      }),
    );
  }

  async upload<Path extends CallPath>(
    path: Path,
    fields: Record<string, unknown>,
    file: Upload | null,
    options: CallOptions = {},
  ): Promise<CallResult<Path>> {
    const { token = this.#token } = options;
    const form = multipart(token === null ? fields : { token, ...fields }, file);
    return resultOf(
      await this.#send({
        method: 'POST',
        url: apiBase + path,
        headers: { 'content-type': form.contentType, ...this.#headers(options) },
        payload: form.payload,
      }),
    );
  }

  /** Documents, the page and the service endpoints. */
  get(url: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    return this.#send({ method: 'GET', url, headers });
  }

  /** Any other request, such as one that a browser would not send. */
  send(request: {
    method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';
    url: string;
    headers?: Record<string, string>;
    payload?: string | Buffer;
  }): Promise<LightMyRequestResponse> {
    return this.#send({ headers: {}, ...request });
  }

  #headers({ xsrf, idempotencyKey, headers }: CallOptions): Record<string, string> {
    const proof = xsrf === undefined ? this.cookies.get(xsrfCookie) : xsrf;
    return {
      ...(proof && { [xsrfHeader]: proof }),
      ...(idempotencyKey && { [idempotencyHeader]: idempotencyKey }),
      ...headers,
    };
  }

  async #send(request: {
    method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';
    url: string;
    headers: Record<string, string>;
    payload?: string | Buffer;
  }): Promise<LightMyRequestResponse> {
    const response = await this.#app.inject({
      ...request,
      cookies: Object.fromEntries(this.cookies),
    });
    for (const { name, value } of response.cookies) {
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }
}
