/** Pictures of receipts, drawn once: what was drawn, and what could not be drawn, is remembered by the file's SHA-256. */
import { LRUCache } from 'lru-cache';
import { personalTurns } from './personal-turns.ts';
import { isFaultOfFile, WorkerError } from './worker-error.ts';

type Drawn = { picture: unknown } | { failure: WorkerError };

const remembered = new LRUCache<string, Drawn>({
  maxSize: 64 * 1024 * 1024,
  sizeCalculation: (drawn) =>
    'picture' in drawn && drawn.picture instanceof Uint8Array ? drawn.picture.length : 1_000,
});

/** Milliseconds after which a file that could not be drawn is tried again: the machine may have been busy. */
const FAILURE_LIFE = 10 * 60_000;

const turns = personalTurns(2);

interface Asking {
  person: number;
  signal?: AbortSignal | undefined;
}

/**
 * Draws two pictures of a person at once.
 *
 * @param name of the picture, with the SHA-256 of its file
 * @throws WorkerError as when it was tried first; `aborted` when nobody waits any more
 */
export const drawOnce = <Picture>(
  { person, signal }: Asking,
  name: string,
  draw: () => Promise<Picture>,
): Promise<Picture> =>
  turns(person, async () => {
    if (signal?.aborted) throw new WorkerError('aborted');
    const known = remembered.get(name);
    if (known && 'failure' in known) throw known.failure;
    // Whoever gave it this name asked for the same.
    if (known) return known.picture as Picture;
    try {
      const picture = await draw();
      remembered.set(name, { picture });
      return picture;
    } catch (error) {
      if (isFaultOfFile(error)) remembered.set(name, { failure: error }, { ttl: FAILURE_LIFE });
      throw error;
    }
  });
