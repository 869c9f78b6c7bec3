/** The end of a server that people are using: what they had sent is answered, what nobody uses is closed. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Milliseconds in which connections are still taken, so that whoever asks /listo learns to go elsewhere. */
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
