import { ownMailsMachine } from '#machines/flows/mails/own-mails.machine.ts';
import { withCalls } from '../../wire/with-calls.ts';

export const ownMails = withCalls(ownMailsMachine);
