/** Entry of every document: whose session it is, whether it may, and what the browser may do with it. */
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { receiptTypes } from '#contract/calls/expenses.calls.ts';
import { documents } from '#contract/contract.ts';
import type { Permission } from '#contract/permissions.ts';
import type { SessionContext } from '../platform/http/operation.ts';
import { requirePermission } from '../platform/access/call.policy.ts';
import { HttpError } from '../platform/errors/http-error.ts';
import type { AskDatabase } from './long-reads.ts';
import { askIn } from './reads.ts';
import { callContext } from './call-context.ts';
import type { Query } from '../platform/http/document-request.ts';
import { expensiveDocument } from './rate-limit.ts';
import type { Services } from './services.ts';
import { findCaller } from '../features/session/sessions.ts';

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
const policyFor = (mime: string): string => (mime === receiptTypes.pdf ? inertDocument : sandboxed);

export interface DocumentContext extends SessionContext {
  /** One query of a document's page, in a worker thread. */
  ask: AskDatabase;
}

/** The session of the person who opens the address, if it may. */
function sessionContext(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  who: readonly Permission[],
): DocumentContext {
  if (request.caller === null) throw new HttpError(401);
  const { session } = request.caller;
  requirePermission(session, who);
  const context = callContext(services, { request, reply, session }, null);
  return { ...context, session, ask: askIn(services.database.options, context.signal) };
}

type DocumentRoute = { Params: Record<string, string>; Querystring: Query };

/** A request for a document, by somebody who may open it. */
export interface Opening {
  context: DocumentContext;
  request: FastifyRequest<DocumentRoute>;
  reply: FastifyReply;
}

/** A HEAD would make the whole document to throw it away. */
export const withoutHead = { exposeHeadRoute: false } satisfies RouteShorthandOptions;

/** A document that is made anew each time. */
export const generatedDocument = { ...withoutHead, ...expensiveDocument };

/**
 * The route of a document.
 *
 * @param at behind its path: the parameters that name one of several
 */
export function openDocument(
  app: FastifyInstance,
  services: Services,
  name: keyof typeof documents,
  answer: (opening: Opening) => Promise<unknown>,
  { at = '', ...options }: RouteShorthandOptions & { at?: string } = {},
): void {
  const { path, who } = documents[name];
  app.get<DocumentRoute>(path + at, options, async (request, reply) =>
    answer({ context: sessionContext(services, request, reply, who), request, reply }),
  );
}

/** Sends a stored file, under a policy for its type. */
export const sendFile = (
  { reply }: Opening,
  { stream, bytes }: { stream: Readable; bytes: number },
  { type, disposition }: { type: string; disposition: string },
) =>
  reply
    .header('Content-Disposition', disposition)
    .header('Content-Security-Policy', policyFor(type))
    .header('Content-Length', bytes)
    .type(type)
    .send(stream);

/** Sends a file to be saved. */
export const sendToSave = (
  { reply }: Opening,
  content: Readable | Buffer,
  { type, filename }: { type: string; filename: string },
) =>
  reply
    .header('Content-Disposition', `attachment; filename="${filename}"`)
    .type(type)
    .send(content);

/**
 * A document that is made while it is sent. When that fails the connection is reset: a proxy that speaks HTTP/1.0 would take
 * its mere end for the end of the document, and hand it on as a whole one.
 */
export const watched = ({ context, request, reply }: Opening, stream: Readable, failure: string) =>
  stream.on('error', (error) => {
    if (request.raw.destroyed) return;
    context.log.error({ err: error }, failure);
    if (reply.raw.headersSent) request.raw.socket.resetAndDestroy();
  });

/** Routes that know their caller before anything else of them begins. */
export async function registerForCallers(
  app: FastifyInstance,
  services: Services,
  register: (scope: FastifyInstance) => void,
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
    register(scope);
  });
}
