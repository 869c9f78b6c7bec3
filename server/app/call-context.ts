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
  storeAnswer,
  claimKey,
} from '../platform/database/calls.repository.ts';
import { findUserByEmail } from '../features/accounts/user.repository.ts';
import { endSession, knownBrowser, startSession } from '../features/session/sessions.ts';
import type { Services } from '../platform/http/services.ts';
import { queryRunner } from './reads.ts';
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

/** The key under which the answer of this request is stored; null when it is not stored. */
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
 * Digest of a validated body without the application token, without the password, since a digest of one would be far
 * faster to brute-force than the password hash, and without the note that a queue sent it: the form may have sent it before.
 */
function fingerprintOf(input: unknown): string {
  const {
    token: _token,
    password: _password,
    sin_senal: _queued,
    ...rest
  } = input as Record<string, unknown>;
  return hashOf(JSON.stringify(rest));
}

/** Runs work once per key; a repeated request gets the stored answer. @throws HttpError 409 for a different body */
async function runIdempotent<Result>(
  trx: Trx,
  { key, fingerprint }: Stored,
  now: number,
  work: Work<Result>,
): Promise<Result> {
  if (await claimKey(trx, key, fingerprint, now)) {
    const result = await work(trx);
    await storeAnswer(trx, key, JSON.stringify(result));
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

/** A request with its reply and its session, if any. */
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

/** @returns null for a call that does not create, and without a session or the header */
export function idempotencyScope(
  exchange: Exchange,
  path: CallPath,
  input: unknown,
): Stored | null {
  const key = idempotencyKey(exchange.request, path, exchange.session);
  return key && { key, fingerprint: fingerprintOf(input) };
}

/** Aborted when the connection closes before the response is complete. */
function hungUp({ raw }: FastifyReply): AbortSignal {
  const caller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) caller.abort();
  });
  return caller.signal;
}

/** Builds the context of an operation; with `stored`, the result of the first `write` is stored as the answer. */
export function callContext(
  services: Services,
  { request, reply, session }: Exchange,
  stored: Stored | null,
): CallContext {
  const { config, database, db, receipts, now, log } = services;
  const signal = hungUp(reply);
  let unused = stored;

  const write = <Result>(work: Work<Result>): Promise<Result> => {
    const taken = unused;
    unused = null;
    return inTransaction(db, (trx) => (taken ? runIdempotent(trx, taken, now(), work) : work(trx)));
  };

  return {
    config,
    db,
    receipts,
    now,
    write,
    session,
    signal,
    log: log.child({ codigo_soporte: request.id, traza: request.traza }),
    read: (work) => inSnapshot(db, work),
    ask: queryRunner(database.options, signal),
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
