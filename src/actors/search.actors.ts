import { searchMachine } from '#machines/flows/search/search.machine.ts';
import { withCalls } from './with-calls.ts';

export const search = withCalls(searchMachine);
