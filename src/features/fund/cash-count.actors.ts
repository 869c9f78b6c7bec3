/** Actor implementations of the cash counts of a store. */
import { fromPromise } from 'xstate';
import { cashCountMachine } from '#machines/flows/fund/cash-count.machine.ts';
import { callApi } from '../../wire/client.ts';
import { withCalls } from '../../wire/with-calls.ts';

export const cashCount = withCalls(cashCountMachine).provide({
  actors: {
    // Without a signal: who leaves the screen does not take back what was sent.
    guardarArqueo: fromPromise(({ input: { request, idempotencyKey } }) =>
      callApi('/guardarArqueo', request, { idempotencyKey }),
    ),
  },
});
