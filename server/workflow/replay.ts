/**
 * The chain of hashes of a box, and behind it the law: where one of them breaks, somebody changed the
 * log beside the program.
 */
import { BrokenLogError, replayLog, type Step } from '#machines/domain/replay.ts';
import { type EventRow, eventHash } from '../repositories/event.repository.ts';

/** The box as its log tells it, with `version` and `hash` of the last event; 0 and '' without one. */
export interface ReplayedBox extends Omit<Step, 'secuencia'> {
  version: number;
  hash: string;
}

/** Where the chain breaks first; null when it is whole. */
export function chainBreak(events: readonly EventRow[]): BrokenLogError | null {
  let [version, hash] = [0, ''];
  for (const row of events) {
    if (row.secuencia !== version + 1) return new BrokenLogError(row, 'falta el evento anterior');
    if (row.hash_previo !== hash) return new BrokenLogError(row, 'no sigue al evento anterior');
    if (row.hash !== eventHash(row)) return new BrokenLogError(row, 'fue alterado');
    [version, hash] = [row.secuencia, row.hash];
  }
  return null;
}

/** What the log of a box tells, and what is wrong with it. */
export interface Walked {
  told: ReplayedBox;
  /** Where chain and law break, in the order of the events; at the same one the chain comes first. */
  broken: readonly BrokenLogError[];
}

/** @param events every event of the box, by `secuencia` */
export function walk(events: readonly EventRow[]): Walked {
  const { steps, broken } = replayLog(events);
  const { secuencia: version, ...box } = steps.at(-1) ?? steps[0];
  return {
    told: { ...box, version, hash: events.at(-1)?.hash ?? '' },
    broken: [chainBreak(events), broken]
      .filter((found) => found !== null)
      .sort((one, other) => one.secuencia - other.secuencia),
  };
}
