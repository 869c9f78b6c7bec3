import Fastify, { type FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { registerRefusedBodies } from '#server/platform/http/connections.ts';
import { closeAtOnce } from '#tests/kit/close-at-once.ts';
import { openConnection } from '#tests/kit/raw-request.ts';

/** Most bytes that are read at once. */
const PIECE = 64 * 1024;
const body = Buffer.alloc(20 * PIECE);
/** On a busy machine. */
const soon = { timeout: 20_000 };

let app: FastifyInstance;
let url: string;
/** The server's ends of the connections. */
let accepted: Socket[];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  accepted = [];
  app = Fastify();
  registerRefusedBodies(app);
  app.addContentTypeParser('application/x-file', (_request, _payload, done) => done(null));
  app.post('/', (_request, reply) => reply.code(429).send('Espere.'));
  app.server.on('connection', (socket: Socket) => accepted.push(socket));
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  await closeAtOnce(app);
  vi.useRealTimers();
});

/** Sends a body, and collects the answers. */
async function sendBody(bytes: Buffer) {
  const socket = await openConnection(url);
  // The server drops its connections at the end.
  socket.on('error', () => undefined);
  let answers = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answers += text;
  });
  const send = (content: Buffer) => {
    socket.write(
      `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-file\r\nContent-Length: ${content.length}\r\n\r\n`,
    );
    socket.write(content);
  };
  send(bytes);
  const answered = (times: number) =>
    vi.waitFor(() => expect(answers.match(/HTTP\/1\.1 429/g)).toHaveLength(times), soon);
  return { socket, send, answered };
}

const read = (): number => accepted.reduce((sum, { bytesRead }) => sum + bytesRead, 0);

test('refused bodies share one read rate, and are answered before they are read', async () => {
  const crowd = await Promise.all(Array.from({ length: 10 }, () => sendBody(body)));
  for (const one of crowd) await one.answered(1);
  for (let turn = 1; turn <= 50; turn += 1) {
    await vi.advanceTimersByTimeAsync(5);
    await new Promise((resolve) => setImmediate(resolve));
    // A few of the twenty pieces of each body are read before its request is refused.
    expect(read()).toBeLessThanOrEqual((4 * crowd.length + turn) * PIECE);
  }
});

test('a refused body is read to its end, and the connection can be reused', async () => {
  const one = await sendBody(body);
  await one.answered(1);
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(5);
    expect(read()).toBeGreaterThan(body.length);
  }, soon);
  one.send(Buffer.from('x'));
  await one.answered(2);
});
