/** A balancer that gives each request to the next of its servers, whoever sends it. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';

export class TurnsBalancer {
  /** Addresses; may change at any time. */
  servers: readonly string[] = [];
  /** How many requests each of them got. */
  readonly given = new Map<string, number>();
  /** Requests that were cut off, or answered with 500 and more. */
  readonly failures: string[] = [];
  /** Requests that a server has not answered yet. */
  readonly #waiting = new Map<string, number>();
  url = '';
  #turn = 0;
  readonly #server = createServer((incoming, outgoing) => {
    const server = this.servers[this.#turn % this.servers.length] ?? '';
    this.#turn += 1;
    this.given.set(server, (this.given.get(server) ?? 0) + 1);
    this.#count(server, 1);
    outgoing.once('close', () => this.#count(server, -1));
    const { method, headers, url = '/' } = incoming;
    const failed = (how: unknown) => this.failures.push(`${method} ${url} at ${server}: ${how}`);
    const passed = request(new URL(url, server), { method, headers, agent: false }, (answer) => {
      const { statusCode = 502 } = answer;
      if (statusCode >= 500) failed(statusCode);
      answer.on('aborted', () => failed('cut off'));
      outgoing.writeHead(statusCode, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', (error) => {
      failed(error);
      outgoing.destroy();
    });
    incoming.pipe(passed);
  });

  #count(server: string, more: number): void {
    this.#waiting.set(server, (this.#waiting.get(server) ?? 0) + more);
  }

  /** True when a server has answered all that it was given. */
  isIdle(server: string): boolean {
    return (this.#waiting.get(server) ?? 0) === 0;
  }

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const place = this.#server.address();
    this.url = `http://127.0.0.1:${typeof place === 'object' && place ? place.port : 0}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
