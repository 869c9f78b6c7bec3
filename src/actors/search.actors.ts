import { searchMachine } from '#machines/flows/search/search.machine.ts';
import { withCalls } from './client.ts';

export const search = withCalls(searchMachine);
