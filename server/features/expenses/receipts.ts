import { randomUUID } from 'node:crypto';
import { millisecondsInDay } from 'date-fns/constants';
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
  animated: 'El PNG tiene varias imágenes animadas. Tómele una foto a la del recibo y cárguela.',
  damaged: 'El archivo está incompleto o dañado. Cárguelo de nuevo.',
  pixels: 'La imagen tiene más de 50 millones de píxeles. Redúzcala y cárguela de nuevo.',
  pages: `El PDF tiene más de ${MOST_PAGES} páginas. Cargue solo las del recibo.`,
};

/** Message for a file on which its worker task fails or reaches a limit; rethrows any other error. */
function sentenceOf(error: unknown): string {
  if (!isFaultOfFile(error)) throw error;
  if (error.failure === 'failed') return sentences.damaged;
  return error.failure === 'timeout' ? tooSlow : tooMuchInside;
}

/**
 * Opens and draws an upload. A file that opens but cannot be drawn gets no content hash; a file that takes too long is
 * refused, since it could not be shown.
 *
 * @param by id of the user who uploads it
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

/** Stores an opened upload for the row of an expense. */

const extensionOf = (type: ReceiptMime): string =>
  Object.entries(receiptTypes).find(([, mime]) => mime === type)?.[0] ?? 'bin';

export interface StoredReceipt extends ReadReceipt {
  archivo: UploadedFile;
}

/** Opens an upload and stages its file. @throws HttpError for a file that is not a receipt */
async function storedReceipt(
  { receipts, session, signal }: Pick<SessionContext, 'receipts' | 'session' | 'signal'>,
  archivo: UploadedFile,
): Promise<StoredReceipt> {
  const opened = await openReceipt(archivo, session.idUsuario, signal);
  await receipts.stage(archivo.file, opened.sha256);
  return { archivo, ...opened };
}

/** Opens an upload and stages its file for a change; removes the file when the change is refused. */
export async function withReceipt<Result>(
  context: Pick<SessionContext, 'db' | 'receipts' | 'session' | 'signal'>,
  archivo: UploadedFile,
  change: (stored: StoredReceipt) => Promise<Result>,
): Promise<Result> {
  const stored = await storedReceipt(context, archivo);
  try {
    return await change(stored);
  } catch (error) {
    // Failing too, it leaves the file to the next sweep.
    await dropUnusedReceipt(context, stored.sha256).catch(() => undefined);
    throw error;
  }
}

/** Names to lock before a row refers to the file: other transactions about the file or its content then wait. */
export const namesOfReceipt = ({ sha256, content }: StoredReceipt): string[] =>
  content === null ? [sha256] : [sha256, content];

/** Saves the file and returns the columns of its expense; `namesOfReceipt` must be locked. */
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

/** The files among these that an expense or an electronic invoice refers to: both often share one PDF. */
export const namedAmong = async (trx: Trx, sha256s: readonly string[]): Promise<Set<string>> =>
  new Set([...(await usedReceipts(trx, sha256s)), ...(await invoiceFilesAmong(trx, sha256s))]);

/**
 * Removes a file unless a row refers to it. Call it after the commit that removed its last row, never before. It takes
 * the lock that uploads take for their file, and reads outside a snapshot, which would not show the row of an upload
 * that the lock waited for.
 */
export const dropUnusedReceipt = ({ db, receipts }: Access, sha256: string): Promise<void> =>
  inTransaction(db, async (trx) => {
    await lockReceipt(trx, sha256);
    if (!(await namedAmong(trx, [sha256])).has(sha256)) await receipts.remove(sha256, trx);
  });

/** Milliseconds after which an upload has certainly ended. */
const UPLOAD_LIMIT = 60 * 60_000;
/** Removes the half-written files of this machine that no upload in progress is writing. */
export const sweepHalfWritten = ({ receipts }: Pick<Access, 'receipts'>, now: number) =>
  receipts.removeHalfWritten(now - UPLOAD_LIMIT);

/** Files of one query. */
const CHUNK = 500;

/** Hashes in pieces of `CHUNK`, each with those that rows refer to. */
async function* chunksOf({ db }: Access, sha256s: AsyncIterable<string>) {
  let chunk: string[] = [];
  const lookedUp = async () => ({
    chunk,
    named: await inTransaction(db, (trx) => namedAmong(trx, chunk)),
  });
  for await (const sha256 of sha256s) {
    if (chunk.push(sha256) < CHUNK) continue;
    yield await lookedUp();
    chunk = [];
  }
  if (chunk.length > 0) yield await lookedUp();
}

/**
 * Most files that one sweep removes. A refused change removes its own file, so that only a process that was killed
 * between the file and its row leaves some: one per upload whose transaction was running, which are fewer than ten. More
 * of them mean that the database is not the one of the files.
 */
const MOST_SWEPT = 10;
/** How long a swept file can be brought back. */
const RETIRED_LIFE = 30 * millisecondsInDay;

/**
 * Removes the files that no row refers to and that are older than any upload in progress: those of processes that ended
 * after saving a file and before writing its row. They stay among the retired files for `RETIRED_LIFE`; a retired file
 * that a row refers to again is brought back. Several processes may run it concurrently. Never call it while the head
 * that was signed last is not in the database.
 *
 * @param now epoch milliseconds of the clock of the file system
 * @returns the files that no row refers to; when they are more than `MOST_SWEPT`, none was removed
 */
export async function sweepReceipts(
  access: Access,
  now: number,
): Promise<{ unnamed: string[]; areSwept: boolean }> {
  const { db, receipts } = access;
  for await (const { named } of chunksOf(access, receipts.retired()))
    for (const sha256 of named)
      if (!(await receipts.exists(sha256)))
        await inTransaction(db, (trx) => receipts.bringBack(sha256, trx));
  const unnamed: string[] = [];
  for await (const { chunk, named } of chunksOf(access, receipts.storedBefore(now - UPLOAD_LIMIT)))
    unnamed.push(...chunk.filter((sha256) => !named.has(sha256)));
  if (unnamed.length > MOST_SWEPT) return { unnamed, areSwept: false };
  for (const sha256 of unnamed) {
    await receipts.retire(sha256, now);
    await dropUnusedReceipt(access, sha256);
  }
  await receipts.deleteRetired(now - RETIRED_LIFE);
  return { unnamed, areSwept: true };
}

type Seen = Awaited<ReturnType<typeof expenseInItsBox>>;

/** Refuses an upload that is not allowed or comes too late before its file is stored. @throws HttpError 404, 409 */
async function requireOpenBox({ db, session }: SessionContext, idGasto: number): Promise<Seen> {
  const seen = await withoutTransaction(db, (trx) => expenseInItsBox(trx, session, idGasto));
  if (!isOpen(seen.box)) throw boxIsSent();
  return seen;
}

const boxIsSent = (): HttpError =>
  new HttpError(409, { motivos: [{ guardia: 'boxIsOpen', mensaje: boxWasSent }] });

interface Attached {
  soporte: string;
  /** SHA-256 of the previous file of the expense; null without one. */
  replaced: string | null;
}

/** Attaching the same file again changes nothing: it is the retry of a call whose answer was lost. */
async function attach(
  trx: Trx,
  context: SessionContext,
  seen: Seen,
  stored: StoredReceipt,
): Promise<Attached> {
  const idGasto = seen.expense.id;
  const row = await lockBoxOfExpense(trx, context.session, idGasto, namesOfReceipt(stored));
  const box = new BoxCase(trx, context.now(), row);
  box.requireUnchanged(seen.expense, seen.box.version);
  const expense = await box.expense(idGasto);
  if (expense.soporte !== null && expense.soporte_sha256 === stored.sha256)
    return { soporte: expense.soporte, replaced: null };
  const columns = await receiptColumns(trx, context, stored);
  await box.fireExpenseEvent(
    idGasto,
    { type: 'EXPENSE.ATTACH_SUPPORT', actor: actorOf(context.session) },
    {
      ...columns,
      informe_novedad: await anomalyReport(trx, { ...expense, ...columns }, seen.supplier),
    },
  );
  return { soporte: columns.soporte, replaced: expense.soporte_sha256 };
}

/** /cargarSoporte: attaches or replaces the file of an expense while its box is open. */
export const attachReceipt: Operation<'/cargarSoporte'> = async (input, context) => {
  const seen = await requireOpenBox(context, input.id_gasto);
  const attached = await withReceipt(context, context.archivo, (stored) =>
    context.write((trx) => attach(trx, context, seen, stored)),
  );
  if (attached.replaced !== null) await dropUnusedReceipt(context, attached.replaced);
  return [{ status: '200', soporte: attached.soporte }];
};
