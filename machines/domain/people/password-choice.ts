/**
 * Detection of easily guessed passwords: keyboard runs and personal data. Used by client and server; only the server
 * has the list of common passwords.
 */
import { unaccented } from '../values/texts.ts';

/** Personal data that a password must not contain. */
export interface PasswordOwner {
  nombre: string;
  email: string;
  num_doc?: string;
  celular?: string;
}

export const passwordMessages = {
  run: 'Esa contraseña es una secuencia fácil de adivinar: elija otra',
  owner:
    'La contraseña no puede contener el nombre, el correo, el documento ni el celular de la persona',
  common: 'Esa contraseña es de las más usadas: elija otra menos común',
} as const;

/** Digits, letters, and keyboard rows, columns and zigzags, in both directions. */
const tracks = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjklñ',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  '1q2w3e4r5t6y7u8i9o0p',
  'qazwsxedcrfvtgbyhnujm',
].flatMap((track) => [track, [...track].reverse().join('')]);

/** Minimum length of a run. */
const SHORTEST_RUN = 3;

/** Length of the run, or of the repeated character, that starts at an index; 1 without one. */
function runAt(text: string, place: number): number {
  const repeated = /^(.)\1*/.exec(text.slice(place))?.[0].length ?? 1;
  let length = Math.max(repeated, SHORTEST_RUN);
  if (repeated < SHORTEST_RUN && !isOnTrack(text.slice(place, place + length))) return 1;
  while (isOnTrack(text.slice(place, place + length + 1)) && place + length < text.length)
    length += 1;
  return length;
}

const isOnTrack = (part: string): boolean =>
  part.length >= SHORTEST_RUN && tracks.some((track) => track.includes(part));

/** Counts the characters that belong to no run. */
export function outsideRuns(text: string): number {
  let [place, outside] = [0, 0];
  while (place < text.length) {
    const length = runAt(text, place);
    if (length < SHORTEST_RUN) outside += 1;
    place += length;
  }
  return outside;
}

/** True with fewer than four characters outside runs, or for a repeated group of one to five characters. */
const isRun = (folded: string): boolean => outsideRuns(folded) < 4 || /^(.{1,5})\1+$/.test(folded);

/** Words of at least four letters and numbers of at least five digits in the personal data. */
const partsOf = ({ nombre, email, num_doc = '', celular = '' }: PasswordOwner) => ({
  words: unaccented(`${nombre} ${email.split('@')[0] ?? ''}`).match(/[a-z]{4,}/g) ?? [],
  numbers: [num_doc, celular].filter((number) => /^\d{5,}$/.test(number)),
});

function isOfOwner(folded: string, owner: PasswordOwner): boolean {
  const { words, numbers } = partsOf(owner);
  return (
    words.some((word) => folded.includes(word)) ||
    numbers.some((number) => folded.includes(number) || number.includes(folded))
  );
}

/** The message for an easily guessed password; null for any other. */
export function passwordWeakness(password: string, owner: PasswordOwner): string | null {
  const folded = unaccented(password);
  if (isRun(folded)) return passwordMessages.run;
  return isOfOwner(folded, owner) ? passwordMessages.owner : null;
}

/** Letters and digits that are not confused with one another. */
const legible = 'ABCDEFGHJKMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789';

/**
 * Ten random characters that are not easily guessed by the rules above.
 *
 * @param randomBelow a uniform random integer from 0, from a source fit for secrets
 */
export function randomPassword(
  randomBelow: (limit: number) => number,
  owner: PasswordOwner = { nombre: '', email: '' },
): string {
  const made = Array.from({ length: 10 }, () => legible[randomBelow(legible.length)]).join('');
  return passwordWeakness(made, owner) === null ? made : randomPassword(randomBelow, owner);
}
