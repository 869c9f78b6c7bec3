import { invitationMachine } from '#machines/flows/invitations/invitation.machine.ts';
import { invitingMachine } from '#machines/flows/invitations/inviting.machine.ts';
import { withCalls } from '../../wire/with-calls.ts';

export const invitation = withCalls(invitationMachine);
export const inviting = withCalls(invitingMachine);
