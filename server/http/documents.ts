/** Documents: opened by address, with the session's cookie, the same permissions and the same scope as the calls. */
import type { FastifyInstance } from 'fastify';
import { supportTypes } from '#contract/calls/expense.calls.ts';
import { documents } from '#contract/contract.ts';
import { legalisationOf } from '../operations/boxes/legalisation.ts';
import { thumbnailOf } from '../operations/expenses/open-support.ts';
import { isSupportMime } from '../engines/support-type.ts';
import { supportInScope } from '../repositories/scope.repository.ts';
import { notFound } from '../errors/http-error.ts';
import { registerConsolidated } from './consolidated-document.ts';
import { inlineAs, namedAsItIs } from './content-disposition.ts';
import {
  type DocumentContext,
  policyFor,
  registerForCallers,
  sessionContext,
} from './document-access.ts';
import { registerInvoiceDocuments } from './invoice-documents.ts';
import { dearDocument } from './rate-limit.ts';
import type { Services } from './services.ts';
import { registerWorkflowDocuments } from './workflow-documents.ts';

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
  // A HEAD would make the whole document to throw it away.
  const options = { exposeHeadRoute: false, ...dearDocument };
  app.get<{ Querystring: Record<string, unknown> }>(path, options, async (request, reply) => {
    const context = sessionContext(services, request, reply, who);
    const idCaja = keyIn(request.query.id_caja);
    const { filename, bytes } = await services.atOnce.document(context.session, () =>
      legalisationOf(context, idCaja),
    );
    return reply
      .header('Content-Disposition', inlineAs(filename))
      .header('Content-Security-Policy', policyFor(supportTypes.pdf))
      .type(supportTypes.pdf)
      .send(bytes);
  });
}

/** The support of that name, if the session may see its expense. */
async function supportNamed(context: DocumentContext, soporte: string) {
  const name = nameIn(soporte);
  const { soporte_sha256, soporte_tipo, soporte_nombre } = await context.read((trx) =>
    supportInScope(trx, context.session, name),
  );
  if (soporte_sha256 === null || !isSupportMime(soporte_tipo)) throw notFound();
  return { sha256: soporte_sha256, type: soporte_tipo, filename: soporte_nombre ?? name };
}

function registerSupports(app: FastifyInstance, services: Services): void {
  const { path, who } = documents.support;
  app.get<{ Params: { soporte: string } }>(`${path}/:soporte`, async (request, reply) => {
    const context = sessionContext(services, request, reply, who);
    const { sha256, type, filename } = await supportNamed(context, request.params.soporte);
    const { stream, bytes } = await context.supports.open(sha256);
    return reply
      .header('Content-Disposition', inlineAs(namedAsItIs(filename, type)))
      .header('Content-Security-Policy', policyFor(type))
      .header('Content-Length', bytes)
      .type(type)
      .send(stream);
  });
}

function registerThumbnails(app: FastifyInstance, services: Services): void {
  const { path, who } = documents.thumbnail;
  const options = { exposeHeadRoute: false };
  app.get<{ Params: { soporte: string } }>(`${path}/:soporte`, options, async (request, reply) => {
    const context = sessionContext(services, request, reply, who);
    const { sha256, type } = await supportNamed(context, request.params.soporte);
    const support = { file: context.supports.fileOf(sha256), type };
    const picture = await services.atOnce.thumbnail(context.session, () =>
      thumbnailOf(support, context.signal),
    );
    return reply.type(supportTypes.jpg).send(Buffer.from(picture));
  });
}

/** All of them; each file says what it answers. */
const registrations = [
  registerLegalisation,
  registerSupports,
  registerThumbnails,
  registerConsolidated,
  registerInvoiceDocuments,
  registerWorkflowDocuments,
];

export const registerDocuments = (app: FastifyInstance, services: Services): Promise<void> =>
  registerForCallers(app, services, registrations);
