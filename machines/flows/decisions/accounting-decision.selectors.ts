/** Selectors of accounting's split, beside those of every decision. */
import { accountingWindow, type DateWindow } from '#machines/domain/dates.ts';
import type { AccountingFacts, Facts } from './decision-rules.ts';

/** A snapshot of the first pass or of the itemisation alone. */
interface AccountingSnapshot {
  context: { facts: Facts | null };
}

/** Null until loaded: categories, document classes, taxes and today beside the expense. */
export const accountingFactsOf = ({ context }: AccountingSnapshot): AccountingFacts | null =>
  context.facts !== null && 'categories' in context.facts ? context.facts : null;

/** The account of a category, shown beside it; empty while none is chosen. */
export function accountOf(snapshot: AccountingSnapshot, id_categoria: number | null): string {
  const facts = accountingFactsOf(snapshot);
  const known = [...(facts?.categories ?? []), ...(facts?.expense.categorias ?? [])];
  return known.find(({ id }) => id === id_categoria)?.cuenta ?? '';
}

/** Days that may be chosen as the purchase date; null until loaded. */
export function accountingWindowOf(snapshot: AccountingSnapshot): DateWindow | null {
  const facts = accountingFactsOf(snapshot);
  return facts === null ? null : accountingWindow(facts.today);
}
