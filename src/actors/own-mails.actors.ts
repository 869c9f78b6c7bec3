/** Where the mails that the person chooses come from, and what keeps the choices. */
import { ownMailsMachine } from '#machines/flows/mails/own-mails.machine.ts';
import { actorFor, writerFor } from './client.ts';

export const ownMails = ownMailsMachine.provide({
  actors: {
    misCorreos: actorFor('/misCorreos'),
    guardarMisCorreos: writerFor('/guardarMisCorreos'),
  },
});
