/** A browser of a server process: it stores its cookies and sends the CSRF value. */
import { setTimeout as wait } from 'node:timers/promises';
import {
  type AnswerOf,
  apiBase,
  type CallPath,
  idempotencyHeader,
  type RequestOf,
  xsrfCookie,
  xsrfHeader,
} from '#contract/contract.ts';

/** How often a document is asked for while the server answers 503; more than a failover takes. */
const DOCUMENT_ATTEMPTS = 12;

export interface WebAnswer {
  status: number;
  body: unknown;
}

interface Credentials {
  email: string;
  password: string;
}

export class WebClient {
  /** Changes when the server of a data folder restarts on another port. */
  url: string;
  readonly #token: string;
  readonly #cookies = new Map<string, string>();

  constructor(url: string, token: string) {
    this.url = url;
    this.#token = token;
  }

  /** Headers of every request of this browser. */
  headers(): Record<string, string> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return { cookie, [xsrfHeader]: this.#cookies.get(xsrfCookie) ?? '' };
  }

  /** Fields and file of a form, as `fetch` accepts them. */
  form(fields: Record<string, string | number>, bytes: Buffer): FormData {
    const form = new FormData();
    form.set('token', this.#token);
    for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
    form.set('archivo', new File([new Uint8Array(bytes)], 'recibo.pdf'));
    return form;
  }

  call<Path extends CallPath>(
    path: Path,
    body: RequestOf<Path>,
    idempotencyKey?: string,
  ): Promise<WebAnswer> {
    return this.#post(path, JSON.stringify({ token: this.#token, ...body }), {
      'content-type': 'application/json',
      ...(idempotencyKey !== undefined && { [idempotencyHeader]: idempotencyKey }),
    });
  }

  upload(
    path: CallPath,
    fields: Record<string, string | number>,
    bytes: Buffer,
  ): Promise<WebAnswer> {
    return this.#post(path, this.form(fields, bytes), {});
  }

  /** Opens the legalisation of a box, which is required to ship its papers, and asks again after a 503, as a browser does. */
  async openPdf(idCaja: number): Promise<void> {
    const address = `${this.url}/documentos/legalizar.php?id_caja=${idCaja}`;
    for (let attempt = 1; ; attempt += 1) {
      const answer = await fetch(address, { headers: this.headers() });
      await answer.arrayBuffer();
      if (answer.ok) return;
      const seconds = Number(answer.headers.get('retry-after') ?? 0);
      if (answer.status !== 503 || seconds === 0 || attempt === DOCUMENT_ATTEMPTS)
        throw new Error(`${address} was refused: ${answer.status} after ${attempt} attempts`);
      await wait(seconds * 1_000);
    }
  }

  /** A call that must succeed. */
  async must<Path extends CallPath>(path: Path, body: RequestOf<Path>): Promise<AnswerOf<Path>> {
    const answer = await this.call(path, body);
    if (answer.status !== 200)
      throw new Error(`${path} was refused: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as AnswerOf<Path>;
  }

  async signIn({ email, password }: Credentials): Promise<void> {
    await this.must('/auth/user', { email, password });
  }

  async #post(
    path: CallPath,
    body: string | FormData,
    headers: Record<string, string>,
  ): Promise<WebAnswer> {
    const response = await fetch(this.url + apiBase + path, {
      method: 'POST',
      body,
      headers: { ...this.headers(), ...headers },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      this.#cookies.set(name, value);
    }
    return { status: response.status, body: await response.json() };
  }
}
