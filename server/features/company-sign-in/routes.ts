/** Addresses that the browser opens for a sign-in with the account of the company, and the one that the issuer calls. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CompanyRefusalName } from '#machines/domain/people/company-sign-in.ts';
import { hashOf, newSecret } from '../../platform/access/digests.ts';
import {
  clearReturnCookie,
  returnCookieOf,
  secretCookie,
  sessionCookie,
  setReturnCookie,
} from '../../platform/access/session.ts';
import { adding } from '../../platform/database/queries.ts';
import {
  type Trx,
  inTransaction,
  isUniqueViolation,
} from '../../platform/database/transactions.ts';
import type { Services } from '../../platform/http/services.ts';
import { hashOfNoPassword } from '../accounts/passwords.ts';
import {
  IDLE_LIMIT,
  deleteSessionByToken,
  deleteSessionsOf,
} from '../accounts/session.repository.ts';
import { lockUser } from '../accounts/user.repository.ts';
import { startSession } from '../session/sessions.ts';
import { type CompanySignIn, companySignInOf } from '../settings/settings.ts';
import { CompanyRefusal, admit, identityOf, join } from './admit.ts';
import {
  type CompanyAccount,
  LOGOUT_MEMORY,
  type Logout,
  type Proof,
  accountOf,
  authorizationAddress,
  discover,
  issuerOf,
  logoutOf,
  newProof,
} from './provider.ts';

export const startPath = '/ingreso/compania';
const returnPath = `${startPath}/respuesta`;
const logoutPath = `${startPath}/salida`;

type Public = Pick<Services['config'], 'publicUrl'>;
export const returnAddress = ({ publicUrl }: Public): string => publicUrl + returnPath;
export const logoutAddress = ({ publicUrl }: Public): string => publicUrl + logoutPath;

/** Milliseconds for the person to sign in at the issuer, and to follow the link that joins an account. */
const SIGN_IN_TIME = 10 * 60_000;
const TICKET_TIME = 60_000;

const addPending = adding('ingreso_compania');
const addLogout = adding('salida_compania');

/** Takes what was stored under a secret, which then no longer works. */
const takePending = (trx: Trx, secret: string, now: number) =>
  trx
    .deleteFrom('ingreso_compania')
    .where('estado_hash', '=', hashOf(secret))
    .where('vence', '>', now)
    .returningAll()
    .executeTakeFirst();

/** @returns a secret with which this browser begins to join an account to the user of the session */
export async function joiningTicket(trx: Trx, idSesion: number, now: number): Promise<string> {
  const ticket = newSecret();
  await addPending(trx, {
    estado_hash: hashOf(ticket),
    nonce: '',
    verificador: '',
    id_sesion: idSesion,
    vence: now + TICKET_TIME,
  });
  return ticket;
}

const queryOf = (request: FastifyRequest): URLSearchParams =>
  new URL(request.url, 'http://localhost').searchParams;

async function settingsOn({ db }: Services): Promise<CompanySignIn> {
  const settings = await inTransaction(db, companySignInOf);
  if (!settings.activo) throw new CompanyRefusal('apagado');
  return settings;
}

interface Visit {
  request: FastifyRequest;
  reply: FastifyReply;
  /** The visitor is signed in and joins an account. */
  joins: boolean;
}

/** Leads to the sign-in page of the issuer. @throws CompanyRefusal */
async function begin(services: Services, { request, reply }: Visit) {
  const { db, config, now } = services;
  const settings = await settingsOn(services);
  const ticket = queryOf(request).get('union');
  // Not sent on the way back, which begins at another site.
  const previous = secretCookie(request, sessionCookie);
  const proof = newProof();
  const provider = await discover(settings, config.oidcClientSecret);
  const address = await authorizationAddress(provider, proof, returnAddress(config));
  await inTransaction(db, async (trx) => {
    const joining = ticket === null ? null : await takePending(trx, ticket, now());
    if (joining === undefined) throw new CompanyRefusal('vencido');
    await addPending(trx, {
      estado_hash: hashOf(proof.estado),
      nonce: proof.nonce,
      verificador: proof.verificador,
      id_sesion: joining?.id_sesion ?? null,
      previa_hash: previous === undefined ? null : hashOf(previous),
      vence: now() + SIGN_IN_TIME,
    });
  });
  setReturnCookie(request, reply, proof.estado, SIGN_IN_TIME / 1_000);
  return reply.redirect(address.href);
}

/** @throws CompanyRefusal unless this browser began the sign-in, and once only */
async function takeProof(services: Services, request: FastifyRequest) {
  const { db, now } = services;
  const estado = returnCookieOf(request);
  if (estado === undefined || queryOf(request).get('state') !== estado)
    throw new CompanyRefusal('vencido');
  const row = await inTransaction(db, (trx) => takePending(trx, estado, now()));
  if (row === undefined || row.nonce === '') throw new CompanyRefusal('vencido');
  const { nonce, verificador, id_sesion, previa_hash } = row;
  return { proof: { estado, nonce, verificador }, idSesion: id_sesion, previous: previa_hash };
}

async function answeredAccount(
  { config, log }: Services,
  settings: CompanySignIn,
  request: FastifyRequest,
  proof: Proof,
): Promise<CompanyAccount> {
  if (queryOf(request).has('error')) throw new CompanyRefusal('negado');
  const answer = new URL(returnAddress(config));
  answer.search = queryOf(request).toString();
  try {
    const provider = await discover(settings, config.oidcClientSecret);
    return await accountOf(provider, answer, proof, settings.dato_grupos);
  } catch (error) {
    log.warn({ err: error }, 'no se pudo comprobar un ingreso con la cuenta de la compañía');
    throw new CompanyRefusal('proveedor');
  }
}

/** Checks the answer of the issuer, then opens a session, or joins the account. @throws CompanyRefusal */
async function finish(services: Services, visit: Visit) {
  const { request, reply } = visit;
  const { db, config, now } = services;
  const { proof, idSesion, previous } = await takeProof(services, request);
  visit.joins = idSesion !== null;
  clearReturnCookie(request, reply);
  const settings = await settingsOn(services);
  const account = await answeredAccount(services, settings, request, proof);
  if (idSesion !== null) {
    await inTransaction(db, async (trx) => {
      const session = await trx
        .selectFrom('sesion')
        .select('id_usuario')
        .where('id', '=', idSesion)
        .where('vence', '>', now())
        .where('vista', '>', now() - IDLE_LIMIT)
        .executeTakeFirst();
      if (session === undefined) throw new CompanyRefusal('vencido');
      await join(trx, account, session.id_usuario, now());
    });
    return reply.redirect('/#/mi-cuenta');
  }
  const clave_hash = await hashOfNoPassword(config.passwordCost);
  const admitted = () =>
    inTransaction(db, (trx) => admit(trx, account, settings, { now: now(), clave_hash }));
  // Of two first sign-ins of a person at once, the second finds the user that the first created.
  const idUsuario = await admitted().catch((error: unknown) => {
    if (isUniqueViolation(error)) return admitted();
    throw error;
  });
  const whose = { idUsuario, metodo: 'compania', sid: account.sid } as const;
  await startSession(services, request, reply, whose, async (trx) => {
    if ((await lockUser(trx, idUsuario))?.active_ !== 1) throw new CompanyRefusal('inactivo');
    if (previous !== null) await deleteSessionByToken(trx, previous);
  });
  // The page then asks for the session, which its device has not stored.
  return reply.redirect('/?ingreso');
}

/** The sign-in page says why; who was joining an account is still signed in, and returns to the own account. */
const refusalAddress = (motivo: CompanyRefusalName, joining: boolean): string =>
  `/#/${joining ? 'mi-cuenta' : 'login'}?compania=${motivo}`;

type Step = (services: Services, visit: Visit) => Promise<unknown>;

/** Leads a refused person to the screen that says why; a user whose groups give nothing also loses the open sessions. */
const orRefusal =
  (services: Services, step: Step) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { db, log } = services;
    reply.header('Cache-Control', 'no-store');
    const visit = { request, reply, joins: false };
    try {
      return await step(services, visit);
    } catch (error) {
      const refusal = error instanceof CompanyRefusal ? error : new CompanyRefusal('proveedor');
      const { motivo, idUsuario } = refusal;
      if (refusal !== error) log.error({ err: error }, 'falló un ingreso de la compañía');
      if (idUsuario !== null) await inTransaction(db, (trx) => deleteSessionsOf(trx, idUsuario));
      log.warn({ ip: request.ip, motivo }, 'ingreso con la cuenta de la compañía rechazado');
      return reply.redirect(refusalAddress(motivo, visit.joins));
    }
  };

/** Ends the sessions that a logout token names. @returns false when the token was used before */
async function signOut({ db, now }: Services, emisor: string, logout: Logout): Promise<boolean> {
  const { sujeto, sid, jti } = logout;
  const used = hashOf(`${emisor} ${jti}`);
  try {
    await inTransaction(db, async (trx) => {
      await addLogout(trx, { jti_hash: used, vence: now() + LOGOUT_MEMORY });
      const identity = sujeto === '' ? undefined : await identityOf(trx, { emisor, sujeto });
      if (sid === '' && identity !== undefined) await deleteSessionsOf(trx, identity.id_usuario);
      if (sid === '') return;
      const ended = trx.deleteFrom('sesion').where('sid_compania', '=', sid);
      await (identity ? ended.where('id_usuario', '=', identity.id_usuario) : ended).execute();
    });
  } catch (error) {
    if (isUniqueViolation(error, 'jti_hash')) return false;
    throw error;
  }
  return true;
}

const tokenOf = (body: unknown): string =>
  typeof body === 'string' ? (new URLSearchParams(body).get('logout_token') ?? '') : '';

async function receiveLogout(services: Services, request: FastifyRequest, reply: FastifyReply) {
  const { db, config } = services;
  reply.header('Cache-Control', 'no-store');
  const settings = await inTransaction(db, companySignInOf);
  const token = tokenOf(request.body);
  const logout =
    settings.activo && token !== ''
      ? await logoutOf(settings, config.oidcClientSecret, token)
      : null;
  const isDone = logout !== null && (await signOut(services, issuerOf(settings.emisor), logout));
  return isDone ? reply.send() : reply.code(400).send({ error: 'invalid_request' });
}

/** A head office signs in from one address in the morning. */
const limits = { config: { rateLimit: { max: 300, timeWindow: 60_000 } } };

export async function registerCompanySignIn(
  app: FastifyInstance,
  services: Services,
): Promise<void> {
  app.get(startPath, limits, orRefusal(services, begin));
  app.get(returnPath, limits, orRefusal(services, finish));
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: FastifyRequest, body: string) => body,
    );
    scope.post(logoutPath, limits, (request, reply) => receiveLogout(services, request, reply));
  });
}
