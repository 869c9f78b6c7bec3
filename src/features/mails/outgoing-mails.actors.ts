import { outgoingMailsMachine } from '#machines/flows/mails/outgoing-mails.machine.ts';
import { withCalls } from '../../wire/with-calls.ts';

export const outgoingMails = withCalls(outgoingMailsMachine);
