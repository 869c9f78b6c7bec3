/** The visits of each person to the list of what waits, as this browser knows them. */
import { type Visit, visitAt } from '#machines/flows/records/visits.ts';
import { serverNow } from './server-clock.ts';

const keyOf = (person: number): string => `visita.${person}`;

const isVisit = (value: unknown): value is Visit =>
  typeof value === 'object' &&
  value !== null &&
  'last' in value &&
  typeof value.last === 'number' &&
  'before' in value &&
  (value.before === null || typeof value.before === 'number');

function storedVisit(person: number): Visit | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(person)) ?? 'null');
    return isVisit(value) ? value : null;
  } catch {
    return null;
  }
}

/** The visit that goes on, or begins, now. */
export const currentVisit = (person: number): Visit => visitAt(storedVisit(person), serverNow());

/** Called when the list was shown: what was not seen stays new. A browser that keeps nothing marks nothing. */
export function noteVisit(person: number): void {
  try {
    localStorage.setItem(keyOf(person), JSON.stringify(currentVisit(person)));
  } catch {
    // The list is as useful without its marks.
  }
}
