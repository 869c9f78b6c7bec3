/** The files of imported electronic invoices: their graphic representation, and the XML. */
import type { FastifyInstance } from 'fastify';
import { receiptTypes } from '#contract/calls/expenses.calls.ts';
import type { Row } from '../../platform/database/schema.ts';
import { invoiceInScope } from '../cases/scope.repository.ts';
import { notFound } from '../../platform/errors/http-error.ts';
import { inlineAs } from '../../platform/http/document-request.ts';
import { type Opening, openDocument, sendFile } from '../../app/document-access.ts';
import type { Services } from '../../app/services.ts';

/** A CUFE, and which of the two files; without it the one that people read. */
function nameIn(text = ''): { cufe: string; type: 'pdf' | 'xml' | undefined } {
  const [, cufe, type] = /^([\da-f]{96})(?:\.(pdf|xml))?$/.exec(text) ?? [];
  if (cufe === undefined) throw notFound();
  return { cufe, type: type as 'pdf' | 'xml' | undefined };
}

/** @throws HttpError 404 when the invoice has no such file */
function fileOf(invoice: Row<'factura_electronica'>, requested: 'pdf' | 'xml' | undefined) {
  const { numero_normalizado: numero, pdf_sha256, xml_sha256 } = invoice;
  const ending = requested ?? (pdf_sha256 === null ? 'xml' : 'pdf');
  const sha256 = ending === 'pdf' ? pdf_sha256 : xml_sha256;
  if (sha256 === null) throw notFound();
  const shown = inlineAs(`factura-${numero}.${ending}`);
  return ending === 'pdf'
    ? { sha256, type: receiptTypes.pdf, disposition: shown }
    : // Saved, never shown: a browser would follow what its instructions say.
      { sha256, type: 'text/xml', disposition: shown.replace(/^inline/, 'attachment') };
}

/** The session must see an expense with the invoice, or import invoices itself. */
export function registerInvoiceDocuments(app: FastifyInstance, services: Services): void {
  const answer = async (opening: Opening) => {
    const { context, request } = opening;
    const { cufe, type } = nameIn(request.params.factura);
    const invoice = await context.read((trx) => invoiceInScope(trx, context.session, cufe));
    const { sha256, ...shown } = fileOf(invoice, type);
    return sendFile(opening, await context.receipts.open(sha256), shown);
  };
  openDocument(app, services, 'invoice', answer, { at: '/:factura' });
}
