import pLimit, { type LimitFunction } from 'p-limit';

/** Runs work of a person; null for work that is nobody's. */
type PersonalTurns = <Result>(
  person: number | null,
  work: () => Promise<Result>,
) => Promise<Result>;

/**
 * A few places at once for each person: what somebody has too much of waits for that person's own work, before it can
 * stand in anybody's way.
 */
export function personalTurns(atOnce: number): PersonalTurns {
  // As many as there are users: none is ever taken out.
  const people = new Map<number, LimitFunction>();
  return async (person, work) => {
    if (person === null) return work();
    const turns = people.get(person) ?? pLimit(atOnce);
    people.set(person, turns);
    return turns(work);
  };
}
