/** What views read of accounting's split, beside what every decision has. */
import { accountingWindow, type DateWindow } from '#machines/domain/dates.ts';
import type { AccountingFacts } from './accounting-decision.form.ts';

/** A snapshot of the first pass or of the itemisation alone. */
interface AccountingSnapshot {
  context: { facts: AccountingFacts | null; addedRows: number };
}

/** Null until loaded: categories, document classes, taxes and today beside the expense. */
export const accountingFactsOf = (snapshot: AccountingSnapshot): AccountingFacts | null =>
  snapshot.context.facts;

/** How many rows the itemisation shows: those of the expense and those that were added. */
export const rowCountOf = ({ context }: AccountingSnapshot): number =>
  (context.facts?.expense.categorias.length ?? 0) + context.addedRows;

/** The account of a category, shown beside it; empty while none is chosen. */
export const accountOf = ({ context }: AccountingSnapshot, id_categoria: number | null): string =>
  context.facts?.categories.find((category) => category.id === id_categoria)?.cuenta ??
  context.facts?.expense.categorias.find((category) => category.id === id_categoria)?.cuenta ??
  '';

/** Days that may be chosen as the purchase date; null until loaded. */
export const accountingWindowOf = ({ context }: AccountingSnapshot): DateWindow | null =>
  context.facts === null ? null : accountingWindow(context.facts.today);
