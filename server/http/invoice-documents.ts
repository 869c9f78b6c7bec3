/** The files of imported electronic invoices: their graphic representation, and the XML. */
import type { FastifyInstance } from 'fastify';
import { supportTypes } from '#contract/calls/expense.calls.ts';
import { documents } from '#contract/contract.ts';
import type { Row } from '../database/schema.ts';
import { invoiceInScope } from '../repositories/scope.repository.ts';
import { notFound } from '../errors/http-error.ts';
import { inlineAs } from './content-disposition.ts';
import { policyFor, sessionContext } from './document-access.ts';
import type { Services } from './services.ts';

/** A CUFE, and which of the two files; without it the one that people read. */
function nameIn(text: string): { cufe: string; type: 'pdf' | 'xml' | undefined } {
  const [, cufe, type] = /^([\da-f]{96})(?:\.(pdf|xml))?$/.exec(text) ?? [];
  if (cufe === undefined) throw notFound();
  return { cufe, type: type as 'pdf' | 'xml' | undefined };
}

interface InvoiceFile {
  sha256: string;
  mime: string;
  disposition: string;
}

/** @throws HttpError 404 when the invoice has no such file */
function fileOf(
  invoice: Row<'factura_electronica'>,
  requested: 'pdf' | 'xml' | undefined,
): InvoiceFile {
  const { numero_normalizado: numero, pdf_sha256, xml_sha256 } = invoice;
  const type = requested ?? (pdf_sha256 === null ? 'xml' : 'pdf');
  const sha256 = type === 'pdf' ? pdf_sha256 : xml_sha256;
  if (sha256 === null) throw notFound();
  const shown = inlineAs(`factura-${numero}.${type}`);
  return type === 'pdf'
    ? { sha256, mime: supportTypes.pdf, disposition: shown }
    : // Saved, never shown: a browser would follow what its instructions say.
      { sha256, mime: 'text/xml', disposition: shown.replace(/^inline/, 'attachment') };
}

/** The session must see an expense with the invoice, or import invoices itself. */
export function registerInvoiceDocuments(app: FastifyInstance, services: Services): void {
  const { path, who } = documents.invoice;
  app.get<{ Params: { factura: string } }>(`${path}/:factura`, async (request, reply) => {
    const context = await sessionContext(services, request, reply, who);
    const { cufe, type } = nameIn(request.params.factura);
    const invoice = await context.read((trx) => invoiceInScope(trx, context.session, cufe));
    const { sha256, mime, disposition } = fileOf(invoice, type);
    const { stream, bytes } = await context.supports.open(sha256);
    return reply
      .header('Content-Disposition', disposition)
      .header('Content-Security-Policy', policyFor(mime))
      .header('Content-Length', bytes)
      .type(mime)
      .send(stream);
  });
}
