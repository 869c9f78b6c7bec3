/** Actor implementations of the absences of a person. */
import { absenceMachine } from '#machines/flows/absence/absence.machine.ts';
import { actorFor, writerFor } from './client.ts';

export const absence = absenceMachine.provide({
  actors: {
    ausencias: actorFor('/ausencias'),
    delegar: writerFor('/delegar'),
    terminarDelegacion: writerFor('/terminarDelegacion'),
  },
});
