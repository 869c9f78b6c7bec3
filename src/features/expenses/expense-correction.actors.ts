/** Actor implementations of the correction of an expense. */
import { fromPromise } from 'xstate';
import {
  correctionFacts,
  expenseCorrectionMachine,
} from '#machines/flows/expenses/expense-correction.form.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { upload } from '../../wire/client.ts';
import { expenseBy } from './expense-by-id.ts';
import { entryFactsOf } from './expense-entry.actors.ts';

export const expenseCorrection = expenseCorrectionMachine.provide({
  actors: {
    loadForm: fromPromise(async ({ input, signal }) => {
      const found = await expenseBy({ id_gasto: input.id ?? 0 }, { signal });
      if (!found.ok) return found;
      const facts = await entryFactsOf(found.answer.id_tienda, signal);
      return facts.ok ? answered(correctionFacts(facts.answer, found.answer)) : facts;
    }),
    // Without the signal: who leaves the screen does not take back what was sent.
    saveRecord: fromPromise(({ input: { request, idempotencyKey } }) =>
      upload('/corregirGasto', request.body, request.archivo, { idempotencyKey }),
    ),
  },
});
