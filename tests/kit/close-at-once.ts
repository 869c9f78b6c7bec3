/** Closes the server of a test. */
import type { FastifyInstance } from 'fastify';

/**
 * Closes a server with its connections. Fastify closes only idle connections: one whose answer is not ended would stay
 * open until the keep-alive timeout of 72 seconds.
 */
export async function closeAtOnce(app: FastifyInstance): Promise<void> {
  app.server.closeAllConnections();
  await app.close();
}
