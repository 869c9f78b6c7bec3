import { searchMachine } from '#machines/flows/search/search.machine.ts';
import { actorFor } from './client.ts';

/** The search over everything; a search that is given up is cancelled. */
export const search = searchMachine.provide({ actors: { buscar: actorFor('/buscar') } });
