/** Matches an imported invoice with the expenses that name it. */
import { invoiceNotFound } from '#contract/calls/expenses.calls.ts';
import { repetitionSentences } from '#contract/expense-fields.ts';
import { anomaliesIn } from '#machines/domain/values/texts.ts';
import { type BoxStateName, boxStateOf } from '#machines/domain/stages/states.ts';
import { invoiceUrlsOf } from '#machines/domain/expense/expense-guards.ts';
import type { Person } from '#machines/domain/people/profiles.ts';
import { documentNumber } from '#machines/domain/values/document-keys.ts';
import type { Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import type { Context } from '../../platform/http/operation.ts';
import type { ExpenseRow } from '../cases/box.repository.ts';
import { BoxCase } from '../cases/stored-box-case.ts';
import { anomalyReport } from '../expenses/anomalies.ts';
import {
  expensesWithInvoice,
  type InvoiceNumber,
  type InvoiceRow,
  lockedInvoicesOf,
  offeredOf,
} from '../invoices/invoice.repository.ts';

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

interface Matched {
  /** Expenses that changed. */
  gastos: number;
  /** Expenses whose invoice is in another one too. */
  repetidos: number;
}

const sumOf = (one: Matched, other: Matched): Matched => ({
  gastos: one.gastos + other.gastos,
  repetidos: one.repetidos + other.repetidos,
});

const nothingMatched: Matched = { gastos: 0, repetidos: 0 };

async function matchExpense(
  trx: Trx,
  box: BoxCase,
  expense: Readonly<ExpenseRow>,
  actor: Person,
  nit: string,
): Promise<Matched> {
  const found = await lockedInvoicesOf(trx, { nit, numero: expense.numero_factura });
  const link = linkOf(expense, found, boxStateOf(box.box.active));
  const informe_novedad = await anomalyReport(trx, { ...expense, ...link });
  const changes = { ...link, informe_novedad };
  const isRepeated = anomaliesIn(informe_novedad).includes(repetitionSentences.repeatedInvoice);
  const repetidos = isRepeated ? 1 : 0;
  const isAsBefore = (Object.keys(changes) as (keyof typeof changes)[]).every(
    (column) => changes[column] === expense[column],
  );
  if (isAsBefore) return { gastos: 0, repetidos };
  const offered = offeredOf(found).map(({ url }) => url);
  await box.fireExpenseEvent(
    expense.id,
    { type: 'EXPENSE.INVOICE_FOUND', actor, offered },
    changes,
  );
  return { gastos: 1, repetidos };
}

/** Matches the expenses of one box. */
async function matchBox(
  trx: Trx,
  { idCaja, now }: { idCaja: number; now: number },
  { nit, numeroNormalizado }: InvoiceNumber,
  actor: Person,
): Promise<Matched> {
  const box = await BoxCase.open(trx, idCaja, now);
  if (boxStateOf(box.box.active) === 'closed') return nothingMatched;
  // Read again under the lock of the box: expenses may have been added, removed or renumbered meanwhile.
  const waiting = (await expensesWithInvoice(trx, nit)).filter(
    ({ id_caja, numero_factura }) =>
      id_caja === idCaja && documentNumber(numero_factura) === numeroNormalizado,
  );
  let matched = nothingMatched;
  for (const { id } of waiting)
    matched = sumOf(matched, await matchExpense(trx, box, await box.expense(id), actor, nit));
  return matched;
}

/**
 * Matches the expenses of all stores that name the invoice, with one transaction per box. Importing the invoice again
 * completes an interrupted run.
 *
 * @param actor a person of accounting, as the state machine requires
 */
export async function matchExpenses(
  { read, write, now }: Pick<Context, 'read' | 'write' | 'now'>,
  actor: Person,
  number: InvoiceNumber,
): Promise<Matched> {
  const waiting = await read((trx) => expensesWithInvoice(trx, number.nit));
  const boxes = new Set(
    waiting
      .filter((one) => documentNumber(one.numero_factura) === number.numeroNormalizado)
      .map(({ id_caja }) => id_caja),
  );
  let matched = nothingMatched;
  for (const idCaja of boxes)
    matched = sumOf(
      matched,
      await write((trx) => matchBox(trx, { idCaja, now: now() }, number, actor)),
    );
  return matched;
}
