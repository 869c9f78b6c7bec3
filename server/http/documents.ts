/** Documents: opened by address, with the session's cookie, the same permissions and the same scope as the calls. */
import type { FastifyInstance } from 'fastify';
import { supportTypes } from '#contract/calls/expense.calls.ts';
import { documents } from '#contract/contract.ts';
import { legalisationOf } from '../operations/boxes/legalisation.ts';
import { isSupportMime } from '../engines/support-type.ts';
import { supportInScope } from '../repositories/scope.repository.ts';
import { notFound } from '../errors/http-error.ts';
import { registerConsolidated } from './consolidated-document.ts';
import { inlineAs, namedAsItIs } from './content-disposition.ts';
import { policyFor, registerForCallers, sessionContext } from './document-access.ts';
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
    const { filename, stream, bytes } = await services.atOnce.document(context.session, () =>
      legalisationOf(context, idCaja),
    );
    return reply
      .header('Content-Disposition', inlineAs(filename))
      .header('Content-Security-Policy', policyFor(supportTypes.pdf))
      .header('Content-Length', bytes)
      .type(supportTypes.pdf)
      .send(stream);
  });
}

function registerSupports(app: FastifyInstance, services: Services): void {
  const { path, who } = documents.support;
  app.get<{ Params: { soporte: string } }>(`${path}/:soporte`, async (request, reply) => {
    const context = sessionContext(services, request, reply, who);
    const { soporte_sha256, soporte_tipo, soporte_nombre } = await context.read((trx) =>
      supportInScope(trx, context.session, nameIn(request.params.soporte)),
    );
    if (soporte_sha256 === null || !isSupportMime(soporte_tipo)) throw notFound();
    const { stream, bytes } = await context.supports.open(soporte_sha256);
    return reply
      .header(
        'Content-Disposition',
        inlineAs(namedAsItIs(soporte_nombre ?? request.params.soporte, soporte_tipo)),
      )
      .header('Content-Security-Policy', policyFor(soporte_tipo))
      .header('Content-Length', bytes)
      .type(soporte_tipo)
      .send(stream);
  });
}

/** All of them; each file says what it answers. */
const registrations = [
  registerLegalisation,
  registerSupports,
  registerConsolidated,
  registerInvoiceDocuments,
  registerWorkflowDocuments,
];

export const registerDocuments = (app: FastifyInstance, services: Services): Promise<void> =>
  registerForCallers(app, services, registrations);
