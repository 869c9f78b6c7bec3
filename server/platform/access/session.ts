import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ProfileId, type SignIn, profiles } from '#machines/domain/people/profiles.ts';

/** The signed-in person, read from the session's row at every request. */
export interface Session {
  /** Key of the session's row. */
  id: number;
  idUsuario: number;
  nombre: string;
  email: string;
  profile: ProfileId;
  permisos: readonly string[];
  /** The absent people for whom the person decides today. */
  representa: readonly number[];
  /** A password change is pending: nothing but it is allowed. */
  cambiarClave: boolean;
  /** How the person signed in. */
  metodo: SignIn;
  /** A second factor is required and not there: nothing but switching it on is allowed. */
  debeInscribir: boolean;
}

/** The session of somebody with the permissions of the profile alone, for whom nothing is pending. */
export const plainSession = (
  person: Pick<Session, 'id' | 'idUsuario' | 'nombre' | 'email' | 'profile'>,
): Session => ({
  ...person,
  permisos: profiles[person.profile].permisos,
  representa: [],
  cambiarClave: false,
  metodo: 'clave',
  debeInscribir: false,
});

/** A person as the limits of what is seen know one. */
export type Viewer = Pick<Session, 'idUsuario' | 'profile' | 'representa'>;

/** How our cookies are set: for this site alone, and behind TLS under a name that no other host can write. */

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
