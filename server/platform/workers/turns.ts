import pLimit, { type LimitFunction } from 'p-limit';
import { WorkerError } from './tasks.ts';

interface TurnLimits {
  /** How many work at once. */
  places: number;
  /** How many may wait. */
  queue: number;
}

/** Places for work of one kind, given in the order of asking. */
export class Turns {
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #limits: TurnLimits;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  get load(): { running: number; waiting: number } {
    return { running: this.#running, waiting: this.#waiting.length };
  }

  /**
   * @returns what gives the place back
   * @throws WorkerError `busy` when too many wait already, `aborted` when nobody waits for this one any more
   */
  async take(signal?: AbortSignal): Promise<() => void> {
    if (signal?.aborted) throw new WorkerError('aborted');
    if (this.#running < this.#limits.places) this.#running += 1;
    else if (this.#waiting.length >= this.#limits.queue) throw new WorkerError('busy');
    else await this.#wait(signal);
    return () => this.#giveBack();
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(new WorkerError('aborted'));
      };
      const enter = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.push(enter);
    });
  }

  /** Gives the place to the one who waits longest. */
  #giveBack(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running -= 1;
  }
}

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
