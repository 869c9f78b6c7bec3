/** How our cookies are set: for this site alone, and behind TLS under a name that no other host can write. */
import type { FastifyReply, FastifyRequest } from 'fastify';

export const sessionCookie = 'sid';

export const cookieOptions = (request: FastifyRequest) =>
  ({ path: '/', sameSite: 'strict', secure: request.protocol === 'https' }) as const;

/** Browsers take `__Host-` only over TLS, for all of the host and from the host itself. */
const cookieName = (request: FastifyRequest, name: string): string =>
  request.protocol === 'https' ? `__Host-${name}` : name;

/** A cookie that no script of the page reads. @param maxAge in seconds; without it the cookie ends with the browser */
export function setSecretCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  value: string,
  maxAge?: number,
): void {
  const options = { ...cookieOptions(request), httpOnly: true, ...(maxAge && { maxAge }) };
  reply.setCookie(cookieName(request, name), value, options);
}

export const secretCookie = (request: FastifyRequest, name: string): string | undefined =>
  request.cookies[cookieName(request, name)];

export const clearSecretCookie = (
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
): void =>
  void reply.clearCookie(cookieName(request, name), { ...cookieOptions(request), httpOnly: true });
