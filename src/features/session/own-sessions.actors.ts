import { ownSessionsMachine } from '#machines/flows/session/own-sessions.machine.ts';
import { withCalls } from '../../wire/with-calls.ts';

export const ownSessions = withCalls(ownSessionsMachine);
