import { secondsInDay } from 'date-fns/constants';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHmac, randomBytes } from 'node:crypto';
import { xsrfCookie, xsrfHeader } from '#contract/contract.ts';
import { permissionsOf } from '#machines/domain/people/authority.ts';
import { type SignIn, isProfileId } from '#machines/domain/people/profiles.ts';
import { dateInBogota, dateTimeInBogota } from '#machines/domain/values/bogota-time.ts';
import { isSameSecret } from '../../platform/http/operator-access.ts';
import type { Services } from '../../platform/http/services.ts';
import { hashOf, newSecret } from '../../platform/access/digests.ts';
import {
  type Caller,
  type Session,
  type StartedSession,
  clearSecretCookie,
  cookieOptions,
  secretCookie,
  sessionCookie,
  requireCookies,
  setSecretCookie,
} from '../../platform/access/session.ts';
import {
  type Trx,
  inTransaction,
  withoutTransaction,
} from '../../platform/database/transactions.ts';
import { type Operation, done } from '../../platform/http/operation.ts';
import { mustEnrol } from '../accounts/second-factor.repository.ts';
import {
  ABSOLUTE_LIMIT,
  IDLE_LIMIT,
  MOST_SESSIONS,
  type SessionRow,
  deleteSession,
  deleteSessionByToken,
  deleteSessionsBeyond,
  deleteSessionsOf,
  findSession,
  insertSession,
  openSessionsOf,
  updateSession,
} from '../accounts/session.repository.ts';
import { type UserRow, findUser } from '../accounts/user.repository.ts';

/**
 * Known browsers: a browser in which a person has signed in before has its own limit of sign-in attempts. Its cookie
 * holds a random name and, per account, a signature of the name and the account. The signature key is the stored hash
 * of the password, so a new password revokes all signatures, and none can be forged without the database.
 */

type Account = Pick<UserRow, 'id' | 'clave_hash'>;

const COOKIE = 'navegador';
const LIFE_SECONDS = 180 * secondsInDay;
/** Maximum number of accounts of one browser, such as a shared one of a store; a new one replaces the oldest. */
const ACCOUNTS = 6;

function cookieOf(request: FastifyRequest) {
  const value = secretCookie(request, COOKIE) ?? '';
  if (!/^[\w-]{22}(\.[\w-]{43}){1,6}$/.test(value)) return null;
  const [name = '', ...signatures] = value.split('.');
  return { name, signatures };
}

const signatureOf = (name: string, { id, clave_hash }: Account): string =>
  createHmac('sha256', clave_hash).update(`${name} ${id}`).digest('base64url');

/** @returns the browser's name when this account was used in it before; null otherwise */
export async function knownBrowser(
  request: FastifyRequest,
  find: () => Promise<Account | undefined>,
): Promise<string | null> {
  const cookie = cookieOf(request);
  const account = cookie && (await find());
  if (!account) return null;
  const signature = signatureOf(cookie.name, account);
  return cookie.signatures.some((sent) => isSameSecret(sent, signature)) ? cookie.name : null;
}

/** Adds this browser to the known browsers of the account. */
function rememberBrowser(request: FastifyRequest, reply: FastifyReply, account: Account): void {
  const cookie = cookieOf(request) ?? {
    name: randomBytes(16).toString('base64url'),
    signatures: [],
  };
  const signature = signatureOf(cookie.name, account);
  const others = cookie.signatures.filter((other) => other !== signature);
  const value = [cookie.name, signature, ...others.slice(0, ACCOUNTS - 1)].join('.');
  setSecretCookie(request, reply, COOKIE, value, LIFE_SECONDS);
}

/**
 * Session of a browser: an opaque token in the cookie `sid` (`__Host-sid` behind TLS), of which the database stores
 * only the hash, and a CSRF token that proves that a request comes from our own page.
 */

/** Minimum interval between updates of the last activity, milliseconds. */
const TOUCH_INTERVAL = 60_000;

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
      // Who has the account of the company needs no password.
      cambiarClave: row.cambiar_clave === 1 && row.sid_compania === null,
      metodo: row.sid_compania === null ? row.metodo : 'compania',
      debeInscribir: row.debe_inscribir === 1,
      vence: row.vence,
    },
  };
}

/** Finds the session of a request by its cookie; null when it has ended or does not exist. */
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
    // A failed write, as on a full disk, must not prevent reading.
    await inTransaction(db, (trx) => updateSession(trx, row.id, { vista: instant })).catch(
      (error: unknown) =>
        log.warn({ err: error }, 'no se pudo anotar la última solicitud de una sesión'),
    );
  }
  return callerOf(row);
}

/** True when the header equals the readable cookie (double submit) and belongs to the session. */
export function hasValidCsrfToken(request: FastifyRequest, caller: Caller): boolean {
  const sent = request.headers[xsrfHeader.toLowerCase()];
  return (
    typeof sent === 'string' &&
    sent === request.cookies[xsrfCookie] &&
    hashOf(sent) === caller.xsrfHash
  );
}

/**
 * Opens a session in this browser and ends the previous one, so that no earlier token is valid.
 *
 * @param sid name of the session at the company's accounts
 * @param admit checks and changes in the same transaction; when it throws, no session is opened
 * @returns its end, and whether the person must switch on a second factor before anything else
 */
export async function startSession(
  { db, now }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { idUsuario, metodo, sid = '' }: { idUsuario: number; metodo: SignIn; sid?: string },
  admit: (trx: Trx) => Promise<void>,
): Promise<StartedSession> {
  requireCookies(request);
  const byCompany = metodo === 'compania';
  const [token, xsrf, instant] = [newSecret(), newSecret(), now()];
  const vence = instant + ABSOLUTE_LIMIT;
  const previous = secretCookie(request, sessionCookie);
  const { user, due } = await inTransaction(db, async (trx) => {
    await admit(trx);
    const user = await findUser(trx, idUsuario);
    const due = user !== undefined && !byCompany && (await mustEnrol(trx, user));
    if (previous) await deleteSessionByToken(trx, hashOf(previous));
    await insertSession(trx, {
      token_hash: hashOf(token),
      xsrf_hash: hashOf(xsrf),
      id_usuario: idUsuario,
      metodo: byCompany ? 'clave' : metodo,
      sid_compania: byCompany ? sid : null,
      debe_inscribir: due ? 1 : 0,
      creada: instant,
      vista: instant,
      vence,
      agente: (request.headers['user-agent'] ?? '').slice(0, 200),
      ip: request.ip,
    });
    await deleteSessionsBeyond(trx, idUsuario, MOST_SESSIONS);
    return { user, due };
  });
  setSecretCookie(request, reply, sessionCookie, token);
  reply.setCookie(xsrfCookie, xsrf, cookieOptions(request));
  if (user && !byCompany) rememberBrowser(request, reply, user);
  return { debeInscribir: due, vence };
}

export async function endSession(
  { db }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  session: Session,
): Promise<void> {
  await inTransaction(db, (trx) => deleteSession(trx, session.id));
  // Clears the pages cached for going back, and nothing else, since drafts stay.
  reply.header('Clear-Site-Data', '"cache"');
  clearSecretCookie(request, reply, sessionCookie);
  reply.clearCookie(xsrfCookie, cookieOptions(request));
}

/** Browser names by user agent; the first match is used, since most agents claim to be several browsers. */
const browsers: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (signs: typeof browsers, agent: string): string | undefined =>
  signs.find(([sign]) => sign.test(agent))?.[1];

/** Device name by which people recognise a session, such as `Chrome en Windows`. */
export function agentWords(agent: string): string {
  const [browser, system] = [nameIn(browsers, agent), nameIn(systems, agent)];
  if (browser === undefined && system === undefined) return 'Equipo desconocido';
  if (system === undefined) return browser ?? '';
  return `${browser ?? 'Otro navegador'} en ${system}`;
}

/** Maximum number of listed sessions; closing the others also closes those that are not listed. */
const SHOWN = 100;

/** /misSesiones: the current session first, then the others by last activity. */
export const ownSessions: Operation<'/misSesiones'> = async (_input, context) => {
  const { session } = context;
  const now = context.now();
  const rows = await context.read((trx) =>
    openSessionsOf(trx, session, { now, seenBefore: now - IDLE_LIMIT, limit: SHOWN }),
  );
  return rows.map(({ id, agente, ip, creada, vista }) => ({
    id,
    equipo: agentWords(agente),
    ip,
    desde: dateTimeInBogota(creada),
    ultima_actividad: dateTimeInBogota(vista),
    actual: id === session.id ? 1 : 0,
  }));
};

const closedMessage = (count: number): string =>
  ({ 0: 'No había otras sesiones abiertas.', 1: 'Se cerró la otra sesión.' })[count] ??
  `Se cerraron las otras ${count} sesiones.`;

/** /cerrarOtrasSesiones: ends every session of the person except the current one. */
export const closeOtherSessions: Operation<'/cerrarOtrasSesiones'> = async (_input, context) => {
  const { id: current, idUsuario } = context.session;
  const cerradas = await context.write((trx) => deleteSessionsOf(trx, idUsuario, current));
  return done(closedMessage(cerradas), { cerradas });
};
