import type { FastifyInstance } from 'fastify';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { TimeLimits } from '../config/config.ts';
import { HttpError } from '../errors/http-error.ts';
import { refusalAnswer } from './answer.ts';

/**
 * Limits of time: somebody who sends a request byte by byte, or falls silent within it, only holds a
 * connection. Each part of a
 * request has its time, and an upload over a slow line has enough of it.
 */

/** Refuses what is no HTTP, or not in time, in the form of every other refusal; then the connection ends. */
function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  if (error.code !== 'ECONNRESET' && socket.writable) {
    const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    const { httpStatus, body } = refusalAnswer(new HttpError(isLate ? 408 : 400));
    const text = JSON.stringify(body);
    socket.write(
      [
        `HTTP/1.1 ${httpStatus} ${isLate ? 'Request Timeout' : 'Bad Request'}`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(text)}`,
        'Connection: close',
        '',
        text,
      ].join('\r\n'),
    );
  }
  socket.destroy();
}

/** The part of the limits that Node keeps by itself. */
export const connectionLimits = ({ headers, upload, silence }: TimeLimits) => ({
  requestTimeout: upload,
  connectionTimeout: silence,
  // It looks at the connections only so often: a limit is exceeded by a quarter at most.
  http: { headersTimeout: headers, connectionsCheckingInterval: Math.ceil(headers / 4) },
  clientErrorHandler: refuseConnection,
});

/** Ends the reading of a body that is not whole in time; its call is then refused with 408 and never begins. */
export function withBodyTimeout(payload: Readable, { body }: TimeLimits): void {
  const timer = setTimeout(() => payload.emit('error', new HttpError(408)), body);
  for (const event of ['end', 'close', 'error']) payload.once(event, () => clearTimeout(timer));
}

/**
 * A body that nobody reads: its request was answered before it came whole. Most clients read the answer only
 * after they have sent everything, so that to close the line at once would take the sentence from them; and
 * to read on at full speed would give the thread that answers to the one who sends the most. So these bodies are
 * read to their end in small pieces, one at a time, all of them together at one pace.
 */

/** Milliseconds between two pieces, each of them at most what a request buffers (64 KiB). */
const PACE = 5;

export function registerRefusedBodies(app: FastifyInstance): void {
  const unread = new Set<IncomingMessage>();
  let timer: NodeJS.Timeout | undefined;

  function readOne(): void {
    const [next] = unread;
    if (next === undefined) {
      clearInterval(timer);
      timer = undefined;
      return;
    }
    unread.delete(next);
    if (next.readableEnded || next.destroyed) return;
    next.read();
    unread.add(next);
  }

  app.addHook('onSend', async ({ raw }) => {
    if (raw.complete) return;
    unread.add(raw);
    // Node takes a request whose reading has begun for one that somebody reads to its end.
    raw.read();
    timer ??= setInterval(readOne, PACE).unref();
  });
}

/** The end of a server that people are using: what they had sent is answered, what nobody uses is closed. */

/** Milliseconds in which connections are still taken, so that a balancer that asks /listo learns to go elsewhere. */
const LAST_CALL = 250;
/** Milliseconds between looks at connections that have become idle meanwhile. */
const IDLE_CHECK = 50;
/** Connections that the operating system keeps waiting for us at most: what Node asks of it. */
const LONGEST_QUEUE = 511;
/** Turns of the event loop without a new connection after which none waits, and what came has been read. */
const QUIET_TURNS = 3;

/** The event loop takes one waiting connection a turn; to close before all are taken would cut them off. */
async function takeWaiting(server: Server): Promise<void> {
  let quiet = 0;
  const count = () => {
    quiet = 0;
  };
  server.on('connection', count);
  for (let turn = 0; turn < LONGEST_QUEUE && quiet < QUIET_TURNS; turn += 1) {
    quiet += 1;
    await nextTurn();
  }
  server.off('connection', count);
}

/**
 * Watches the connections of a server from its start.
 *
 * @returns what closes it: resolves once every request that was begun is answered
 */
export function orderlyClosing(app: FastifyInstance): () => Promise<void> {
  const { server } = app;
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });

  /** Browsers keep connections after an answer, and open some before they have anything to ask. */
  const closeUnused = () => {
    server.closeIdleConnections();
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  };

  return async () => {
    await wait(LAST_CALL);
    await takeWaiting(server);
    setInterval(closeUnused, IDLE_CHECK).unref();
    await app.close();
  };
}
