/** The visits of each person to the list of what waits, as this browser knows them. */
import { type Visit, visitAt } from '#machines/flows/records/list.machine.ts';
import { serverNow } from '../../wire/server-clock.ts';
import { storedJson, storeText } from '../../wire/stored-text.ts';

const keyOf = (person: number): string => `visita.${person}`;

const isVisit = (value: unknown): value is Visit =>
  typeof value === 'object' &&
  value !== null &&
  'last' in value &&
  typeof value.last === 'number' &&
  'before' in value &&
  (value.before === null || typeof value.before === 'number');

function storedVisit(person: number): Visit | null {
  const value = storedJson(keyOf(person));
  return isVisit(value) ? value : null;
}

/** The visit that goes on, or begins, now. */
export const currentVisit = (person: number): Visit => visitAt(storedVisit(person), serverNow());

/** Called when the list was shown: what was not seen stays new. A browser that keeps nothing marks nothing. */
export const noteVisit = (person: number): boolean =>
  storeText(keyOf(person), JSON.stringify(currentVisit(person)));
