/** The words of a decision: what a person has written before is offered again. */
import type { Choice } from '#machines/domain/review/decision-event.ts';
import { offeredObservation } from '#machines/domain/review/joint-approval.ts';

/** Phrases that are offered again. */
const mostPhrases = 4;

/** Longest phrase that is worth a chip. */
const longestPhrase = 80;

/** The phrase that an approval by one key writes where nothing is written: the person's last one. */
export const approvalPhrase = (phrases: readonly string[]): string =>
  phrases[0] ?? offeredObservation;

/** The observation with a phrase at its end; a phrase that is there already is not repeated. */
export function withPhrase(typed: string, phrase: string): string {
  const text = typed.trim();
  if (text === '') return phrase;
  return text.includes(phrase) ? typed : `${text.replace(/[.;,]$/, '')}. ${phrase}`;
}

/** The phrases of a person, the last one first. */
export function withLatest(phrases: readonly string[], observation: string): string[] {
  const phrase = observation.trim();
  if (phrase === '' || phrase.length > longestPhrase || phrase.includes('\n')) return [...phrases];
  return [phrase, ...phrases.filter((other) => other !== phrase)].slice(0, mostPhrases);
}

/** Phrases to choose from: the reason's own text of a rejection, then what the person wrote last. */
export const phrasesFor = (
  choice: Choice | null,
  reason: string,
  phrases: readonly string[],
): string[] =>
  choice === null
    ? []
    : [
        ...new Set([
          ...(choice === 'rejected' && reason !== '' ? [reason] : []),
          ...(choice === 'approved' && phrases.length === 0 ? [offeredObservation] : []),
          ...phrases.filter((phrase) => choice === 'approved' || phrase !== offeredObservation),
        ]),
      ];
