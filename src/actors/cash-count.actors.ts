/** Actor implementations of the cash counts of a store. */
import { fromPromise } from 'xstate';
import { cashCountMachine } from '#machines/flows/cash-count/cash-count.machine.ts';
import { callApi } from './client.ts';
import { withCalls } from './with-calls.ts';

export const cashCount = withCalls(cashCountMachine).provide({
  actors: {
    // Without a signal: who leaves the screen does not take back what was sent.
    guardarArqueo: fromPromise(({ input: { request, idempotencyKey } }) =>
      callApi('/guardarArqueo', request, { idempotencyKey }),
    ),
  },
});
