/** Documents: opened by address, with the session's cookie, the same permissions and the same scope as the calls. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { supportTypes } from '#contract/calls/expense.calls.ts';
import { documents } from '#contract/contract.ts';
import type { Permission } from '#contract/permissions.ts';
import { legalisationOf } from '../documents/legalisation.ts';
import { isSupportMime } from '../documents/support-type.ts';
import type { SessionContext } from '../operations/operation.ts';
import { requirePermission } from '../policies/call.policy.ts';
import { supportInScope } from '../policies/scope.policy.ts';
import { notFound, Refusal } from '../refusal.ts';
import { callContext } from './call-context.ts';
import { inlineAs } from './content-disposition.ts';
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

/** Chromium's PDF viewer shows nothing under `sandbox`; everything else does without what it takes away. */
const policyFor = (mime: string): string =>
  mime === supportTypes.pdf ? inertDocument : `${inertDocument}; sandbox`;

/** The session of whoever opens the address, if it may. */
async function sessionContext(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  who: readonly Permission[],
): Promise<SessionContext> {
  request.caller = await findCaller(services, request);
  if (request.caller === null) throw new Refusal(401);
  const { session } = request.caller;
  requirePermission(session, who);
  return { ...callContext(services, { request, reply, session }, null), session };
}

/** The name of a file in an address; what could never be one names nothing. */
function nameIn(text: string): string {
  if (!/^[\w.-]{1,100}$/.test(text)) throw notFound();
  return text;
}

/** A key in an address; anything else names nothing. */
function keyIn(text: unknown): number {
  if (typeof text !== 'string' || !/^[1-9]\d{0,15}$/.test(text)) throw notFound();
  return Number(text);
}

function registerLegalisation(app: FastifyInstance, services: Services): void {
  const { path, who } = documents.legalisation;
  app.get<{ Querystring: Record<string, unknown> }>(path, async (request, reply) => {
    const context = await sessionContext(services, request, reply, who);
    const { filename, bytes } = await legalisationOf(context, keyIn(request.query.id_caja));
    return reply
      .header('Content-Disposition', inlineAs(filename))
      .header('Content-Security-Policy', policyFor(supportTypes.pdf))
      .header('Cache-Control', 'private, no-store')
      .type(supportTypes.pdf)
      .send(bytes);
  });
}

function registerSupports(app: FastifyInstance, services: Services): void {
  const { path, who } = documents.support;
  app.get<{ Params: { soporte: string } }>(`${path}/:soporte`, async (request, reply) => {
    const context = await sessionContext(services, request, reply, who);
    const { soporte_sha256, soporte_tipo, soporte_nombre } = await context.read((trx) =>
      supportInScope(trx, context.session, nameIn(request.params.soporte)),
    );
    if (soporte_sha256 === null || !isSupportMime(soporte_tipo)) throw notFound();
    const etag = `"${soporte_sha256}"`;
    // Kept by the browser, but shown only after we were asked again: the permission may be gone.
    reply.header('Cache-Control', 'private, no-cache').header('ETag', etag);
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    const { stream, bytes } = await context.supports.open(soporte_sha256);
    return reply
      .header('Content-Disposition', inlineAs(soporte_nombre ?? request.params.soporte))
      .header('Content-Security-Policy', policyFor(soporte_tipo))
      .header('Content-Length', bytes)
      .type(soporte_tipo)
      .send(stream);
  });
}

export function registerDocuments(app: FastifyInstance, services: Services): void {
  registerLegalisation(app, services);
  registerSupports(app, services);
}
