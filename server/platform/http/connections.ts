import type { FastifyInstance } from 'fastify';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { TimeLimits } from '../config/config.ts';
import { HttpError } from '../errors/http-error.ts';
import { refusalAnswer } from './answer.ts';

/**
 * Time limits against clients that send a request byte by byte or stall: each part of a request has its own
 * limit, long enough for an upload over a slow connection.
 */

/** Refuses invalid HTTP and late requests with the usual refusal body, then closes the connection. */
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

/** The limits that Node enforces. */
export const connectionLimits = ({ headers, upload, silence }: TimeLimits) => ({
  requestTimeout: upload,
  connectionTimeout: silence,
  // The interval at which Node checks connections: a limit is exceeded by at most a quarter of `headers`.
  http: { headersTimeout: headers, connectionsCheckingInterval: Math.ceil(headers / 4) },
  clientErrorHandler: refuseConnection,
});

/** Aborts reading a body that is not complete in time; the call is refused with 408 and never runs. */
export function withBodyTimeout(payload: Readable, { body }: TimeLimits): void {
  const timer = setTimeout(() => payload.emit('error', new HttpError(408)), body);
  for (const event of ['end', 'close', 'error']) payload.once(event, () => clearTimeout(timer));
}

/**
 * Drains the bodies of requests that were answered before they were complete. Most clients read the response only
 * after sending everything, so closing at once would lose it; draining at full speed would let the largest sender
 * monopolise the event loop. So these bodies are read in small chunks, one at a time, at a common rate.
 */

/** Milliseconds between two chunks, each at most the buffer of a request (64 KiB). */
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
    // Node does not discard the rest of a body once reading has begun.
    raw.read();
    timer ??= setInterval(readOne, PACE).unref();
  });
}

/** Graceful shutdown: answers pending requests and closes unused connections. */

/** Milliseconds in which connections are still accepted, so that a load balancer sees /listo fail. */
const DRAIN_DELAY = 250;
/** Milliseconds between checks for connections that have become idle. */
const IDLE_CHECK = 50;
/** Maximum length of the listen backlog: Node's default. */
const LONGEST_QUEUE = 511;
/** Event loop turns without a new connection after which the backlog is empty and received data has been read. */
const QUIET_TURNS = 3;

/** Accepts the backlog: the event loop accepts one connection per turn, and closing earlier would drop the others. */
async function acceptBacklog(server: Server): Promise<void> {
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
 * Tracks the connections of a server from its start.
 *
 * @returns a function that closes the server; it resolves once every request in progress is answered
 */
export function gracefulShutdown(app: FastifyInstance): () => Promise<void> {
  const { server } = app;
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });

  /** Closes idle connections: browsers keep them open after a response, and open some in advance. */
  const closeUnused = () => {
    server.closeIdleConnections();
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  };

  return async () => {
    await wait(DRAIN_DELAY);
    await acceptBacklog(server);
    setInterval(closeUnused, IDLE_CHECK).unref();
    await app.close();
  };
}
