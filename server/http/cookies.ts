/** How our cookies are set: for this site alone, and behind TLS under a name that no other host can write. */
import type { FastifyRequest } from 'fastify';

export const cookieOptions = (request: FastifyRequest) =>
  ({ path: '/', sameSite: 'strict', secure: request.protocol === 'https' }) as const;

/** Browsers take `__Host-` only over TLS, for all of the host and from the host itself. */
export const cookieName = (request: FastifyRequest, name: string): string =>
  request.protocol === 'https' ? `__Host-${name}` : name;
