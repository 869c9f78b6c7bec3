import { randomUUID } from 'node:crypto';
import { supportTypes } from '#contract/calls/expense.calls.ts';
import { inOneStatement, type Trx } from '../../database/transactions.ts';
import type { SupportMime } from '../../engines/support-type.ts';
import { expenseInScope, lockBoxOfExpense } from '../../repositories/scope.repository.ts';
import { HttpError } from '../../errors/http-error.ts';
import { lockSupport } from '../../repositories/support-lock.ts';
import { BoxCase, isOpen } from '../../workflow/stored-box-case.ts';
import { actorOf, type Operation, type SessionContext, type UploadedFile } from '../operation.ts';
import { anomalyReport, type ComparedSupplier } from './anomaly-report.ts';
import { dropUnusedSupport } from './support-cleanup.ts';
import { contentOfSupport, typeOfSupport } from './open-support.ts';

const fileNameLength = 200;

/** The name the file had at the store, for people: no path, no control characters. */
const shownName = (filename: string): string =>
  (filename.split(/[\\/]/).pop() ?? '')
    .replace(/[\p{Cc}\p{Cs}]/gu, '')
    .trim()
    .slice(0, fileNameLength);

const extensionOf = (type: SupportMime): string =>
  Object.entries(supportTypes).find(([, mime]) => mime === type)?.[0] ?? 'bin';

/** Strangers and late comers are refused before their file takes room. */
async function requireOpenBox(
  { db, session }: SessionContext,
  idGasto: number,
): Promise<ComparedSupplier> {
  const expense = await inOneStatement(db, (trx) => expenseInScope(trx, session, idGasto));
  if (!isOpen(expense)) throw boxIsSent();
  return expense;
}

const boxIsSent = (): HttpError =>
  new HttpError(409, {
    motivos: [
      { guardia: 'boxIsOpen', mensaje: 'La caja ya fue enviada: el gasto no se puede cambiar.' },
    ],
  });

interface Kept {
  supplier: ComparedSupplier;
  archivo: UploadedFile;
  sha256: string;
  /** Hash of what it shows; see `contentOfSupport`. */
  contenido: string | null;
  type: SupportMime;
}

interface Attached {
  soporte: string;
  /** The file that the expense had before. */
  replaced: string | null;
}

/** The same file again is the repetition of a call whose answer got lost: nothing changes. */
async function attach(
  trx: Trx,
  context: SessionContext,
  idGasto: number,
  { supplier, archivo, sha256, contenido, type }: Kept,
): Promise<Attached> {
  const row = await lockBoxOfExpense(trx, context.session, idGasto);
  const box = new BoxCase(trx, context.now(), row);
  const expense = await box.expense(idGasto);
  if (expense.soporte !== null && expense.soporte_sha256 === sha256)
    return { soporte: expense.soporte, replaced: null };
  await lockSupport(trx, sha256, ...(contenido === null ? [] : [contenido]));
  await context.supports.saveFile(archivo.file, sha256);
  const soporte = `${randomUUID()}.${extensionOf(type)}`;
  await box.fireOn(
    idGasto,
    { type: 'EXPENSE.ATTACH_SUPPORT', actor: actorOf(context.session) },
    {
      soporte,
      soporte_sha256: sha256,
      soporte_contenido: contenido,
      soporte_nombre: shownName(archivo.filename) || soporte,
      soporte_tipo: type,
      soporte_bytes: archivo.bytes,
      informe_novedad: await anomalyReport(
        trx,
        { ...expense, soporte_sha256: sha256, soporte_contenido: contenido },
        supplier,
      ),
    },
  );
  return { soporte, replaced: expense.soporte_sha256 };
}

/** /cargarSoporte: the file of an expense, or another one in its place, while the box is open. */
export const attachSupport: Operation<'/cargarSoporte'> = async (input, context) => {
  const supplier = await requireOpenBox(context, input.id_gasto);
  const { archivo, signal } = context;
  const type = await typeOfSupport(archivo, signal);
  const contenido = await contentOfSupport(archivo.file, type, signal);
  const sha256 = await context.supports.saveFile(archivo.file);
  const kept = { supplier, archivo, sha256, contenido, type };
  const attached = await context.write((trx) => attach(trx, context, input.id_gasto, kept));
  if (attached.replaced !== null) await dropUnusedSupport(context, attached.replaced);
  return [{ status: '200', soporte: attached.soporte }];
};
