/**
 * Passwords that are guessed first: runs of keys, and what others know of the person. Both sides ask it;
 * the list of the common ones is the server's.
 */
import { unaccented } from '../values/texts.ts';

/** The words that a password must not contain. */
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

/** Digits, letters, and the keys of a keyboard in a row, in columns and in zigzag. */
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

/** Fewer characters than this are no run. */
const SHORTEST_RUN = 3;

/** Length of the run, or of the repeated character, that begins at a place; 1 when none does. */
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

/** Counts the characters that stand in no run. */
export function outsideRuns(text: string): number {
  let [place, outside] = [0, 0];
  while (place < text.length) {
    const length = runAt(text, place);
    if (length < SHORTEST_RUN) outside += 1;
    place += length;
  }
  return outside;
}

/** A run with fewer than four other characters, or the same few characters again and again. */
const isRun = (folded: string): boolean => outsideRuns(folded) < 4 || /^(.{1,5})\1+$/.test(folded);

/** Words of at least four letters and numbers of at least five digits that belong to a person. */
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

/** The sentence for a password that is guessed first; null when it is none of these. */
export function passwordWeakness(password: string, owner: PasswordOwner): string | null {
  const folded = unaccented(password);
  if (isRun(folded)) return passwordMessages.run;
  return isOfOwner(folded, owner) ? passwordMessages.owner : null;
}
