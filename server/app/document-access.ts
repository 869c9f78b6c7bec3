/** Shared access to documents: session, permissions, and security headers for the browser. */
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { receiptTypes } from '#contract/calls/expenses.calls.ts';
import { documents } from '#contract/contract.ts';
import type { Permission } from '#contract/permissions.ts';
import type { SessionContext } from '../platform/http/operation.ts';
import { requirePermission } from '../platform/access/call.policy.ts';
import { HttpError } from '../platform/errors/http-error.ts';
import type { RunQuery } from './long-reads.ts';
import { queryRunner } from './reads.ts';
import { callContext } from './call-context.ts';
import type { Query } from '../platform/http/document-request.ts';
import { expensiveDocument } from './rate-limit.ts';
import type { Services } from './services.ts';
import { findCaller } from '../features/session/sessions.ts';

/** Policy under which documents run no scripts and load nothing external, and only our own pages frame them. */
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

/** Chromium's PDF viewer does not work under `sandbox`; all other types are sandboxed. */
const policyFor = (mime: string): string => (mime === receiptTypes.pdf ? inertDocument : sandboxed);

export interface DocumentContext extends SessionContext {
  /** Runs one query in a worker thread. */
  ask: RunQuery;
}

/** The context of the signed-in user. @throws HttpError 401 without a session, 403 without a permission */
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
  return { ...context, session, ask: queryRunner(services.database.options, context.signal) };
}

type DocumentRoute = { Params: Record<string, string>; Querystring: Query };

/** An authorised request for a document. */
export interface Opening {
  context: DocumentContext;
  request: FastifyRequest<DocumentRoute>;
  reply: FastifyReply;
}

/** No HEAD routes: a HEAD request would generate the whole document and discard it. */
export const withoutHead = { exposeHeadRoute: false } satisfies RouteShorthandOptions;

/** Route options of a document that is generated on each request. */
export const generatedDocument = { ...withoutHead, ...expensiveDocument };

/**
 * Registers the route of a document.
 *
 * @param at suffix of the path with its parameters
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

/** Sends a file with the content policy of its type. */
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

/** Sends a file as a download. */
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
 * Watches a document that is generated while it is sent. On failure it logs and resets the connection: an HTTP/1.0
 * proxy would take a plain close for the end of the document, and forward a truncated one as complete.
 */
export const resetOnFailure = (
  { context, request, reply }: Opening,
  stream: Readable,
  failure: string,
) =>
  stream.on('error', (error) => {
    if (request.raw.destroyed) return;
    context.log.error({ err: error }, failure);
    if (reply.raw.headersSent) request.raw.socket.resetAndDestroy();
  });

/** Registers routes that identify the caller and set the security headers of documents first. */
export async function registerForCallers(
  app: FastifyInstance,
  services: Services,
  register: (scope: FastifyInstance) => void,
): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      // Also on refusals, since our own pages show documents in a frame.
      reply.header('X-Frame-Options', 'SAMEORIGIN');
      reply.header('Content-Security-Policy', sandboxed);
      // The browser cannot show it from its history after sign-out.
      reply.header('Cache-Control', 'private, no-store');
      request.caller = await findCaller(services, request);
    });
    register(scope);
  });
}
