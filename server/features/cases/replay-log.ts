/**
 * The chain of hashes of a box, and behind it the state machine: where one of them breaks, somebody changed the
 * log beside the program.
 */
import { BrokenLogError, replayLog, type Step } from '#machines/domain/history/replay.ts';
import { type EventRow, eventHash } from './event.repository.ts';

/** The box as its log tells it, with `version` and `hash` of the last event; 0 and '' without one. */
export interface ReplayedBox extends Omit<Step, 'secuencia' | 'following'> {
  version: number;
  hash: string;
}

/** Checks what an event must share with the one before it; the first has none. */
function linkBreak(row: EventRow, before: EventRow | undefined): string | null {
  if (row.secuencia !== (before?.secuencia ?? 0) + 1) return 'falta el evento anterior';
  // The store knows which box the first one follows.
  if (before && row.hash_previo !== before.hash) return 'no sigue al evento anterior';
  if (row.hash !== eventHash(row)) return 'fue alterado';
  if (before === undefined) return null;
  if (row.id <= before.id) return 'su llave es menor que la del anterior';
  return null;
}

/** Returns the first break of the chain; null when it is whole. */
function chainBreak(events: readonly EventRow[]): BrokenLogError | null {
  for (const [index, row] of events.entries()) {
    const reason = linkBreak(row, events[index - 1]);
    if (reason !== null) return new BrokenLogError(row, reason);
  }
  return null;
}

/** The projection of a box from its log, with the breaks of the log. */
interface Walked {
  projected: ReplayedBox;
  /** Breaks of chain and state machine, in the order of the events; at the same one the chain comes first. */
  broken: readonly BrokenLogError[];
}

/**
 * @param events every event of the box, by `secuencia`
 * @param opened `hash` of a box without events
 */
export function walk(events: readonly EventRow[], opened = ''): Walked {
  const { steps, broken } = replayLog(events);
  const { secuencia: version, following: _, ...box } = steps.at(-1) ?? steps[0];
  return {
    projected: { ...box, version, hash: events.at(-1)?.hash ?? opened },
    broken: [chainBreak(events), broken]
      .filter((found) => found !== null)
      .sort((one, other) => one.secuencia - other.secuencia),
  };
}
