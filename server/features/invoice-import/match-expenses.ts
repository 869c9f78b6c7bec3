/** Matches an imported invoice with the expenses that name it. */
import { invoiceNotFound } from '#contract/calls/expenses.calls.ts';
import { documentNumber } from '#machines/domain/values/document-keys.ts';
import type { Person } from '#machines/domain/people/profiles.ts';
import { type BoxStateName, boxStateOf } from '#machines/domain/box/states.ts';
import { invoiceUrlsOf } from '#machines/domain/expense/expense-guards.ts';
import type { Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import type { ExpenseRow } from '../cases/box.repository.ts';
import {
  type InvoiceNumber,
  type InvoiceRow,
  expensesWithInvoice,
  lockedInvoicesOf,
  offeredOf,
} from '../invoices/invoice.repository.ts';
import { BoxCase } from '../cases/stored-box-case.ts';
import { anomalyReport } from '../expenses/anomalies.ts';
import type { Context } from '../../platform/http/operation.ts';

/** Box states in which the supervisor still chooses among several invoices. */
const choiceIsOpen: readonly BoxStateName[] = ['open', 'supervision'];

type Link = Pick<Row<'gastos'>, 'enlace_factura' | 'data_factura'>;

/**
 * The link of an expense after these invoices are known. With several invoices it is left empty for the reviewer,
 * unless the current one is among them and was chosen by a reviewer or can no longer be chosen.
 */
function linkOf(
  expense: Readonly<ExpenseRow>,
  found: readonly InvoiceRow[],
  boxState: BoxStateName,
): Link {
  const offered = offeredOf(found);
  const data_factura = JSON.stringify(offered);
  const [only] = found;
  if (offered.length === 0) return { enlace_factura: only?.url ?? invoiceNotFound, data_factura };
  const { enlace_factura } = expense;
  const isKnown = offered.some(({ url }) => url === enlace_factura);
  const wasChosen = invoiceUrlsOf(expense.data_factura).includes(enlace_factura);
  const stays = isKnown && (wasChosen || !choiceIsOpen.includes(boxState));
  return { enlace_factura: stays ? enlace_factura : '', data_factura };
}

/** Returns true when the link or the offered invoices of the expense changed. */
async function matchExpense(
  trx: Trx,
  box: BoxCase,
  expense: Readonly<ExpenseRow>,
  actor: Person,
  nit: string,
): Promise<boolean> {
  const found = await lockedInvoicesOf(trx, { nit, numero: expense.numero_factura });
  const link = linkOf(expense, found, boxStateOf(box.box.active));
  const isAsBefore =
    link.enlace_factura === expense.enlace_factura && link.data_factura === expense.data_factura;
  if (isAsBefore) return false;
  const informe_novedad = await anomalyReport(trx, { ...expense, ...link });
  const offered = offeredOf(found).map(({ url }) => url);
  await box.fireExpenseEvent(
    expense.id,
    { type: 'EXPENSE.INVOICE_FOUND', actor, offered },
    { ...link, informe_novedad },
  );
  return true;
}

/** Matches the expenses of one box. @returns how many of them changed */
async function matchBox(
  trx: Trx,
  { idCaja, now }: { idCaja: number; now: number },
  { nit, numeroNormalizado }: InvoiceNumber,
  actor: Person,
): Promise<number> {
  const box = await BoxCase.open(trx, idCaja, now);
  if (boxStateOf(box.box.active) === 'closed') return 0;
  // Read again under the lock of the box: expenses may have been added, removed or renumbered meanwhile.
  const waiting = (await expensesWithInvoice(trx, nit)).filter(
    ({ id_caja, numero_factura }) =>
      id_caja === idCaja && documentNumber(numero_factura) === numeroNormalizado,
  );
  let changed = 0;
  for (const { id } of waiting)
    if (await matchExpense(trx, box, await box.expense(id), actor, nit)) changed += 1;
  return changed;
}

/**
 * Matches the expenses of all stores that name the invoice, with one transaction per box. Importing the invoice again
 * completes an interrupted run.
 *
 * @param actor a person of accounting, as the state machine requires
 * @returns how many expenses changed
 */
export async function matchExpenses(
  { read, write, now }: Pick<Context, 'read' | 'write' | 'now'>,
  actor: Person,
  number: InvoiceNumber,
): Promise<number> {
  const waiting = await read((trx) => expensesWithInvoice(trx, number.nit));
  const boxes = new Set(
    waiting
      .filter((one) => documentNumber(one.numero_factura) === number.numeroNormalizado)
      .map(({ id_caja }) => id_caja),
  );
  let changed = 0;
  for (const idCaja of boxes)
    changed += await write((trx) => matchBox(trx, { idCaja, now: now() }, number, actor));
  return changed;
}
