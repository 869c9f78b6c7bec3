import { outgoingMailsMachine } from '#machines/flows/mails/outgoing-mails.machine.ts';
import { withCalls } from './client.ts';

export const outgoingMails = withCalls(outgoingMailsMachine);
