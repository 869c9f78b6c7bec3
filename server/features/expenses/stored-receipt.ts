/** An opened upload on its way to the row of an expense. */
import { randomUUID } from 'node:crypto';
import { receiptTypes } from '#contract/calls/expenses.calls.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import type { ReadReceipt } from '../../platform/files/receipt-file.ts';
import type { ReceiptMime } from '../../platform/files/receipt-type.ts';
import {
  type SessionContext,
  shownName,
  type UploadedFile,
} from '../../platform/http/operation.ts';
import { openReceipt } from './open-receipt.ts';

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
