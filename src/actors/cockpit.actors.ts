/** Person implementations of the expenses beside a decision, and of a receipt. */
import { fromPromise } from 'xstate';
import type { AnswerOf } from '#contract/contract.ts';
import { stages } from '#machines/domain/stages.ts';
import { type CockpitInput, cockpitMachine } from '#machines/flows/decisions/cockpit.machine.ts';
import { isPdf, receiptMachine } from '#machines/flows/decisions/receipt.machine.ts';
import { answered, given, type Result } from '#machines/flows/result.ts';
import { rowsFor } from './box-send.actors.ts';
import { countSheets } from './client.ts';
import { fetchFactsAhead } from './expense-decision.actors.ts';
import { storePhrases } from './phrases.ts';

const loadRows = fromPromise<
  Result<AnswerOf<'/gastosCaja'>>,
  Pick<CockpitInput, 'reader' | 'id_caja'>
>(({ input: { reader, id_caja }, signal }) =>
  rowsFor(stages[given(reader)].sender, id_caja, { signal }),
);

export const cockpit = cockpitMachine.provide({
  actors: { loadRows },
  actions: {
    storePhrases: (_, phrases) => storePhrases(phrases),
    fetchAhead: ({ context }, next) => {
      if (next !== null) fetchFactsAhead(context.stage, next);
    },
  },
});

export const receipt = receiptMachine.provide({
  actors: {
    countSheets: fromPromise<Result<number>, { soporte: string }>(({ input, signal }) =>
      isPdf(input.soporte) ? countSheets(input.soporte, signal) : Promise.resolve(answered(1)),
    ),
  },
});
