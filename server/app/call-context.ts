import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CallPath, calls, idempotencyHeader, totalCountHeader } from '#contract/contract.ts';
import type { Call } from '#contract/call.ts';
import { idempotencyGuard } from '#contract/errors.ts';
import { inSnapshot, inTransaction, type Trx } from '../platform/database/transactions.ts';
import type { Context, OpenContext } from '../platform/http/operation.ts';
import { hashOf } from '../platform/access/digests.ts';
import type { Session } from '../platform/access/session.ts';
import { HttpError, conflict } from '../platform/errors/http-error.ts';
import {
  type IdempotencyKey,
  findStoredAnswer,
  keepAnswer,
  takeKey,
} from '../platform/database/calls.repository.ts';
import { findUserByEmail } from '../features/accounts/user.repository.ts';
import { endSession, knownBrowser, startSession } from '../features/session/sessions.ts';
import type { Services } from './services.ts';
import {
  forgetPendingSignIn,
  pendingSignInOf,
  startPendingSignIn,
} from '../features/session/pending-sign-ins.ts';

type Work<Result> = (trx: Trx) => Promise<Result>;

const sameKeyAnotherBody = () =>
  conflict(
    idempotencyGuard,
    'Esta solicitud ya se usó con otros datos. Actualice la página e intente de nuevo.',
  );

/** The key under which the answer of this request is stored; null when there is none to keep. */
function idempotencyKey(
  request: FastifyRequest,
  path: CallPath,
  session: Session | null,
): IdempotencyKey | null {
  const call: Call = calls[path];
  const clave = request.headers[idempotencyHeader.toLowerCase()];
  if (!call.creates || session === null || clave === undefined) return null;
  if (typeof clave !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(clave)) throw new HttpError(400);
  return { clave, id_usuario: session.idUsuario, ruta: path };
}

/**
 * Digest of a checked body, without what is not the person's, and without a password: a reader of the
 * stored digest could try passwords against it far faster than against the password's own hash.
 */
function fingerprintOf(input: unknown): string {
  const { token: _token, password: _password, ...rest } = input as Record<string, unknown>;
  return hashOf(JSON.stringify(rest));
}

/** Runs the work once under its key; a repetition gets what the first request was answered. */
async function once<Result>(
  trx: Trx,
  { key, fingerprint }: Stored,
  now: number,
  work: Work<Result>,
): Promise<Result> {
  if (await takeKey(trx, key, fingerprint, now)) {
    const result = await work(trx);
    await keepAnswer(trx, key, JSON.stringify(result));
    return result;
  }
  const stored = await findStoredAnswer(trx, key);
  if (stored.huella !== fingerprint) throw sameKeyAnotherBody();
  return JSON.parse(stored.respuesta ?? 'null');
}

export type CallContext = Context &
  OpenContext & {
    endSession: () => Promise<void>;
  };

/** A request of a person, with what its answers are written to. */
interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
  session: Session | null;
}

/** Where the answer of a creating call is stored. */
interface Stored {
  key: IdempotencyKey;
  fingerprint: string;
}

/** @returns null for a call that does not create, or without the header */
export function idempotencyScope(
  exchange: Exchange,
  path: CallPath,
  input: unknown,
): Stored | null {
  const key = idempotencyKey(exchange.request, path, exchange.session);
  return key && { key, fingerprint: fingerprintOf(input) };
}

/** Aborted when the connection ends before the answer does. */
function hungUp({ raw }: FastifyReply): AbortSignal {
  const caller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) caller.abort();
  });
  return caller.signal;
}

/** Builds the context of an operation; when its answer is stored, what its first `write` gives is that answer. */
export function callContext(
  services: Services,
  { request, reply, session }: Exchange,
  stored: Stored | null,
): CallContext {
  const { config, db, receipts, now, log } = services;
  let unused = stored;

  const write = <Result>(work: Work<Result>): Promise<Result> => {
    const taken = unused;
    unused = null;
    return inTransaction(db, (trx) => (taken ? once(trx, taken, now(), work) : work(trx)));
  };

  return {
    config,
    db,
    receipts,
    now,
    write,
    session,
    signal: hungUp(reply),
    log: log.child({ codigo_soporte: request.id, traza: request.traza }),
    read: (work) => inSnapshot(db, work),
    setTotal: (total) => void reply.header(totalCountHeader, total),
    ip: request.ip,
    knownBrowser: (email) =>
      knownBrowser(request, () => inTransaction(db, (trx) => findUserByEmail(trx, email))),
    startSession: (whose, admit) => startSession(services, request, reply, whose, admit),
    startPendingSignIn: (whose, admit) =>
      startPendingSignIn(services, request, reply, whose, admit),
    pendingSignIn: pendingSignInOf(request),
    forgetPendingSignIn: () => forgetPendingSignIn(request, reply),
    endSession: async () => {
      if (session) await endSession(services, request, reply, session);
    },
  };
}
