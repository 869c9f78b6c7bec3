import type { Readable } from 'node:stream';
import { grouped } from '#machines/domain/values/grouped.ts';
import type { Session } from '../../platform/access/session.ts';
import type { AskDatabase } from '../../app/long-queries.ts';
import type {
  ConsolidatedExpense,
  ConsolidatedFilter,
  ConsolidatedKey,
} from './consolidated.repository.ts';
import { HttpError } from '../../platform/errors/http-error.ts';
import { workbookOf } from '../../platform/workbook/workbook-stream.ts';
import { consolidatedColumns, type ConsolidatedRow } from './consolidated-columns.ts';

/** Expenses of one page: their cells take some 5 ms, and whoever else asks something comes in between two pages. */
const PAGE = 200;

const streamConsolidated = workbookOf('Consolidado', consolidatedColumns);

interface ConsolidatedContext {
  session: Session;
  ask: AskDatabase;
}

/** Texts in their order, each once. */
const joined = (texts: readonly string[] | undefined): string => [...new Set(texts)].join('; ');

async function completed(
  { ask }: ConsolidatedContext,
  expenses: readonly ConsolidatedExpense[],
): Promise<ConsolidatedRow[]> {
  if (expenses.length === 0) return [];
  const ids = expenses.map(({ id }) => id);
  const boxes = [...new Set(expenses.map(({ id_caja }) => id_caja))];
  const categories = await ask('categoriesForConsolidated', ids);
  const sendings = await ask('sendingsForConsolidated', boxes);
  const idOf = ({ id_gasto }: { id_gasto: number }) => id_gasto;
  const names = grouped(categories, idOf, ({ nombre }) => nombre);
  const accounts = grouped(categories, idOf, ({ cuenta }) => cuenta);
  const sent = new Map(sendings.map(({ id_caja, instante }) => [id_caja, instante]));
  return expenses.map((expense) => ({
    ...expense,
    categorias: joined(names.get(expense.id)),
    cuentas: joined(accounts.get(expense.id)),
    enviada: sent.get(expense.id_caja) ?? null,
  }));
}

/**
 * The rows, each page read by itself: what changes meanwhile is in the sheet as it was when its page was
 * read, and no expense comes twice.
 */
async function* rowPages(
  context: ConsolidatedContext,
  filter: ConsolidatedFilter,
): AsyncGenerator<readonly ConsolidatedRow[]> {
  let after: ConsolidatedKey | null = null;
  for (;;) {
    const keys: ConsolidatedKey[] = await context.ask('nextKeys', filter, after, PAGE);
    const ids = keys.map(({ id }) => id);
    after = keys.at(-1) ?? null;
    if (after === null) return;
    const expenses = await context.ask('expensesForConsolidated', context.session, filter, ids);
    yield await completed(context, expenses);
    if (keys.length < PAGE) return;
  }
}

function filenameOf({ desde, hasta }: ConsolidatedFilter): string {
  const days =
    desde !== null && hasta !== null
      ? [desde, hasta]
      : [...(desde === null ? [] : ['desde', desde]), ...(hasta === null ? [] : ['hasta', hasta])];
  return `${['consolidado', ...days].join('_')}.xlsx`;
}

/**
 * Narrows a filter to what the session may ask for. A store asks for the stores it is responsible for and a supervisor for
 * those it supervises, whatever the address says; the scope of the session holds beside it.
 */
function narrowed(filter: ConsolidatedFilter, { profile, idUsuario }: Session): ConsolidatedFilter {
  if (profile === 2) return { ...filter, idResponsable: idUsuario };
  if (profile === 3) return { ...filter, idSupervisor: idUsuario };
  return filter;
}

/** Rows of the largest workbook: some years of 400 stores, and what a spreadsheet still opens. */
export const MOST_ROWS = 300_000;

/**
 * The expenses of the sent boxes that the session sees, bought in a span of days, as a workbook.
 *
 * @throws HttpError 422 when there are too many
 */
export async function consolidatedOf(
  context: ConsolidatedContext,
  requested: ConsolidatedFilter,
): Promise<{ filename: string; stream: Readable }> {
  const filter = narrowed(requested, context.session);
  const rows = await context.ask('countConsolidated', context.session, filter, MOST_ROWS + 1);
  if (rows > MOST_ROWS)
    throw new HttpError(422, {
      msg: 'El consolidado tendría más de 300.000 gastos. Elija un periodo más corto.',
    });
  return {
    filename: filenameOf(filter),
    stream: await streamConsolidated(rowPages(context, filter)),
  };
}
