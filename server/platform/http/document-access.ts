/** What documents share: their context, their route options, and security headers for the browser. */
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { receiptTypes } from '#contract/calls/expenses.calls.ts';
import type { documents } from '#contract/contract.ts';
import type { Query } from './document-request.ts';
import type { SessionContext } from './operation.ts';
import { expensiveDocument } from './rate-limit.ts';

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

export const sandboxed = `${inertDocument}; sandbox`;

/** Chromium's PDF viewer does not work under `sandbox`; all other types are sandboxed. */
const policyFor = (mime: string): string => (mime === receiptTypes.pdf ? inertDocument : sandboxed);

export type DocumentRoute = { Params: Record<string, string>; Querystring: Query };

/** An authorised request for a document. */
export interface Opening {
  context: SessionContext;
  request: FastifyRequest<DocumentRoute>;
  reply: FastifyReply;
}

/**
 * Registers the route of a document.
 *
 * @param at suffix of the path with its parameters
 */
export type OpenDocument = (
  name: keyof typeof documents,
  answer: (opening: Opening) => Promise<unknown>,
  options?: RouteShorthandOptions & { at?: string },
) => void;

/** No HEAD routes: a HEAD request would generate the whole document and discard it. */
export const withoutHead = { exposeHeadRoute: false } satisfies RouteShorthandOptions;

/** Route options of a document that is generated on each request. */
export const generatedDocument = { ...withoutHead, ...expensiveDocument };

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
