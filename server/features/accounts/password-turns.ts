import { HttpError } from '../../platform/errors/http-error.ts';

type Work = () => Promise<void>;

/**
 * Dear work one after another: at most `width` pieces at a time, one of each lane, and the lanes by turns, so that
 * whoever asks a thousand times waits a thousand times and nobody else longer for it.
 */
export class Turns {
  readonly #waiting = new Map<string, Work[]>();
  readonly #working = new Set<string>();
  readonly #width: number;
  readonly #longest: number;

  /** @param longest how many may wait in a lane */
  constructor(width: number, longest: number) {
    this.#width = width;
    this.#longest = longest;
  }

  /** @throws HttpError 429 when the lane is full */
  async take<Result>(lane: string, work: () => Promise<Result>): Promise<Result> {
    const waiting = this.#waiting.get(lane) ?? [];
    if (waiting.length >= this.#longest) throw new HttpError(429);
    return new Promise<Result>((resolve, reject) => {
      waiting.push(() => work().then(resolve, reject));
      this.#waiting.set(lane, waiting);
      this.#begin();
    });
  }

  #begin(): void {
    for (const [lane, waiting] of this.#waiting) {
      if (this.#working.size >= this.#width) return;
      if (this.#working.has(lane)) continue;
      const work = waiting.shift();
      // Behind the others, if anything of it is left.
      this.#waiting.delete(lane);
      if (waiting.length > 0) this.#waiting.set(lane, waiting);
      if (work) this.#do(lane, work);
    }
  }

  #do(lane: string, work: Work): void {
    this.#working.add(lane);
    void work().finally(() => {
      this.#working.delete(lane);
      this.#begin();
    });
  }
}
