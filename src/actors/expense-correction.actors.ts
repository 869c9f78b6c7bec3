/** Actor implementations of the correction of an expense. */
import { fromPromise } from 'xstate';
import {
  type CorrectionFacts,
  correctionFacts,
  type CorrectionRequest,
  expenseCorrectionMachine,
} from '#machines/flows/expenses/expense-correction.form.ts';
import type { SaveRecordInput } from '#machines/flows/records/record-form.machine.ts';
import { answered, type Result } from '#machines/flows/result.ts';
import { uploadCorrection } from './client.ts';
import { expenseBy } from './expense-by-id.ts';
import { entryFactsOf } from './expense-entry.actors.ts';

export const expenseCorrection = expenseCorrectionMachine.provide({
  actors: {
    loadForm: fromPromise<Result<CorrectionFacts>, { id: number | null }>(
      async ({ input, signal }) => {
        const found = await expenseBy({ id_gasto: input.id ?? 0 }, { signal });
        if (!found.ok) return found;
        const facts = await entryFactsOf(found.answer.id_tienda, signal);
        return facts.ok ? answered(correctionFacts(facts.answer, found.answer)) : facts;
      },
    ),
    // Without the signal: who leaves the screen does not take back what was sent.
    saveRecord: fromPromise<Result<unknown>, SaveRecordInput<CorrectionRequest>>(
      ({ input: { request, idempotencyKey } }) =>
        uploadCorrection(request.body, request.archivo, idempotencyKey),
    ),
  },
});
