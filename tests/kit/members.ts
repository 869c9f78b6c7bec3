/** Several server processes on the database of a test, and who sends each request to the next one of them. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { Config } from '#server/config/config.ts';
import { projectRoot } from '#server/config/project-root.ts';

/** How a test client reaches a server. */
export interface Injectable {
  inject: (options: InjectOptions) => Promise<LightMyRequestResponse>;
}

/** Where `tests/setup/built-member.ts` puts the program. */
export const memberFolder = join(projectRoot, 'node_modules', '.cache', 'caja-menor-member');

function answered(url: string, options: InjectOptions): Promise<LightMyRequestResponse> {
  const { method = 'GET', headers = {}, cookies = {}, payload } = options;
  const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
  const sent = { ...headers, ...(cookie.length > 0 && { cookie: cookie.join('; ') }) };
  return new Promise((resolve, reject) => {
    const address = new URL(String(options.url), url);
    const outgoing = request(address, { method, headers: sent, agent: false }, (response) => {
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
        // What the tests read of an answer.
        const answer = { statusCode, headers, rawPayload, body: `${rawPayload}`, cookies };
        resolve(answer as unknown as LightMyRequestResponse);
      });
    });
    outgoing.on('error', reject);
    outgoing.end(payload);
  });
}

/** A server in a process of its own. */
class Member implements Injectable {
  readonly #child: ChildProcess;
  readonly #now: () => number;
  #url = '';
  #told: Promise<unknown> = Promise.resolve();
  #instant = 0;

  constructor(config: Config & { databaseUrl: string }, now: () => number) {
    this.#now = now;
    this.#child = fork(join(memberFolder, 'member.js'), {
      env: { PATH: process.env.PATH, MEMBER: JSON.stringify(config) },
      execArgv: [],
    });
  }

  async ready(): Promise<void> {
    [this.#url] = await once(this.#child, 'message');
  }

  async inject(options: InjectOptions): Promise<LightMyRequestResponse> {
    const instant = this.#now();
    if (instant !== this.#instant) {
      this.#instant = instant;
      this.#told = this.#told.then(async () => {
        this.#child.send(instant);
        await once(this.#child, 'message');
      });
    }
    await this.#told;
    return answered(this.#url, options);
  }

  async end(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.disconnect();
    await ended;
  }
}

export interface Members extends Injectable {
  /** @throws Error when one of them was given nothing to answer */
  close: () => Promise<void>;
}

/** @param first the server of the test's own process, which is one of them */
export async function startMembers(
  first: Injectable,
  count: number,
  config: Config & { databaseUrl: string },
  now: () => number,
): Promise<Members> {
  const others = Array.from({ length: count - 1 }, () => new Member(config, now));
  await Promise.all(others.map((member) => member.ready()));
  const all = [first, ...others];
  const given = all.map(() => 0);
  let turn = 0;
  return {
    inject: (options) => {
      turn = (turn + 1) % all.length;
      given[turn] = (given[turn] ?? 0) + 1;
      return (all[turn] ?? first).inject(options);
    },
    async close() {
      await Promise.all(others.map((member) => member.end()));
      if (given.includes(0)) throw new Error(`requests of each process: ${given.join()}`);
    },
  };
}
