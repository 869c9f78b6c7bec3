/** Where the mails that did not go out come from, and what sends one again. */
import { outgoingMailsMachine } from '#machines/flows/mails/outgoing-mails.machine.ts';
import { actorFor, writerFor } from './client.ts';

export const outgoingMails = outgoingMailsMachine.provide({
  actors: {
    correosSalientes: actorFor('/correosSalientes'),
    reintentarCorreo: writerFor('/reintentarCorreo'),
  },
});
