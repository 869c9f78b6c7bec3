import { storedText, storeText } from '../../wire/stored-text.ts';

/** The switch of the keys that are a letter alone, in this browser: on until somebody turns it off. */
const name = 'atajos-de-una-tecla';

export const hearsSingleKeys = (): boolean => storedText(name) !== 'no';

export const storeSingleKeys = (on: boolean): boolean => storeText(name, on ? null : 'no');
