/** Changes of a thing while somebody had it on the screen. */
import type { DateText } from '../../domain/values/dates.ts';

/** A thing as it is shown: text by its label, in the order of the screen. */
export type Shown = Readonly<Record<string, string>>;

export interface Change {
  label: string;
  from: string;
  to: string;
}

/** The labels under which something else stands now. */
export const changesBetween = (before: Shown, now: Shown): Change[] =>
  [...new Set([...Object.keys(before), ...Object.keys(now)])]
    .map((label) => ({ label, from: before[label] ?? '', to: now[label] ?? '' }))
    .filter(({ from, to }) => from !== to);

const orDash = (text: string): string => (text === '' ? '—' : text);

/** 'Estado: Sin revisar → Aprobado por supervisor' */
export const changeLine = ({ label, from, to }: Change): string =>
  `${label}: ${orDash(from)} → ${orDash(to)}`;

/**
 * 'por Ana, 10:32'; on another day with its date; empty when nobody is known to have changed it.
 * @param instant `yyyy-MM-dd HH:mm`
 */
export function changedBy(person: string, instant: string, today: DateText): string {
  const [day = '', time = ''] = instant.split(' ');
  if (person === '') return '';
  return `por ${person}, ${day === today ? time : instant}`;
}
