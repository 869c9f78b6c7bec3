/** Where the open sessions of the person come from, and what closes the others. */
import { ownSessionsMachine } from '#machines/flows/session/own-sessions.machine.ts';
import { actorFor, writerFor } from './client.ts';

export const ownSessions = ownSessionsMachine.provide({
  actors: {
    misSesiones: actorFor('/misSesiones'),
    cerrarOtrasSesiones: writerFor('/cerrarOtrasSesiones'),
  },
});
