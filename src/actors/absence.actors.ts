import { absenceMachine } from '#machines/flows/absence/absence.machine.ts';
import { withCalls } from './client.ts';

export const absence = withCalls(absenceMachine);
