/** Rate limits for expensive routes; counted in the database, since several processes may serve the same user. */
import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import type { FastifyInstance, RouteShorthandOptions } from 'fastify';
import type { CallPath } from '#contract/contract.ts';
import { inTransaction } from '../database/transactions.ts';
import { HttpError } from '../errors/http-error.ts';
import { countRequest } from '../database/calls.repository.ts';
import type { Services } from './services.ts';

const MINUTE = 60_000;

/**
 * For documents generated on each request: more than a user reads, but too few to slow down other users. A request
 * that cannot be counted, as on a full disk, is answered: reading needs no other write.
 */
export const expensiveDocument = {
  config: { rateLimit: { max: 30, timeWindow: MINUTE, skipOnError: true } },
} satisfies RouteShorthandOptions;

export const callLimits: Partial<Record<CallPath, RouteShorthandOptions>> = {
  // Enough for the boxes of a day, without flooding a mailbox.
  '/enviarSoporteCorreo': { config: { rateLimit: { max: 30, timeWindow: 60 * MINUTE } } },
  // Enough to enter the accounts of a large company at once; each proposal mails its store.
  '/proponerCuenta': { config: { rateLimit: { max: 60, timeWindow: 60 * MINUTE } } },
  // Enough for many invited users behind one IP address; guesses reveal nothing, since every failure looks the same.
  '/invitacion': { config: { rateLimit: { max: 60, timeWindow: MINUTE } } },
  '/aceptarInvitacion': { config: { rateLimit: { max: 30, timeWindow: MINUTE } } },
};

/** Creates a store class, since the plugin instantiates its stores itself. */
const rowStore = ({ db, now }: Services) =>
  class RowStore implements FastifyRateLimitStore {
    incr: FastifyRateLimitStore['incr'] = (key, callback, timeWindow) => {
      const instant = now();
      inTransaction(db, (trx) => countRequest(trx, key, instant, timeWindow)).then(
        ({ cuenta, vence }) => callback(null, { current: cuenta, ttl: vence - instant }),
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
      );
    };

    child(): RowStore {
      return this;
    }
  };

/** Limits only routes that opt in; `request.caller` must be set before `preHandler`, since users are counted by id. */
export async function registerRateLimit(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    hook: 'preHandler',
    store: rowStore(services),
    keyGenerator: ({ caller, routeOptions, ip }) =>
      `${routeOptions.url ?? ''} ${caller ? `usuario ${caller.session.idUsuario}` : ip}`,
    errorResponseBuilder: () => new HttpError(429),
  });
}
