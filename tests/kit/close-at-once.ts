/** The end of a server of a test. */
import type { FastifyInstance } from 'fastify';

/**
 * Closes a server with its connections. Fastify closes only those that wait for a request: one whose client has
 * read every byte of an answer that the server has not ended would be retained for the next, 72 seconds.
 */
export async function closeAtOnce(app: FastifyInstance): Promise<void> {
  app.server.closeAllConnections();
  await app.close();
}
