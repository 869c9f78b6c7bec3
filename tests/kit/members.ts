/** Several server processes on the database of a test, with requests sent to each in turn. */
import { type ChildProcess, fork } from 'node:child_process';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { Config } from '#server/platform/config/config.ts';
import { projectRoot } from '#server/platform/config/project-root.ts';

/** What a member serves. */
interface Served {
  config: Config & { databaseUrl: string };
  webDir: string | null;
}

export type Order = { open: Served } | { instant: number } | { close: true };
/** A log line, or the result of an order; the result of `open` is the address. */
export type Report = { line: string } | { done: string } | { failed: string };

/** How a test client reaches a server. */
export interface Injectable {
  inject: (options: InjectOptions) => Promise<LightMyRequestResponse>;
}

/** Output folder of `tests/setup/built-member.ts`. */
export const memberFolder = join(projectRoot, 'node_modules', '.cache', 'caja-menor-member');

/** Sends a request over HTTP. */
export function answered(
  url: string,
  agent: Agent,
  options: InjectOptions,
): Promise<LightMyRequestResponse> {
  const { method = 'GET', headers = {}, cookies = {}, payload } = options;
  const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
  const sent = { ...headers, ...(cookie.length > 0 && { cookie: cookie.join('; ') }) };
  return new Promise((resolve, reject) => {
    const address = new URL(String(options.url), url);
    const outgoing = request(address, { method, headers: sent, agent }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', reject);
      response.on('end', () => {
        const rawPayload = Buffer.concat(pieces);
        const cookies = (response.headers['set-cookie'] ?? []).map((line) => {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          return { name, value };
        });
        const { statusCode = 0, headers } = response;
        const body = `${rawPayload}`;
        const json = (): unknown => JSON.parse(body);
        // The part of the response that tests read.
        const answer = { statusCode, headers, rawPayload, body, payload: body, json, cookies };
        resolve(answer as unknown as LightMyRequestResponse);
      });
    });
    outgoing.on('error', reject);
    outgoing.end(payload);
  });
}

/** A server in its own process, which serves one database after the other. */
class Member {
  readonly #child: ChildProcess;
  readonly #waiting: { resolve: (done: string) => void; reject: (error: Error) => void }[] = [];
  readonly #agent = new Agent({ keepAlive: true });
  #url = '';
  #instant = Number.NaN;
  #clock: Promise<unknown> = Promise.resolve();
  #hear: (line: string) => void = () => undefined;

  constructor() {
    this.#child = fork(join(memberFolder, 'member.js'), {
      env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR },
      execArgv: [],
    });
    this.#child.on('message', (report: Report) => {
      if ('line' in report) return this.#hear(report.line);
      const waiting = this.#waiting.shift();
      return 'done' in report
        ? waiting?.resolve(report.done)
        : waiting?.reject(new Error(report.failed));
    });
    this.#child.on('exit', (code) => {
      for (const { reject } of this.#waiting) reject(new Error(`a member ended with ${code}`));
    });
    // The process ends with the test process, which does not wait for it.
    this.#child.unref();
    this.#child.channel?.unref();
  }

  #tell(order: Order): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#child.send(order);
    });
  }

  async open(served: Served, hear: (line: string) => void): Promise<void> {
    this.#hear = hear;
    this.#url = await this.#tell({ open: served });
  }

  /** Sets its clock; lines logged before have arrived once this resolves. */
  async setClock(instant: number): Promise<void> {
    this.#instant = instant;
    this.#clock = this.#tell({ instant });
    await this.#clock;
  }

  async answer(options: InjectOptions, instant: number): Promise<LightMyRequestResponse> {
    if (instant !== this.#instant) void this.setClock(instant);
    await this.#clock;
    return answered(this.#url, this.#agent, options);
  }

  async close(): Promise<void> {
    await this.#tell({ close: true });
  }
}

/** Members without a database. They are reused across test files, since a process takes a second to start. */
const idle: Member[] = [];

interface Members extends Injectable {
  /** Resolves once all their log lines have arrived. */
  heard: () => Promise<void>;
  /** @throws Error when a process got no request although there were enough for all */
  close: () => Promise<void>;
}

/**
 * @param first the server in the test process, which is one of them
 * @param clock shared time source, and receiver of log lines
 */
export async function startMembers(
  first: Injectable,
  count: number,
  served: Served,
  clock: { now: () => number; hear: (line: string) => void },
): Promise<Members> {
  const others = Array.from({ length: count - 1 }, () => idle.pop() ?? new Member());
  await Promise.all(others.map((member) => member.open(served, clock.hear)));
  const given = Array.from({ length: count }, () => 0);
  let turn = 0;
  return {
    inject: (options) => {
      turn = (turn + 1) % count;
      given[turn] = (given[turn] ?? 0) + 1;
      return others[turn - 1]?.answer(options, clock.now()) ?? first.inject(options);
    },
    async heard() {
      await Promise.all(others.map((member) => member.setClock(clock.now())));
    },
    async close() {
      await Promise.all(others.map((member) => member.close()));
      idle.push(...others);
      if (given.includes(0) && Math.max(...given) > 1)
        throw new Error(`requests of each process: ${given.join()}`);
    },
  };
}
