/** Where the open sessions of the person come from, and what closes the others. */
import { fromPromise } from 'xstate';
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import { ownSessionsMachine } from '#machines/flows/session/own-sessions.machine.ts';
import type { Result } from '#machines/flows/result.ts';
import { actorFor, callApi } from './client.ts';

export const ownSessions = ownSessionsMachine.provide({
  actors: {
    misSesiones: actorFor('/misSesiones'),
    // Without the signal: who leaves the screen does not take back what was asked for.
    cerrarOtrasSesiones: fromPromise<
      Result<AnswerOf<'/cerrarOtrasSesiones'>>,
      RequestOf<'/cerrarOtrasSesiones'>
    >(() => callApi('/cerrarOtrasSesiones', {})),
  },
});
