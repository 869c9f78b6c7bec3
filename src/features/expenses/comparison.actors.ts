/** An expense beside those that it repeats. */
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import type { Expense } from '#contract/calls/expenses.calls.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { callApi } from '../../wire/client.ts';
import { expenseBy } from './expense-by-id.ts';
import { detailFrom } from '../../wire/looking.actors.ts';

/** An expense, and those of the others that this person may see. */
export const expenseComparison = detailFrom(async (key: { id_gasto: number }, signal) => {
  const found = await expenseBy(key, { signal });
  if (!found.ok) return found;
  const expense = found.answer;
  const others: Expense[] = [];
  for (const id_gasto of expense.repetidos) {
    const other = await expenseBy({ id_gasto }, { signal });
    // One that went away meanwhile leaves the others.
    if (other.ok) others.push(other.answer);
  }
  return answered({ expense, others });
});

const noRepetitions: AnswerOf<'/gastosRepetidos'> = { avisos: [], repetidos: [] };

/**
 * The expenses that a new one would repeat, looked for whenever the store has filled in a field of it; the question is
 * null while too little is known.
 */
export const repetitionCheck = detailFrom(
  async (question: RequestOf<'/gastosRepetidos'> | null, signal) =>
    question === null ? answered(noRepetitions) : callApi('/gastosRepetidos', question, { signal }),
);
