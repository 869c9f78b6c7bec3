import { createContext } from 'react';

/** How many things wait for the person: the title of every browser tab says it. */
export const WaitingContext = createContext(0);
