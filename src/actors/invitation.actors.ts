/** Where an invitation comes from, what takes it, and what sends one. */
import { invitationMachine } from '#machines/flows/session/invitation.machine.ts';
import { invitingMachine } from '#machines/flows/session/inviting.machine.ts';
import { actorFor, writerFor } from './client.ts';

export const invitation = invitationMachine.provide({
  actors: {
    invitacion: actorFor('/invitacion'),
    aceptarInvitacion: writerFor('/aceptarInvitacion'),
  },
});

export const inviting = invitingMachine.provide({
  actors: { invitarUsuario: writerFor('/invitarUsuario') },
});
