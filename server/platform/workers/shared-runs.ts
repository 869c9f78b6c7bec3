import { LRUCache } from 'lru-cache';
import { WorkerError, isFaultOfFile } from './tasks.ts';
import { FairQueue } from './fair-queue.ts';

interface Run<Result> {
  result: Promise<Result>;
  callers: number;
  /** Aborts the work when its last caller leaves. */
  ending: AbortController;
}

/**
 * Runs equal work once at a time: callers that arrive during a run share the next run, so each result is computed
 * after it was requested.
 */
export class SharedRuns<Result> {
  readonly #running = new Map<string, Promise<unknown>>();
  readonly #next = new Map<string, Run<Result>>();

  /** @param key equal for equal work */
  async run(
    key: string,
    signal: AbortSignal | undefined,
    begin: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    if (signal?.aborted) throw new WorkerError('aborted');
    const run = this.#next.get(key) ?? this.#open(key, begin);
    run.callers += 1;
    return new Promise((resolve, reject) => {
      const leave = () => {
        run.callers -= 1;
        if (run.callers === 0) this.#end(key, run);
        reject(new WorkerError('aborted'));
      };
      signal?.addEventListener('abort', leave, { once: true });
      run.result.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave));
    });
  }

  #open(key: string, begin: (signal: AbortSignal) => Promise<Result>): Run<Result> {
    const ending = new AbortController();
    const run: Run<Result> = {
      callers: 0,
      ending,
      result: (this.#running.get(key) ?? Promise.resolve()).then(() => {
        this.#forget(key, run);
        const result = begin(ending.signal);
        const ended = result
          .catch(() => undefined)
          .finally(() => {
            if (this.#running.get(key) === ended) this.#running.delete(key);
          });
        this.#running.set(key, ended);
        return result;
      }),
    };
    this.#next.set(key, run);
    return run;
  }

  #end(key: string, run: Run<Result>): void {
    this.#forget(key, run);
    run.ending.abort();
  }

  #forget(key: string, run: Run<Result>): void {
    if (this.#next.get(key) === run) this.#next.delete(key);
  }
}

/** Cache of rendered receipts, including failures, by the SHA-256 of the file. */

type Drawn = { picture: unknown } | { failure: WorkerError };

const remembered = new LRUCache<string, Drawn>({
  maxSize: 64 * 1024 * 1024,
  sizeCalculation: (drawn) =>
    'picture' in drawn && drawn.picture instanceof Uint8Array ? drawn.picture.length : 1_000,
});

/** Milliseconds after which a failed file is tried again, since the machine may have been busy. */
const FAILURE_LIFE = 10 * 60_000;

const drawing = new FairQueue({ lane: { width: 2 } });

interface Asking {
  person: number;
  signal?: AbortSignal | undefined;
}

/**
 * Returns a picture from the cache or draws it, at most two at a time per user.
 *
 * @param name cache key of the picture, with the SHA-256 of its file
 * @throws WorkerError of the drawing, also from the cache; `aborted` when the signal aborts before it begins
 */
export const drawOnce = <Picture>(
  { person, signal }: Asking,
  name: string,
  draw: () => Promise<Picture>,
): Promise<Picture> =>
  drawing.run(
    person,
    async () => {
      const known = remembered.get(name);
      if (known && 'failure' in known) throw known.failure;
      // The name determines the type of the picture.
      if (known) return known.picture as Picture;
      try {
        const picture = await draw();
        remembered.set(name, { picture });
        return picture;
      } catch (error) {
        if (isFaultOfFile(error)) remembered.set(name, { failure: error }, { ttl: FAILURE_LIFE });
        throw error;
      }
    },
    signal,
  );
