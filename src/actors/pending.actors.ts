/** The list of what waits for a person. */
import { listOf } from './looking.actors.ts';

export const pendingItems = listOf('/misPendientes');
