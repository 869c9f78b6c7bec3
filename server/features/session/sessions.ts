/**
 * The session of a browser: an opaque value in the cookie `sid` (`__Host-sid` behind TLS), of which the database keeps only the
 * hash, and a second value that proves that a request comes from our own page.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { xsrfCookie, xsrfHeader } from '#contract/contract.ts';
import { permissionsOf } from '#machines/domain/people/authority.ts';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { isProfileId, type SignIn } from '#machines/domain/people/profiles.ts';
import {
  inTransaction,
  type Trx,
  withoutTransaction,
} from '../../platform/database/transactions.ts';
import { hashOf, newSecret } from '../../platform/access/digests.ts';
import { ABSOLUTE_LIMIT, IDLE_LIMIT, MOST_SESSIONS } from '../accounts/session.policy.ts';
import {
  type Session,
  clearSecretCookie,
  cookieOptions,
  secretCookie,
  sessionCookie,
  setSecretCookie,
} from '../../platform/access/session.ts';
import { mustEnrol } from '../accounts/second-factor.repository.ts';
import {
  deleteSession,
  deleteSessionsBeyond,
  deleteSessionByToken,
  findSession,
  insertSession,
  type SessionRow,
  updateSession,
} from '../accounts/session.repository.ts';
import { findUser } from '../accounts/user.repository.ts';
import { rememberBrowser } from './known-browser.ts';
import type { Services } from '../../app/services.ts';

/** The last request is written down at most this often, milliseconds. */
const TOUCH_INTERVAL = 60_000;

/** The person behind a request, with what a forged request cannot know. */
export interface Caller {
  session: Session;
  xsrfHash: string;
}

const isOver = (row: SessionRow, now: number): boolean =>
  row.vence <= now || row.vista + IDLE_LIMIT <= now;

function callerOf(row: SessionRow): Caller | null {
  if (!isProfileId(row.tipo)) return null;
  return {
    xsrfHash: row.xsrf_hash,
    session: {
      id: row.id,
      idUsuario: row.id_usuario,
      nombre: row.razon_social,
      email: row.email,
      profile: row.tipo,
      permisos: permissionsOf(row),
      representa: row.representa,
      cambiarClave: row.cambiar_clave === 1,
      metodo: row.metodo,
      debeInscribir: row.debe_inscribir === 1,
    },
  };
}

/** Finds the sender of a request by its cookie; null when nobody is signed in there any more. */
export async function findCaller(
  { db, now, log }: Services,
  request: FastifyRequest,
): Promise<Caller | null> {
  const token = secretCookie(request, sessionCookie);
  if (!token || token.length > 100) return null;
  const instant = now();
  const row = await withoutTransaction(db, (trx) =>
    findSession(trx, hashOf(token), dateInBogota(instant)),
  );
  if (!row || isOver(row, instant)) return null;
  if (instant - row.vista >= TOUCH_INTERVAL) {
    // A disk that is full lets people read on.
    await inTransaction(db, (trx) => updateSession(trx, row.id, { vista: instant })).catch(
      (error: unknown) =>
        log.warn({ err: error }, 'no se pudo anotar la última solicitud de una sesión'),
    );
  }
  return callerOf(row);
}

/** The header must bring back what the readable cookie says, and that must be this session's. */
export function provesOwnPage(request: FastifyRequest, caller: Caller): boolean {
  const sent = request.headers[xsrfHeader.toLowerCase()];
  return (
    typeof sent === 'string' &&
    sent === request.cookies[xsrfCookie] &&
    hashOf(sent) === caller.xsrfHash
  );
}

/**
 * Opens a session in this browser; the one it had ends, so no value from before is of use.
 *
 * @param admit what must hold, or happen, in the same transaction; whatever it throws leaves no session
 * @returns whether the person has to switch on a second factor before anything else
 */
export async function startSession(
  { db, now }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { idUsuario, metodo }: { idUsuario: number; metodo: SignIn },
  admit: (trx: Trx) => Promise<void>,
): Promise<boolean> {
  const [token, xsrf, instant] = [newSecret(), newSecret(), now()];
  const previous = secretCookie(request, sessionCookie);
  const { user, due } = await inTransaction(db, async (trx) => {
    await admit(trx);
    const due = await mustEnrol(trx, idUsuario);
    if (previous) await deleteSessionByToken(trx, hashOf(previous));
    await insertSession(trx, {
      token_hash: hashOf(token),
      xsrf_hash: hashOf(xsrf),
      id_usuario: idUsuario,
      metodo,
      debe_inscribir: due ? 1 : 0,
      creada: instant,
      vista: instant,
      vence: instant + ABSOLUTE_LIMIT,
      agente: (request.headers['user-agent'] ?? '').slice(0, 200),
      ip: request.ip,
    });
    await deleteSessionsBeyond(trx, idUsuario, MOST_SESSIONS);
    return { user: await findUser(trx, idUsuario), due };
  });
  setSecretCookie(request, reply, sessionCookie, token);
  reply.setCookie(xsrfCookie, xsrf, cookieOptions(request));
  if (user) rememberBrowser(request, reply, user);
  return due;
}

export async function endSession(
  { db }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  session: Session,
): Promise<void> {
  await inTransaction(db, (trx) => deleteSession(trx, session.id));
  // Whatever the browser keeps to go back to; nothing else, since drafts stay.
  reply.header('Clear-Site-Data', '"cache"');
  clearSecretCookie(request, reply, sessionCookie);
  reply.clearCookie(xsrfCookie, cookieOptions(request));
}
