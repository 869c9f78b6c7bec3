import { AsyncResource } from 'node:async_hooks';
import PQueue from 'p-queue';
import { WorkerError } from './tasks.ts';

interface Limits {
  /** Pieces of work at once. */
  width?: number | undefined;
  /** Pieces that may wait for their start. */
  waiting?: number;
}

/**
 * Work of one kind in the order in which it is asked for, a few pieces at once. Each lane, such as a person, has its own
 * queue before that: what it has too much of waits behind itself, and the lanes take turns.
 */
export class FairQueue {
  readonly #all: PQueue;
  readonly #lanes = new Map<number | string, PQueue>();
  readonly #limits: { all: Limits; lane: Limits };

  constructor(limits: { all?: Limits; lane?: Limits }) {
    this.#limits = { all: {}, lane: {}, ...limits };
    this.#all = queueOf(this.#limits.all);
  }

  get load(): { running: number; waiting: number } {
    return { running: this.#all.pending, waiting: this.#all.size };
  }

  /**
   * @param lane null for what is in none
   * @param signal aborted when nobody waits for the answer any more; the work that has begun ends by itself
   * @throws WorkerError `busy` when too many wait already, `aborted` when the signal was before the work began
   */
  async run<Result>(
    lane: number | string | null,
    work: () => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    const leaving = new AbortController();
    const leave = () => leaving.abort(new WorkerError('aborted'));
    if (signal?.aborted) leave();
    signal?.addEventListener('abort', leave, { once: true });
    // It begins when another piece ends, which has the scope of somebody else.
    const begin = AsyncResource.bind(() => {
      signal?.removeEventListener('abort', leave);
      return work();
    });
    const inTurn = () => add(this.#all, this.#limits.all, begin, leaving.signal);
    if (lane === null) return inTurn();
    return add(this.#laneOf(lane), this.#limits.lane, inTurn, leaving.signal);
  }

  #laneOf(lane: number | string): PQueue {
    const known = this.#lanes.get(lane);
    if (known) return known;
    const made = queueOf(this.#limits.lane);
    made.on('idle', () => this.#lanes.delete(lane));
    this.#lanes.set(lane, made);
    return made;
  }
}

const queueOf = ({ width = Number.POSITIVE_INFINITY }: Limits): PQueue =>
  new PQueue({ concurrency: width });

function add<Result>(
  queue: PQueue,
  { waiting = Number.POSITIVE_INFINITY }: Limits,
  work: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  if (queue.pending >= queue.concurrency && queue.size >= waiting) throw new WorkerError('busy');
  return queue.add(work, { signal });
}
