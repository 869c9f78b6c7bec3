import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeyScope } from '#contract/key-scopes.ts';
import { type ProfileId, type SignIn, profiles } from '#machines/domain/people/profiles.ts';
import { HttpError } from '../errors/http-error.ts';

/** The signed-in user, read from the session row on every request. */
export interface Session {
  /** Key of the session row. */
  id: number;
  idUsuario: number;
  nombre: string;
  email: string;
  profile: ProfileId;
  permisos: readonly string[];
  /** Scopes of the key of a machine, which opens only their calls; absent for a person. */
  alcances?: readonly KeyScope[];
  /** Keys of the stores to which the key of a machine is limited; absent: no such limit. */
  tiendas?: readonly number[];
  /** Ids of the absent users for whom this user decides today. */
  representa: readonly number[];
  /** A password change is pending; no other call is allowed. */
  cambiarClave: boolean;
  /** Sign-in method. */
  metodo: SignIn;
  /** A second factor is required but not enrolled; only its enrolment is allowed. */
  debeInscribir: boolean;
  /** Epoch milliseconds at which the session ends regardless of activity. */
  vence: number;
}

/** What a sign-in learns of the session that it opened. */
export type StartedSession = Pick<Session, 'debeInscribir' | 'vence'>;

/** A session with exactly the permissions of the profile, no delegations, nothing pending and no end. */
export const plainSession = (
  person: Pick<Session, 'id' | 'idUsuario' | 'nombre' | 'email' | 'profile'>,
): Session => ({
  ...person,
  permisos: profiles[person.profile].permisos,
  representa: [],
  cambiarClave: false,
  metodo: 'clave',
  debeInscribir: false,
  vence: Number.MAX_SAFE_INTEGER,
});

/** The session of a request, and the hash of its CSRF token; '' for a machine, which has none. */
export interface Caller {
  session: Session;
  xsrfHash: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user of the request; null without a session. */
    caller: Caller | null;
  }
}

/** The part of a session that decides which rows the user sees. */
export type Viewer = Pick<Session, 'idUsuario' | 'profile' | 'representa' | 'tiendas'>;

/** Cookies: same-site only and, over TLS, under a `__Host-` name that no other host can set. */

export const sessionCookie = 'sid';

export const cookieOptions = (request: FastifyRequest) =>
  ({ path: '/', sameSite: 'strict', secure: request.protocol === 'https' }) as const;

/** Browsers accept `__Host-` cookies only over TLS, with path `/` and without a domain. */
const cookieName = (request: FastifyRequest, name: string): string =>
  request.protocol === 'https' ? `__Host-${name}` : name;

/**
 * True when the proxy reports TLS but the browser opened the page over plain http: it discards every cookie of the
 * answer, so each sign-in would end at once. Browsers send `Origin` with each POST.
 */
export const losesCookies = ({ protocol, headers }: FastifyRequest): boolean =>
  protocol === 'https' && headers.origin?.startsWith('http://') === true;

/** @throws HttpError 400 when the browser would discard the cookies of a session */
export function requireCookies(request: FastifyRequest): void {
  if (losesCookies(request))
    throw new HttpError(400, {
      msg: 'Su navegador no puede guardar la sesión, que pide https: abra la dirección que empieza por https://.',
    });
}

/** Sets a cookie that page scripts cannot read. @param maxAge in seconds; without it, a browser session cookie */
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

/**
 * Cookie of a browser that went to the company's accounts. Unlike the others it is also sent when another site leads
 * back to ours, and it opens nothing by itself.
 */
const returnCookie = 'ingreso_compania';

const returnOptions = (request: FastifyRequest) =>
  ({ ...cookieOptions(request), sameSite: 'lax', httpOnly: true }) as const;

export const returnCookieOf = (request: FastifyRequest): string | undefined =>
  secretCookie(request, returnCookie);

/** @param maxAge in seconds */
export const setReturnCookie = (
  request: FastifyRequest,
  reply: FastifyReply,
  value: string,
  maxAge: number,
): void =>
  void reply.setCookie(cookieName(request, returnCookie), value, {
    ...returnOptions(request),
    maxAge,
  });

export const clearReturnCookie = (request: FastifyRequest, reply: FastifyReply): void =>
  void reply.clearCookie(cookieName(request, returnCookie), returnOptions(request));
