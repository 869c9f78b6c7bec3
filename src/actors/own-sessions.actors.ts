import { ownSessionsMachine } from '#machines/flows/session/own-sessions.machine.ts';
import { withCalls } from './client.ts';

export const ownSessions = withCalls(ownSessionsMachine);
