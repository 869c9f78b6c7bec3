import {
  invitationMachine,
  invitingMachine,
} from '#machines/flows/invitations/invitation.machine.ts';
import { withCalls } from '../../wire/with-calls.ts';

export const invitation = withCalls(invitationMachine);
export const inviting = withCalls(invitingMachine);
