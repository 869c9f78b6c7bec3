/** Where the mails that did not go out come from, and what sends one again. */
import { fromPromise } from 'xstate';
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import {
  type OutgoingMail,
  outgoingMailsMachine,
} from '#machines/flows/mails/outgoing-mails.machine.ts';
import type { Result } from '#machines/flows/result.ts';
import { callApi } from './client.ts';

export const outgoingMails = outgoingMailsMachine.provide({
  actors: {
    loadMails: fromPromise<Result<readonly OutgoingMail[]>, undefined>(({ signal }) =>
      callApi('/correosSalientes', {}, { signal }),
    ),
    // Without the signal: who leaves the screen does not take back what was sent.
    reintentarCorreo: fromPromise<
      Result<AnswerOf<'/reintentarCorreo'>>,
      RequestOf<'/reintentarCorreo'>
    >(({ input }) => callApi('/reintentarCorreo', input)),
  },
});
