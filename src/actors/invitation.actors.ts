import { invitationMachine } from '#machines/flows/session/invitation.machine.ts';
import { invitingMachine } from '#machines/flows/session/inviting.machine.ts';
import { withCalls } from './with-calls.ts';

export const invitation = withCalls(invitationMachine);
export const inviting = withCalls(invitingMachine);
