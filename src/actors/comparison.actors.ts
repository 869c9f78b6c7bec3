/** An expense beside those that it repeats. */
import { fromPromise } from 'xstate';
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import type { Expense } from '#contract/calls/expense.calls.ts';
import { createDetailMachine } from '#machines/flows/records/detail.machine.ts';
import { answered, type Result } from '#machines/flows/result.ts';
import { callApi } from './client.ts';
import { expenseBy } from './expense-by-id.ts';

export interface Comparison {
  expense: Expense;
  /** Those that this person may see. */
  others: readonly Expense[];
}

interface ExpenseKey {
  id_gasto: number;
}

export const expenseComparison = createDetailMachine<Comparison, ExpenseKey>().provide({
  actors: {
    loadDetail: fromPromise<Result<Comparison>, { key: ExpenseKey }>(async ({ input, signal }) => {
      const found = await expenseBy(input.key, { signal });
      if (!found.ok) return found;
      const expense = found.answer;
      const others: Expense[] = [];
      for (const id_gasto of expense.repetidos) {
        const other = await expenseBy({ id_gasto }, { signal });
        // One that went away meanwhile leaves the others.
        if (other.ok) others.push(other.answer);
      }
      return answered({ expense, others });
    }),
  },
});

export type Repetitions = AnswerOf<'/gastosRepetidos'>;

/** Null while too little is known of the new expense. */
export type RepetitionQuestion = RequestOf<'/gastosRepetidos'> | null;

/** The expenses that a new one would repeat, looked for whenever the store has filled in a field of it. */
export const repetitionCheck = createDetailMachine<Repetitions, RepetitionQuestion>().provide({
  actors: {
    loadDetail: fromPromise<Result<Repetitions>, { key: RepetitionQuestion }>(
      ({ input, signal }) =>
        input.key === null
          ? Promise.resolve(answered({ avisos: [], repetidos: [] }))
          : callApi('/gastosRepetidos', input.key, { signal }),
    ),
  },
});
