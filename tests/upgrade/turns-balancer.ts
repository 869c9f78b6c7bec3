/** A balancer that gives each request to the next of its servers, whoever sends it. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';

export class TurnsBalancer {
  /** Addresses; may change at any time. */
  servers: readonly string[] = [];
  /** How many requests each of them got. */
  readonly given = new Map<string, number>();
  url = '';
  #turn = 0;
  readonly #server = createServer((incoming, outgoing) => {
    const server = this.servers[this.#turn % this.servers.length] ?? '';
    this.#turn += 1;
    this.given.set(server, (this.given.get(server) ?? 0) + 1);
    const { method, headers, url = '/' } = incoming;
    const passed = request(new URL(url, server), { method, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });

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
