/** Actor implementations of the cash counts of a store. */
import { fromPromise } from 'xstate';
import { cashCountMachine } from '#machines/flows/cash-count/cash-count.machine.ts';
import { actorFor, callApi } from './client.ts';

export const cashCount = cashCountMachine.provide({
  actors: {
    arqueos: actorFor('/arqueos'),
    // Without a signal: who leaves the screen does not take back what was sent.
    guardarArqueo: fromPromise(({ input: { request, idempotencyKey } }) =>
      callApi('/guardarArqueo', request, { idempotencyKey }),
    ),
  },
});
