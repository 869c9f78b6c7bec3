import { randomUUID } from 'node:crypto';
import { maximumReceiptBytes, receiptTypes } from '#contract/calls/expenses.calls.ts';
import { boxWasSent } from '#machines/domain/expense/expense.machine.ts';
import { lockReceipt } from '../../platform/database/row-lock.ts';
import {
  type Trx,
  inTransaction,
  withoutTransaction,
} from '../../platform/database/transactions.ts';
import { HttpError, brokenRule } from '../../platform/errors/http-error.ts';
import type { ReadReceipt } from '../../platform/files/receipt-file.ts';
import {
  MOST_PAGES,
  type ReceiptFault,
  type ReceiptMime,
} from '../../platform/files/receipt-type.ts';
import {
  type Context,
  type Operation,
  type SessionContext,
  type UploadedFile,
  actorOf,
  shownName,
} from '../../platform/http/operation.ts';
import { isFaultOfFile } from '../../platform/workers/tasks.ts';
import {
  DRAWING_TIME,
  runUntrusted,
  untrustedFiles,
} from '../../platform/workers/untrusted-files.ts';
import { expenseInItsBox, lockBoxOfExpense } from '../cases/scope.repository.ts';
import { BoxCase, isOpen } from '../cases/stored-box-case.ts';
import { invoiceFilesAmong } from '../invoices/invoice.repository.ts';
import { anomalyReport, usedReceipts } from './anomalies.ts';

/** Opens an upload before it is stored, in the worker process for untrusted files. */

const tooMuchInside =
  'El archivo contiene más de lo que se puede abrir. Guárdelo de nuevo, o imprímalo como PDF, y cárguelo.';

const tooSlow =
  'El archivo tarda demasiado en mostrarse. Imprímalo como PDF, o tómele una foto, y cárguelo.';

const sentences: Record<Exclude<ReceiptFault, 'type'>, string> = {
  damaged: 'El archivo está incompleto o dañado. Cárguelo de nuevo.',
  pixels: 'La imagen tiene más de 50 millones de píxeles. Redúzcala y cárguela de nuevo.',
  pages: `El PDF tiene más de ${MOST_PAGES} páginas. Cargue solo las del recibo.`,
};

/** A file that reaches the limits of its thread, or breaks it, is the file's fault. */
function sentenceOf(error: unknown): string {
  if (!isFaultOfFile(error)) throw error;
  if (error.failure === 'failed') return sentences.damaged;
  return error.failure === 'timeout' ? tooSlow : tooMuchInside;
}

/**
 * A file that opens but breaks its reader while it is drawn is stored without the hash of what it shows; one that takes too
 * long is refused, since nobody could look at it.
 *
 * @param by whose upload it is
 * @throws HttpError 408, 413, 415, 422 or 503
 */
export async function openReceipt(
  { file, bytes }: Omit<UploadedFile, 'filename'>,
  by: number,
  signal?: AbortSignal,
): Promise<ReadReceipt> {
  if (bytes === 0) throw brokenRule('archivo', 'El archivo está vacío.');
  if (bytes > maximumReceiptBytes) throw new HttpError(413);
  const undrawn = async () => {
    const found = await untrustedFiles.run('inspectReceipt', file, { by, signal });
    return found.fault === null ? { ...found, content: null } : found;
  };
  const found = await runUntrusted(() =>
    untrustedFiles
      .run('readReceipt', file, { by, signal, processor: DRAWING_TIME })
      .catch((error: unknown) => {
        if (isFaultOfFile(error) && error.failure !== 'timeout') return undrawn();
        throw error;
      })
      .catch((error: unknown) => {
        throw brokenRule('archivo', sentenceOf(error));
      }),
  );
  if (found.fault === null) return found;
  throw found.fault === 'type' ? new HttpError(415) : brokenRule('archivo', sentences[found.fault]);
}

/** An opened upload on its way to the row of an expense. */

const extensionOf = (type: ReceiptMime): string =>
  Object.entries(receiptTypes).find(([, mime]) => mime === type)?.[0] ?? 'bin';

export interface StoredReceipt extends ReadReceipt {
  archivo: UploadedFile;
}

/** Opens an upload and stages its file. @throws HttpError for a file that is no receipt */
export async function storedReceipt(
  { receipts, session, signal }: Pick<SessionContext, 'receipts' | 'session' | 'signal'>,
  archivo: UploadedFile,
): Promise<StoredReceipt> {
  const opened = await openReceipt(archivo, session.idUsuario, signal);
  await receipts.stage(archivo.file, opened.sha256);
  return { archivo, ...opened };
}

/** Names that are locked before a row names the file, so that nobody else decides about it until the transaction ends. */
export const namesOfReceipt = ({ sha256, content }: StoredReceipt): string[] =>
  content === null ? [sha256] : [sha256, content];

/** The columns of an expense that has the file from now on; the names of the receipt are locked. */
export async function receiptColumns(
  trx: Trx,
  { receipts }: Pick<SessionContext, 'receipts'>,
  { archivo, sha256, content, type }: StoredReceipt,
) {
  await receipts.saveFile(archivo.file, sha256, trx);
  const soporte = `${randomUUID()}.${extensionOf(type)}`;
  return {
    soporte,
    soporte_sha256: sha256,
    soporte_contenido: content,
    soporte_nombre: shownName(archivo) || soporte,
    soporte_tipo: type,
    soporte_bytes: archivo.bytes,
  };
}

type Access = Pick<Context, 'db' | 'receipts'>;

/** Those of the files that an expense or an electronic invoice names: often it is the same PDF. */
export const namedAmong = async (trx: Trx, sha256s: readonly string[]): Promise<Set<string>> =>
  new Set([...(await usedReceipts(trx, sha256s)), ...(await invoiceFilesAmong(trx, sha256s))]);

/**
 * Removes a file that nothing names any more. After the commit that took its last row away, never
 * before; under the lock with which an upload makes sure that its file is there. In no snapshot:
 * that would not show the row of an upload that the lock waited for.
 */
export const dropUnusedReceipt = ({ db, receipts }: Access, sha256: string): Promise<void> =>
  inTransaction(db, async (trx) => {
    await lockReceipt(trx, sha256);
    if (!(await namedAmong(trx, [sha256])).has(sha256)) await receipts.remove(sha256, trx);
  });

/** Milliseconds. An upload that takes longer than this has failed long ago. */
const UPLOAD_LIMIT = 60 * 60_000;
/** Removes the half-written files of this machine that no upload in progress is writing. */
export const sweepHalfWritten = ({ receipts }: Pick<Access, 'receipts'>, now: number) =>
  receipts.removeHalfWritten(now - UPLOAD_LIMIT);

/** Files of one query. */
const CHUNK = 500;

/**
 * Removes the files that nothing names and that are older than any upload in progress: what a process leaves behind
 * that ended between a file and its row. Any number of processes may do it, at any time.
 *
 * @param now epoch milliseconds of the clock of the files
 */
export async function sweepReceipts(access: Access, now: number): Promise<void> {
  const before = now - UPLOAD_LIMIT;
  let chunk: string[] = [];
  const sweepChunk = async () => {
    const wanted = chunk;
    chunk = [];
    if (wanted.length === 0) return;
    const used = await inTransaction(access.db, (trx) => namedAmong(trx, wanted));
    for (const sha256 of wanted) if (!used.has(sha256)) await dropUnusedReceipt(access, sha256);
  };
  for await (const sha256 of access.receipts.storedBefore(before))
    if (chunk.push(sha256) === CHUNK) await sweepChunk();
  await sweepChunk();
}

type Seen = Awaited<ReturnType<typeof expenseInItsBox>>;

/** An upload that is not allowed, or comes too late, is refused before its file takes space. */
async function requireOpenBox({ db, session }: SessionContext, idGasto: number): Promise<Seen> {
  const seen = await withoutTransaction(db, (trx) => expenseInItsBox(trx, session, idGasto));
  if (!isOpen(seen.box)) throw boxIsSent();
  return seen;
}

const boxIsSent = (): HttpError =>
  new HttpError(409, { motivos: [{ guardia: 'boxIsOpen', mensaje: boxWasSent }] });

interface Attached {
  soporte: string;
  /** The file that the expense had before. */
  replaced: string | null;
}

/** The same file again is the repetition of a call whose answer got lost: nothing changes. */
async function attach(
  trx: Trx,
  context: SessionContext,
  seen: Seen,
  stored: StoredReceipt,
): Promise<Attached> {
  const idGasto = seen.expense.id;
  const row = await lockBoxOfExpense(trx, context.session, idGasto, namesOfReceipt(stored));
  const box = new BoxCase(trx, context.now(), row);
  box.expectUnchanged(seen.expense, seen.box.version);
  const expense = await box.expense(idGasto);
  if (expense.soporte !== null && expense.soporte_sha256 === stored.sha256)
    return { soporte: expense.soporte, replaced: null };
  const columns = await receiptColumns(trx, context, stored);
  await box.fireOn(
    idGasto,
    { type: 'EXPENSE.ATTACH_SUPPORT', actor: actorOf(context.session) },
    {
      ...columns,
      informe_novedad: await anomalyReport(trx, { ...expense, ...columns }, seen.supplier),
    },
  );
  return { soporte: columns.soporte, replaced: expense.soporte_sha256 };
}

/** /cargarSoporte: the file of an expense, or another one in its place, while the box is open. */
export const attachReceipt: Operation<'/cargarSoporte'> = async (input, context) => {
  const seen = await requireOpenBox(context, input.id_gasto);
  const stored = await storedReceipt(context, context.archivo);
  const attached = await context.write((trx) => attach(trx, context, seen, stored));
  if (attached.replaced !== null) await dropUnusedReceipt(context, attached.replaced);
  return [{ status: '200', soporte: attached.soporte }];
};
