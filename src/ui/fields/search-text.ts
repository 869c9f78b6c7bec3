import { unaccented } from '#machines/domain/values/texts.ts';

/** Tells whether every word of the question is somewhere in the text; `text` comes from `unaccented`. */
export function containsWords(text: string, question: string) {
  return unaccented(question)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
