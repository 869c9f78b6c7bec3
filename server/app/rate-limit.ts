/** How often a person may ask for what is dear to make; counted in rows, since any process may answer next. */
import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import type { FastifyInstance, RouteShorthandOptions } from 'fastify';
import type { CallPath } from '#contract/contract.ts';
import { inTransaction } from '../platform/database/transactions.ts';
import { HttpError } from '../platform/errors/http-error.ts';
import { countRequest } from '../platform/database/calls.repository.ts';
import type { Services } from './services.ts';

const MINUTE = 60_000;

/** For a document that is drawn anew each time: more of them than anybody reads, less than hurts the others. */
export const expensiveDocument = {
  config: { rateLimit: { max: 30, timeWindow: MINUTE } },
} satisfies RouteShorthandOptions;

export const callLimits: Partial<Record<CallPath, RouteShorthandOptions>> = {
  // Those of a day's boxes, and no flood of somebody's mailbox.
  '/enviarSoporteCorreo': { config: { rateLimit: { max: 30, timeWindow: 60 * MINUTE } } },
  // Enough for many people who are invited behind one address; a person who guesses learns the same from each try.
  '/invitacion': { config: { rateLimit: { max: 60, timeWindow: MINUTE } } },
  '/aceptarInvitacion': { config: { rateLimit: { max: 30, timeWindow: MINUTE } } },
};

/** The plugin makes its stores itself, so what they work on is given to the class. */
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

/** Only routes that ask for it are limited; a route must know its caller before its handler begins. */
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
