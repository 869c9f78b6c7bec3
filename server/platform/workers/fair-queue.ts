import { AsyncResource } from 'node:async_hooks';
import PQueue from 'p-queue';
import { WorkerError } from './tasks.ts';

interface Limits {
  /** Maximum concurrent jobs. */
  width?: number | undefined;
  /** Maximum queued jobs. */
  waiting?: number;
}

/**
 * A FIFO queue with limited concurrency. Each lane, such as a user, has its own limited queue in front of it, so the
 * excess jobs of one lane wait there and do not delay other lanes.
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
   * @param lane null to enter the queue directly
   * @param signal aborted when no caller waits for the result; it does not stop work that has begun
   * @throws WorkerError `busy` when the queue is full, `aborted` when the signal aborts before the work begins
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
    // A queued job starts when another one ends, in the async context of that job's caller.
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
