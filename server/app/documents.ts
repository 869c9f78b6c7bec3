/** Documents: GET routes with the session cookie, and the same permissions and visibility as the calls. */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { receiptTypes } from '#contract/calls/expenses.calls.ts';
import { importedTables } from '#contract/calls/imports.calls.ts';
import { type Document, documents } from '#contract/contract.ts';
import { consolidatedOf } from '../features/consolidated/consolidated.ts';
import { cutWorkbook, storedEntryFile } from '../features/entries/entries.operations.ts';
import { paidWorkbook, voucherOf } from '../features/payments/payment-documents.ts';
import { workbookType } from '../platform/workbook/whole-workbook.ts';
import { requireDocument } from '../platform/access/call.policy.ts';
import { HttpError, found, notFound } from '../platform/errors/http-error.ts';
import { printedVale } from '../features/fund/vales.ts';
import { legalisationOf } from '../features/legalisation/legalisation.ts';
import { movementAct } from '../features/fund/movement-act.ts';
import { importTemplate } from '../features/imports/import.operations.ts';
import type { SessionContext } from '../platform/http/operation.ts';
import { daysIn, idIn, inlineAs } from '../platform/http/document-request.ts';
import {
  type DocumentRoute,
  generatedDocument,
  type OpenDocument,
  type Opening,
  sandboxed,
  sendFile,
  sendToSave,
  resetOnFailure,
  withoutHead,
} from '../platform/http/document-access.ts';
import { newAccountsFile, storedBankFile } from '../features/payments/payment.operations.ts';
import { registerInvoiceDocuments } from '../features/invoice-import/import-file.ts';
import type { Services } from '../platform/http/services.ts';
import { supportingDocumentFile } from '../features/supporting-documents/supporting-documents.ts';
import { registerReceiptDocuments } from '../features/expenses/receipt-documents.ts';
import { registerWorkflowDocuments } from '../features/workflow/workflow-documents.ts';
import { callContext } from './call-context.ts';
import { callerOf } from './caller.ts';

/** The context of the caller. @throws HttpError 401 without one, 403 without a permission */
function sessionContext(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  document: Document,
): SessionContext {
  if (request.caller === null) throw new HttpError(401);
  const { session } = request.caller;
  requireDocument(session, document);
  const context = callContext(services, { request, reply, session }, null);
  return { ...context, session };
}

const opener =
  (app: FastifyInstance, services: Services): OpenDocument =>
  (name, answer, { at = '', ...options } = {}) => {
    const document = documents[name];
    app.get<DocumentRoute>(document.path + at, options, async (request, reply) =>
      answer({ context: sessionContext(services, request, reply, document), request, reply }),
    );
  };

/** A key in an address. @throws HttpError 404 for anything else */
function keyIn(text: unknown): number {
  if (typeof text !== 'string' || !/^[1-9]\d{0,15}$/.test(text)) throw notFound();
  return Number(text);
}

function registerLegalisation(open: OpenDocument, services: Services): void {
  const draw = async (opening: Opening) => {
    const { context, request } = opening;
    const idCaja = keyIn(request.query.id_caja);
    const { filename, ...file } = await services.atOnce.document(context.session, () =>
      legalisationOf(context, idCaja),
    );
    return sendFile(opening, file, { type: receiptTypes.pdf, disposition: inlineAs(filename) });
  };
  open('legalisation', draw, generatedDocument);
}

/** Sends the consolidated workbook. @throws HttpError 400 for an invalid day, range or key */
async function sendConsolidated(opening: Opening) {
  const { query } = opening.request;
  const { filename, stream } = await consolidatedOf(opening.context, {
    ...daysIn(query),
    idResponsable: idIn(query, 'id_responsable', 'un usuario'),
    idSupervisor: idIn(query, 'id_supervisor', 'un usuario'),
  });
  const rows = resetOnFailure(opening, stream, 'falló el consolidado mientras se enviaba');
  return sendToSave(opening, rows, { type: workbookType, filename });
}

/** Sends a workbook template for importing users or stores. */
async function sendTemplate(opening: Opening) {
  const tabla = found(importedTables.find((name) => name === opening.request.query.tabla));
  const { filename, bytes } = await importTemplate(opening.context, tabla);
  return sendToSave(opening, bytes, { type: workbookType, filename });
}

/** Sends the bank file that was written when its batch was sent. */
async function sendBankFile(opening: Opening) {
  const { filename, bytes } = await storedBankFile(
    opening.context,
    keyIn(opening.request.params.lote),
  );
  return sendToSave(opening, bytes, { type: 'application/octet-stream', filename });
}

/** Sends the file of an export of entries. */
async function sendEntryFile(opening: Opening) {
  const numero = keyIn(opening.request.params.exportacion);
  const { filename, bytes } = await storedEntryFile(opening.context, numero);
  return sendToSave(opening, bytes, { type: 'application/octet-stream', filename });
}

/** Sends an export of «documentos soporte»: `3.csv` or `3.xlsx`. @throws HttpError 404 for another name */
async function sendSupportingDocuments(opening: Opening) {
  const [number, ending] = (opening.request.params.exportacion ?? '').split('.');
  if (ending !== 'csv' && ending !== 'xlsx') throw notFound();
  const { filename, bytes } = await supportingDocumentFile(opening.context, keyIn(number), ending);
  const type = ending === 'csv' ? 'text/csv; charset=utf-8' : workbookType;
  return sendToSave(opening, bytes, { type, filename });
}

/** Sends what was recorded and not closed at a day. @throws HttpError 400 for an invalid day */
async function sendCut(opening: Opening) {
  const { hasta } = daysIn(opening.request.query);
  const { filename, bytes } = await cutWorkbook(opening.context, hasta);
  return sendToSave(opening, bytes, { type: workbookType, filename });
}

/** Sends the act of a movement of a fund. */
async function sendMovementAct(opening: Opening) {
  const id = keyIn(opening.request.params.movimiento);
  const { filename, bytes } = await movementAct(opening.context, id);
  return sendToSave(opening, bytes, { type: receiptTypes.pdf, filename });
}

/** Sends the accounts to which nothing was paid yet, for their registration with the bank. */
async function sendNewAccounts(opening: Opening) {
  const { filename, bytes } = await newAccountsFile(opening.context);
  return sendToSave(opening, bytes, { type: 'text/csv; charset=utf-8', filename });
}

function registerVouchers(open: OpenDocument, services: Services): void {
  const draw = async (opening: Opening) => {
    const { context, request } = opening;
    const idGiro = keyIn(request.params.giro);
    const { filename, bytes } = await services.atOnce.document(context.session, () =>
      voucherOf(context, idGiro),
    );
    return sendToSave(opening, bytes, { type: receiptTypes.pdf, filename });
  };
  open('voucher', draw, { at: '/:giro', ...generatedDocument });
}

/** Sends the paid payments. @throws HttpError 400 for an invalid day */
async function sendPaidPayments(opening: Opening) {
  const { filename, bytes } = await paidWorkbook(opening.context, daysIn(opening.request.query));
  return sendToSave(opening, bytes, { type: workbookType, filename });
}

/** Sends a vale to be printed and signed. */
async function sendVale(opening: Opening) {
  const idVale = keyIn(opening.request.query.id_vale);
  const bytes = await printedVale(opening.context, idVale);
  const file = { stream: Readable.from([bytes]), bytes: bytes.length };
  return sendFile(opening, file, {
    type: receiptTypes.pdf,
    disposition: inlineAs(`vale-${idVale}.pdf`),
  });
}

/** Its routes identify the caller and set the security headers of documents first. */
export async function registerDocuments(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      // Also on refusals, since our own pages show documents in a frame.
      reply.header('X-Frame-Options', 'SAMEORIGIN');
      reply.header('Content-Security-Policy', sandboxed);
      // The browser cannot show it from its history after sign-out.
      reply.header('Cache-Control', 'private, no-store');
      request.caller = await callerOf(services, request, reply);
    });
    const open = opener(scope, services);
    registerLegalisation(open, services);
    registerReceiptDocuments(open, services);
    open('vale', sendVale, generatedDocument);
    open('consolidated', sendConsolidated, generatedDocument);
    registerInvoiceDocuments(open);
    open('importTemplate', sendTemplate, generatedDocument);
    open('bankFile', sendBankFile, { at: '/:lote', ...withoutHead });
    registerVouchers(open, services);
    open('paidPayments', sendPaidPayments, generatedDocument);
    open('movementAct', sendMovementAct, {
      at: '/:movimiento',
      ...generatedDocument,
    });
    open('entryFile', sendEntryFile, { at: '/:exportacion', ...withoutHead });
    open('supportingDocuments', sendSupportingDocuments, {
      at: '/:exportacion',
      ...generatedDocument,
    });
    open('cut', sendCut, generatedDocument);
    open('newAccounts', sendNewAccounts, generatedDocument);
    registerWorkflowDocuments(open);
  });
}
