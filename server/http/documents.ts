/** Documents: opened by address, with the session's cookie, the same permissions and the same scope as the calls. */
import type { FastifyInstance } from 'fastify';
import { supportTypes } from '#contract/calls/expense.calls.ts';
import { documents } from '#contract/contract.ts';
import { legalisationOf } from '../operations/boxes/legalisation.ts';
import { notFound } from '../errors/http-error.ts';
import { registerConsolidated } from './consolidated-document.ts';
import { inlineAs } from './content-disposition.ts';
import { policyFor, registerForCallers, sessionContext } from './document-access.ts';
import { registerImportTemplates } from './import-templates.ts';
import { registerInvoiceDocuments } from './invoice-documents.ts';
import { dearDocument } from './rate-limit.ts';
import type { Services } from './services.ts';
import { registerSupportDocuments } from './support-documents.ts';
import { registerWorkflowDocuments } from './workflow-documents.ts';

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

/** All of them; each file says what it answers. */
const registrations = [
  registerLegalisation,
  registerSupportDocuments,
  registerConsolidated,
  registerInvoiceDocuments,
  registerImportTemplates,
  registerWorkflowDocuments,
];

export const registerDocuments = (app: FastifyInstance, services: Services): Promise<void> =>
  registerForCallers(app, services, registrations);
