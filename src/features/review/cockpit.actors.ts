/** Actor implementations of the expenses beside a decision, and of a receipt. */
import { fromPromise } from 'xstate';
import { stages } from '#machines/domain/box/stages.ts';
import { cockpitMachine } from '#machines/flows/review/cockpit.machine.ts';
import { isPdf, receiptMachine } from '#machines/flows/review/receipt.machine.ts';
import { answered, given } from '#machines/flows/steps/result.ts';
import { rowsFor } from '../boxes/box-send.actors.ts';
import { countSheets } from '../../wire/client.ts';
import { prefetchFacts } from './expense-decision.actors.ts';
import { storePhrases } from './phrases.ts';

export const cockpit = cockpitMachine.provide({
  actors: {
    loadRows: fromPromise(({ input: { reader, id_caja }, signal }) =>
      rowsFor(stages[given(reader)].sender, id_caja, { signal }),
    ),
  },
  actions: {
    storePhrases: (_, phrases) => storePhrases(phrases),
    prefetch: ({ context }, next) => {
      if (next !== null) prefetchFacts(context.stage, next);
    },
  },
});

export const receipt = receiptMachine.provide({
  actors: {
    countSheets: fromPromise(async ({ input: { soporte }, signal }) =>
      isPdf(soporte) ? countSheets(soporte, signal) : answered(1),
    ),
  },
});
