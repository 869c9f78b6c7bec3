/** An opened upload on its way to the row of an expense. */
import { randomUUID } from 'node:crypto';
import { supportTypes } from '#contract/calls/expense.calls.ts';
import type { Trx } from '../../database/transactions.ts';
import type { ReadSupport } from '../../engines/support-file.ts';
import type { SupportMime } from '../../engines/support-type.ts';
import type { SessionContext, UploadedFile } from '../operation.ts';
import { openSupport } from './open-support.ts';

const fileNameLength = 200;

/** The name the file had at the store, for people: no path, no control characters. */
const shownName = (filename: string): string =>
  (filename.split(/[\\/]/).pop() ?? '')
    .replace(/[\p{Cc}\p{Cs}]/gu, '')
    .trim()
    .slice(0, fileNameLength);

const extensionOf = (type: SupportMime): string =>
  Object.entries(supportTypes).find(([, mime]) => mime === type)?.[0] ?? 'bin';

export interface KeptSupport extends ReadSupport {
  archivo: UploadedFile;
}

/** Opens an upload and stages its file. @throws HttpError for a file that is no support */
export async function keptSupport(
  { supports, signal }: Pick<SessionContext, 'supports' | 'signal'>,
  archivo: UploadedFile,
): Promise<KeptSupport> {
  const opened = await openSupport(archivo, signal);
  await supports.stage(archivo.file, opened.sha256);
  return { archivo, ...opened };
}

/** Names that are locked before a row names the file, so that nobody else decides about it until the transaction ends. */
export const namesOfSupport = ({ sha256, content }: KeptSupport): string[] =>
  content === null ? [sha256] : [sha256, content];

/** The columns of an expense that has the file from now on; the names of the support are locked. */
export async function supportColumns(
  trx: Trx,
  { supports }: Pick<SessionContext, 'supports'>,
  { archivo, sha256, content, type }: KeptSupport,
) {
  await supports.saveFile(archivo.file, sha256, trx);
  const soporte = `${randomUUID()}.${extensionOf(type)}`;
  return {
    soporte,
    soporte_sha256: sha256,
    soporte_contenido: content,
    soporte_nombre: shownName(archivo.filename) || soporte,
    soporte_tipo: type,
    soporte_bytes: archivo.bytes,
  };
}
