/** Actors of the contact sheet of a box. */
import { fromPromise } from 'xstate';
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import { contactSheetMachine } from '#machines/flows/decisions/contact-sheet.machine.ts';
import type { Result } from '#machines/flows/result.ts';
import { loadBox } from './box-send.actors.ts';
import { callApi } from './client.ts';

export const contactSheet = contactSheetMachine.provide({
  actors: {
    loadBox,
    // Without the signal: who leaves the screen does not take back what was sent.
    aprobarGastos: fromPromise<Result<AnswerOf<'/aprobarGastos'>>, RequestOf<'/aprobarGastos'>>(
      ({ input }) => callApi('/aprobarGastos', input),
    ),
  },
});
