import { absenceMachine } from '#machines/flows/absence/absence.machine.ts';
import { withCalls } from '../../wire/with-calls.ts';

export const absence = withCalls(absenceMachine);
