/** Documents: GET routes with the session cookie, and the same permissions and visibility as the calls. */
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { receiptTypes } from '#contract/calls/expenses.calls.ts';
import { importedTables } from '#contract/calls/imports.calls.ts';
import { consolidatedOf } from '../features/consolidated/consolidated.ts';
import { paidWorkbook, voucherOf } from '../features/payments/payment-documents.ts';
import { workbookType } from '../platform/workbook/whole-workbook.ts';
import { found, notFound } from '../platform/errors/http-error.ts';
import { printedVale } from '../features/fund/vales.ts';
import { legalisationOf } from '../features/legalisation/legalisation.ts';
import { movementAct } from '../features/fund/movement-act.ts';
import { importTemplate } from '../features/imports/import.operations.ts';
import { daysIn, idIn, inlineAs } from '../platform/http/document-request.ts';
import {
  generatedDocument,
  type Opening,
  openDocument,
  registerForCallers,
  sendFile,
  sendToSave,
  resetOnFailure,
  withoutHead,
} from './document-access.ts';
import { newAccountsFile, storedBankFile } from '../features/payments/payment.operations.ts';
import { registerInvoiceDocuments } from '../features/invoice-import/import-file.ts';
import type { Services } from './services.ts';
import { registerReceiptDocuments } from '../features/expenses/receipt-documents.ts';
import { registerWorkflowDocuments } from '../features/workflow/workflow-documents.ts';

/** A key in an address. @throws HttpError 404 for anything else */
function keyIn(text: unknown): number {
  if (typeof text !== 'string' || !/^[1-9]\d{0,15}$/.test(text)) throw notFound();
  return Number(text);
}

function registerLegalisation(app: FastifyInstance, services: Services): void {
  const draw = async (opening: Opening) => {
    const { context, request } = opening;
    const idCaja = keyIn(request.query.id_caja);
    const { filename, ...file } = await services.atOnce.document(context.session, () =>
      legalisationOf(context, idCaja),
    );
    return sendFile(opening, file, { type: receiptTypes.pdf, disposition: inlineAs(filename) });
  };
  openDocument(app, services, 'legalisation', draw, generatedDocument);
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

function registerVouchers(app: FastifyInstance, services: Services): void {
  const draw = async (opening: Opening) => {
    const { context, request } = opening;
    const idGiro = keyIn(request.params.giro);
    const { filename, bytes } = await services.atOnce.document(context.session, () =>
      voucherOf(context, idGiro),
    );
    return sendToSave(opening, bytes, { type: receiptTypes.pdf, filename });
  };
  openDocument(app, services, 'voucher', draw, { at: '/:giro', ...generatedDocument });
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

export const registerDocuments = (app: FastifyInstance, services: Services): Promise<void> =>
  registerForCallers(app, services, (scope) => {
    registerLegalisation(scope, services);
    registerReceiptDocuments(scope, services);
    openDocument(scope, services, 'vale', sendVale, generatedDocument);
    openDocument(scope, services, 'consolidated', sendConsolidated, generatedDocument);
    registerInvoiceDocuments(scope, services);
    openDocument(scope, services, 'importTemplate', sendTemplate, generatedDocument);
    openDocument(scope, services, 'bankFile', sendBankFile, { at: '/:lote', ...withoutHead });
    registerVouchers(scope, services);
    openDocument(scope, services, 'paidPayments', sendPaidPayments, generatedDocument);
    openDocument(scope, services, 'movementAct', sendMovementAct, {
      at: '/:movimiento',
      ...generatedDocument,
    });
    openDocument(scope, services, 'newAccounts', sendNewAccounts, generatedDocument);
    registerWorkflowDocuments(scope, services);
  });
