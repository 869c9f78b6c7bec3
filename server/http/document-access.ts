/** Entry of every document: whose session it is, whether it may, and what the browser may do with it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { supportTypes } from '#contract/calls/expense.calls.ts';
import type { Permission } from '#contract/permissions.ts';
import type { SessionContext } from '../operations/operation.ts';
import { requirePermission } from '../policies/call.policy.ts';
import { HttpError } from '../errors/http-error.ts';
import type { AskDatabase } from '../repositories/long-queries.ts';
import { askIn } from '../reads/reads.ts';
import { callContext } from './call-context.ts';
import type { Services } from './services.ts';
import { findCaller } from './sessions.ts';

/** Nothing inside a document runs or loads anything, and only our own pages frame it. */
const inertDocument = [
  "default-src 'none'",
  "img-src 'self'",
  "style-src 'unsafe-inline'",
  "object-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

const sandboxed = `${inertDocument}; sandbox`;

/** Chromium's PDF viewer shows nothing under `sandbox`; everything else does without what it takes away. */
export const policyFor = (mime: string): string =>
  mime === supportTypes.pdf ? inertDocument : sandboxed;

export interface DocumentContext extends SessionContext {
  /** One query of a document's page, in a worker thread. */
  ask: AskDatabase;
}

/** The session of whoever opens the address, if it may. */
export function sessionContext(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  who: readonly Permission[],
): DocumentContext {
  if (request.caller === null) throw new HttpError(401);
  const { session } = request.caller;
  requirePermission(session, who);
  const context = callContext(services, { request, reply, session }, null);
  const { database, standby } = services;
  return { ...context, session, ask: askIn(database.options, context.signal, standby) };
}

type Registration = (app: FastifyInstance, services: Services) => void;

/** Routes that know their caller before anything else of them begins. */
export async function registerForCallers(
  app: FastifyInstance,
  services: Services,
  registrations: readonly Registration[],
): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      // Also of a refusal: our own pages show documents in a frame.
      reply.header('X-Frame-Options', 'SAMEORIGIN');
      reply.header('Content-Security-Policy', sandboxed);
      // After signing out nobody finds it by going back.
      reply.header('Cache-Control', 'private, no-store');
      request.caller = await findCaller(services, request);
    });
    for (const register of registrations) register(scope, services);
  });
}
