/** The last phrases of a person in decisions, saved in this browser for that person alone until the logout. */
import { storeText, storedJson, storedText } from '../../wire/browser-storage.ts';

const nameOf = (id_usuario: number | string): string => `frases/${id_usuario}`;

const isPhrases = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((phrase) => typeof phrase === 'string');

/** The last one first; none where nothing is saved. */
export function storedPhrases(id_usuario: number): string[] {
  const value = storedJson(nameOf(id_usuario));
  return isPhrases(value) ? value : [];
}

/** Keeps them for the person of this browser; after a logout there is none. */
export function storePhrases(phrases: readonly string[]): void {
  const owner = storedText('id_usuario');
  if (owner !== null) storeText(nameOf(owner), JSON.stringify(phrases));
}

/** Called at the logout. */
export const removePhrasesOf = (id_usuario: number): boolean => storeText(nameOf(id_usuario), null);
