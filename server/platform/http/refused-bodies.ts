/**
 * A body that nobody reads: its request was answered before it came whole. Most clients read the answer only
 * after they have sent everything, so that to close the line at once would take the sentence from them; and
 * to read on at full speed would give the thread that answers to whoever sends the most. So these bodies are
 * read to their end in small pieces, one at a time, all of them together at one pace.
 */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

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
