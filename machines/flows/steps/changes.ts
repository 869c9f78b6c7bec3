/** Changes of an object while a user had it on the screen. */
import type { DateText } from '../../domain/values/dates.ts';

/** An object as shown: text by label, in the order of the screen. */
export type Shown = Readonly<Record<string, string>>;

export interface Change {
  label: string;
  from: string;
  to: string;
}

/** The labels whose text differs. */
export const changesBetween = (before: Shown, now: Shown): Change[] =>
  [...new Set([...Object.keys(before), ...Object.keys(now)])]
    .map((label) => ({ label, from: before[label] ?? '', to: now[label] ?? '' }))
    .filter(({ from, to }) => from !== to);

const orDash = (text: string): string => (text === '' ? '—' : text);

/** 'Estado: Sin revisar → Aprobado por supervisor' */
export const changeLine = ({ label, from, to }: Change): string =>
  `${label}: ${orDash(from)} → ${orDash(to)}`;

/**
 * 'por Ana, 10:32'; with the date for another day; empty when the author is unknown.
 * @param instant `yyyy-MM-dd HH:mm`
 */
export function changedBy(person: string, instant: string, today: DateText): string {
  const [day = '', time = ''] = instant.split(' ');
  if (person === '') return '';
  return `por ${person}, ${day === today ? time : instant}`;
}
