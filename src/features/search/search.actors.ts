import { searchMachine } from '#machines/flows/search/search.machine.ts';
import { withCalls } from '../../wire/with-calls.ts';

export const search = withCalls(searchMachine);
