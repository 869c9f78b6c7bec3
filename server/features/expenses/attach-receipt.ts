import { boxWasSent } from '#machines/domain/expense/expense.machine.ts';
import { withoutTransaction, type Trx } from '../../platform/database/transactions.ts';
import { expenseInItsBox, lockBoxOfExpense } from '../cases/scope.repository.ts';
import { HttpError } from '../../platform/errors/http-error.ts';
import { BoxCase, isOpen } from '../cases/stored-box-case.ts';
import { actorOf, type Operation, type SessionContext } from '../../platform/http/operation.ts';
import { anomalyReport } from './anomaly-report.ts';
import {
  type StoredReceipt,
  storedReceipt,
  namesOfReceipt,
  receiptColumns,
} from './stored-receipt.ts';
import { dropUnusedReceipt } from './receipt-cleanup.ts';

type Seen = Awaited<ReturnType<typeof expenseInItsBox>>;

/** Whoever may not, or comes too late, is refused before their file takes space. */
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
