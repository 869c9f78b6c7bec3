import Fastify, { type FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { registerRefusedBodies } from '#server/http/refused-bodies.ts';
import { openConnection } from '#tests/kit/raw-request.ts';

/** The largest piece that a request buffers, and what is read of it before it is full. */
const PIECE = 64 * 1024;
const body = Buffer.alloc(20 * PIECE);

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
  vi.useRealTimers();
  await app.close();
});

/** Sends a body; the answers as they come. */
async function sendBody(bytes: Buffer) {
  const socket = await openConnection(url);
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
    vi.waitFor(() => expect(answers.match(/HTTP\/1\.1 429/g)).toHaveLength(times));
  return { socket, send, answered };
}

const read = (): number => accepted.reduce((sum, { bytesRead }) => sum + bytesRead, 0);

test('who is refused reads it at once, though nobody reads the body', async () => {
  const one = await sendBody(body);
  await one.answered(1);
  expect(read()).toBeLessThan(body.length / 2);
  one.socket.destroy();
});

test('all refused bodies together are read at one pace', async () => {
  const crowd = await Promise.all(Array.from({ length: 10 }, () => sendBody(body)));
  for (const one of crowd) await one.answered(1);
  const before = read();
  // What nobody reads does not come, however long one waits.
  await vi.advanceTimersByTimeAsync(0);
  for (let turn = 1; turn <= 20; turn += 1) {
    await vi.advanceTimersByTimeAsync(5);
    await new Promise((resolve) => setImmediate(resolve));
    expect(read() - before).toBeLessThanOrEqual((turn + 1) * PIECE);
  }
  for (const { socket } of crowd) socket.destroy();
});

test('a refused body is read to its end, and the connection serves again', async () => {
  const one = await sendBody(body);
  await one.answered(1);
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(5);
    expect(read()).toBeGreaterThan(body.length);
  });
  one.send(Buffer.from('x'));
  await one.answered(2);
  one.socket.destroy();
});
