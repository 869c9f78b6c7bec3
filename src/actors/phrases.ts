/** The last phrases of a person in decisions, kept in this browser for that person alone until the logout. */

const prefix = 'frases/';

const nameOf = (id_usuario: number | string): string => `${prefix}${id_usuario}`;

const isPhrases = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((phrase) => typeof phrase === 'string');

/** The last one first; none where nothing is kept. */
export function storedPhrases(id_usuario: number): string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(nameOf(id_usuario)) ?? '[]');
    return isPhrases(value) ? value : [];
  } catch {
    return [];
  }
}

/** Keeps them for the person of this browser; after a logout there is none. */
export function storePhrases(phrases: readonly string[]): void {
  const owner = localStorage.getItem('id_usuario');
  if (owner === null) return;
  try {
    localStorage.setItem(nameOf(owner), JSON.stringify(phrases));
  } catch {
    // A browser that keeps nothing offers nothing again.
  }
}

/** Called at the logout. */
export const removePhrasesOf = (id_usuario: number): void =>
  localStorage.removeItem(nameOf(id_usuario));
