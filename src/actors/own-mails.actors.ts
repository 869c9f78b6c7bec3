import { ownMailsMachine } from '#machines/flows/mails/own-mails.machine.ts';
import { withCalls } from './client.ts';

export const ownMails = withCalls(ownMailsMachine);
