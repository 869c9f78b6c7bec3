import { receiptTypes } from '#contract/calls/expenses.calls.ts';
import type { ImportedInvoice } from '#contract/calls/imports.calls.ts';
import { documents } from '#contract/contract.ts';
import type { Person } from '#machines/domain/people/profiles.ts';
import { documentNumber } from '#machines/domain/values/document-keys.ts';
import { toPesos } from '#machines/domain/values/money.ts';
import { type OpenDocument, type Opening, sendFile } from '../../platform/http/document-access.ts';
import { lockReceipt } from '../../platform/database/row-lock.ts';
import type { Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { forbidden, HttpError, notFound } from '../../platform/errors/http-error.ts';
import { measured } from '../../platform/files/receipt-store.ts';
import { attachmentAs, inlineAs } from '../../platform/http/document-request.ts';
import {
  actorOf,
  type Context,
  type Operation,
  type SessionContext,
  shownName,
  type UploadedFile,
} from '../../platform/http/operation.ts';
import { WorkerError, type WorkerFailure } from '../../platform/workers/tasks.ts';
import { personOf, untrustedFiles } from '../../platform/workers/untrusted-files.ts';
import type { RunOptions } from '../../platform/workers/worker-pool.ts';
import { invoiceInScope } from '../cases/scope.repository.ts';
import { dropUnusedReceipt } from '../expenses/receipts.ts';
import {
  completeInvoice,
  findInvoiceByCufe,
  insertInvoiceOnce,
  invoiceWarning,
  lockInvoiceNumber,
} from '../invoices/invoice.repository.ts';
import type { CheckedInvoice, ElectronicInvoice } from '../invoices/xml/parse-invoice.ts';
import type {
  InvoiceFile,
  UnpackedInvoice,
  UnreadFile,
  readInvoices as readInvoicesTask,
} from '../invoices/xml/read-file.ts';
import { matchSupportingDocument } from '../supporting-documents/supporting-documents.ts';
import { matchExpenses } from './match-expenses.ts';

declare module '../../platform/workers/untrusted-files.ts' {
  interface UntrustedTasks {
    readInvoices: typeof readInvoicesTask;
  }
}

/** Imports electronic invoices from a file as rows, files and matched expenses; for the screen and the terminal. */

/** Deadline for reading one file, in milliseconds. */
const DEADLINE = 15_000;

const nothingImported = 'No se importó nada de él.';

/** Messages for a file that exceeded a limit of the worker task. */
const sentences: Partial<Record<WorkerFailure, string>> = {
  timeout: `El archivo tardó demasiado en leerse: puede ser un archivo dañino. ${nothingImported}`,
  memory: `El archivo necesita demasiada memoria: puede ser un archivo dañino. ${nothingImported}`,
};

/** @throws HttpError 503 when too many files wait, or the caller hung up */
export async function readInvoices(
  file: InvoiceFile,
  options: Pick<RunOptions, 'by' | 'signal'> = {},
): Promise<(UnpackedInvoice | UnreadFile)[]> {
  try {
    return await untrustedFiles.run('readInvoices', file, { deadline: DEADLINE, ...options });
  } catch (error) {
    if (!(error instanceof WorkerError) || error.failure === 'failed') throw error;
    const motivo = sentences[error.failure];
    if (motivo === undefined) throw new HttpError(503);
    return [{ archivo: file.archivo, ok: false, motivo, isCompanion: false }];
  }
}

/** Context of an import, on the server or on the terminal. */
export type ImportAccess = Pick<Context, 'db' | 'read' | 'write' | 'now' | 'receipts' | 'signal'> &
  Partial<Pick<SessionContext, 'session'>>;

/** Hashes of the stored files of an invoice. */
interface StoredFiles {
  xml_sha256: string;
  pdf_sha256: string | null;
}

type Outcome = 'nueva' | 'completada' | 'repetida' | 'otra';

async function stageFiles(
  { receipts }: ImportAccess,
  { xml, pdf }: UnpackedInvoice,
): Promise<StoredFiles> {
  const staged = async (file: string) => {
    const { sha256 } = await measured(file);
    await receipts.stage(file, sha256);
    return sha256;
  };
  return { xml_sha256: await staged(xml), pdf_sha256: pdf && (await staged(pdf)) };
}

/** Saves the files in the transaction of their row; their locks prevent a removal until it ends. */
async function holdFiles(
  trx: Trx,
  { receipts }: ImportAccess,
  { xml, pdf }: UnpackedInvoice,
  { xml_sha256, pdf_sha256 }: StoredFiles,
): Promise<void> {
  const files = new Map([[xml_sha256, xml]]);
  if (pdf !== null && pdf_sha256 !== null) files.set(pdf_sha256, pdf);
  for (const sha256 of [...files.keys()].toSorted()) await lockReceipt(trx, sha256);
  for (const [sha256, file] of files) await receipts.saveFile(file, sha256, trx);
}

/** Compares the facts; an invoice that reuses a CUFE with other facts is forged. */
const hasSameFacts = (row: Row<'factura_electronica'>, invoice: ElectronicInvoice): boolean =>
  row.nit === invoice.nit &&
  row.numero_normalizado === documentNumber(invoice.numero) &&
  row.total === invoice.total &&
  (row.anticipo ?? invoice.anticipo) === invoice.anticipo &&
  row.fecha === invoice.fecha;

/** Columns to add to a row: a missing file, what was not read yet, or a verified XML for an unverified one. */
function columnsToComplete(
  row: Row<'factura_electronica'>,
  { firma, cufe_comprobado, anticipo, tipo, forma_pago, impuestos }: CheckedInvoice,
  { xml_sha256, pdf_sha256 }: StoredFiles,
) {
  const isBetter =
    row.xml_sha256 === null ||
    (row.firma === null && row.xml_sha256 === xml_sha256) ||
    (row.firma !== 'verificada' && firma === 'verificada');
  return {
    ...(isBetter && { xml_sha256, firma, cufe_comprobado }),
    ...(row.anticipo === null && { anticipo }),
    ...((isBetter || row.tipo === null) && { tipo, forma_pago, impuestos }),
    ...(row.pdf_sha256 === null && pdf_sha256 !== null && { pdf_sha256 }),
  };
}

/** Inserts the invoice, or completes its existing row. */
async function writeInvoice(
  trx: Trx,
  access: ImportAccess,
  actor: Person,
  found: UnpackedInvoice,
  files: StoredFiles,
): Promise<Outcome> {
  const { invoice } = found;
  const numeroNormalizado = documentNumber(invoice.numero);
  await lockInvoiceNumber(trx, { nit: invoice.nit, numeroNormalizado });
  await holdFiles(trx, access, found, files);
  const isNew = await insertInvoiceOnce(trx, {
    ...invoice,
    ...files,
    numero_normalizado: numeroNormalizado,
    url: `${documents.invoice.path}/${invoice.cufe}`,
    creado: access.now(),
    id_usuario: actor.id,
  });
  if (isNew) return 'nueva';
  const row = await findInvoiceByCufe(trx, invoice.cufe);
  if (row === undefined || !hasSameFacts(row, invoice)) return 'otra';
  const missing = columnsToComplete(row, invoice, files);
  if (Object.keys(missing).length === 0) return 'repetida';
  await completeInvoice(trx, row.id, missing);
  return 'pdf_sha256' in missing ? 'completada' : 'repetida';
}

const matched = (gastos: number): string =>
  ({ 0: 'Ningún gasto la esperaba.', 1: 'Se enlazó con 1 gasto.' })[gastos] ??
  `Se enlazó con ${gastos} gastos.`;

const outcomes: Record<Outcome, { resultado: ImportedInvoice['resultado']; mensaje: string }> = {
  nueva: { resultado: 'nueva', mensaje: 'Factura importada.' },
  completada: {
    resultado: 'repetida',
    mensaje: 'La factura ya estaba importada; se agregó su representación gráfica.',
  },
  repetida: { resultado: 'repetida', mensaje: 'La factura ya estaba importada.' },
  otra: {
    resultado: 'rechazada',
    mensaje: 'El CUFE ya está importado con otros datos: revise el archivo.',
  },
};

/** Warning about expenses that name the same invoice. */
const repeatedInvoice =
  'La factura está en más de un gasto y se reembolsa una sola vez: revíselos.';

const unusablePdf = 'El PDF no se guardó: está dañado o es demasiado grande.';

/** Warning about the stored invoice, whose XML may be a verified one from an earlier import. */
const warningOf = async (trx: Trx, cufe: string): Promise<string> => {
  const row = await findInvoiceByCufe(trx, cufe);
  return row === undefined ? '' : invoiceWarning(row);
};

async function importInvoice(
  access: ImportAccess,
  actor: Person,
  found: UnpackedInvoice,
): Promise<ImportedInvoice> {
  const { invoice, archivo } = found;
  const files = await stageFiles(access, found);
  const { outcome, documento } = await access.write(async (trx) => {
    const written = await writeInvoice(trx, access, actor, found, files);
    const by = { actor, now: access.now() };
    return {
      outcome: written,
      documento: written === 'otra' ? null : await matchSupportingDocument(trx, invoice, by),
    };
  });
  for (const sha256 of Object.values(files))
    if (sha256 !== null) await dropUnusedReceipt(access, sha256);
  const { resultado, mensaje } = outcomes[outcome];
  const numeroNormalizado = documentNumber(invoice.numero);
  const { gastos, repetidos } =
    outcome === 'otra'
      ? { gastos: 0, repetidos: 0 }
      : await matchExpenses(access, actor, { nit: invoice.nit, numeroNormalizado });
  const sentences = [
    mensaje,
    ...(documento === null ? [] : [`Es el documento soporte ${documento}.`]),
    ...(documento === null && (outcome === 'nueva' || gastos > 0) ? [matched(gastos)] : []),
    ...(found.hasBadPdf && outcome !== 'otra' ? [unusablePdf] : []),
  ];
  return {
    archivo,
    resultado,
    numero: invoice.numero,
    proveedor: invoice.razon_social,
    total: toPesos(invoice.total),
    cufe: invoice.cufe,
    gastos,
    mensaje: sentences.join(' '),
    aviso: [
      repetidos > 0 ? repeatedInvoice : '',
      outcome === 'otra' ? '' : await access.read((trx) => warningOf(trx, invoice.cufe)),
    ]
      .filter(Boolean)
      .join(' '),
  };
}

/** The result of a file without an importable invoice. */
export const refusedFile = (archivo: string, mensaje: string): ImportedInvoice => ({
  archivo,
  resultado: 'rechazada',
  numero: null,
  proveedor: null,
  total: null,
  cufe: null,
  gastos: 0,
  mensaje,
  aviso: '',
});

/**
 * Imports every invoice of a file. Returns one result per invoice, or a single one with the reason why there is none. A
 * file may be imported again at any time.
 */
export const importFile = (
  access: ImportAccess,
  actor: Person,
  { filename, file }: Pick<UploadedFile, 'filename' | 'file'>,
): Promise<ImportedInvoice[]> =>
  access.receipts.apart(async (folder) => {
    const results: ImportedInvoice[] = [];
    const archivo = shownName({ filename }) || 'archivo sin nombre';
    for (const found of await readInvoices({ archivo, file, folder }, personOf(access))) {
      // Imported invoices stay; importing the file again adds the rest.
      if (access.signal?.aborted) break;
      results.push(
        found.ok
          ? await importInvoice(access, actor, found)
          : refusedFile(found.archivo, found.motivo),
      );
    }
    return results;
  });

/** Importing changes expenses; the state machine allows that only to accounting, even if others have the permission. */
export const importerProfile = 6;

/** @throws HttpError 403 unless the person belongs to accounting */
function requireImporter({ profile }: Pick<Person, 'profile'>): void {
  if (profile !== importerProfile)
    throw forbidden('Solo contabilidad importa facturas electrónicas.');
}

/** /importarFacturas: imports the invoices of one file. A file without invoices is a result, not an error. */
const importInvoices: Operation<'/importarFacturas'> = async (_input, context) => {
  requireImporter(context.session);
  const resultados = await importFile(context, actorOf(context.session), context.archivo);
  return [{ status: '200' as const, resultados }];
};

export const invoiceOperations = {
  '/importarFacturas': importInvoices,
};

/** The files of imported electronic invoices: their graphic representation, and the XML. */

/** Parses a CUFE and the file type; without a type `fileOf` prefers the PDF. @throws HttpError 404 */
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
  const name = `factura-${numero}.${ending}`;
  return ending === 'pdf'
    ? { sha256, type: receiptTypes.pdf, disposition: inlineAs(name) }
    : // Sent as a download: a browser would execute the processing instructions of the XML.
      { sha256, type: 'text/xml', disposition: attachmentAs(name) };
}

/** Documents of an invoice, for a session that sees an expense with it or may import invoices. */
export function registerInvoiceDocuments(open: OpenDocument): void {
  const answer = async (opening: Opening) => {
    const { context, request } = opening;
    const { cufe, type } = nameIn(request.params.factura);
    const invoice = await context.read((trx) => invoiceInScope(trx, context.session, cufe));
    const { sha256, ...shown } = fileOf(invoice, type);
    return sendFile(opening, await context.receipts.open(sha256), shown);
  };
  open('invoice', answer, { at: '/:factura' });
}
