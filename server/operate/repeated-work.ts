/** Work that comes round: one piece at a time, none that still waits for its turn, and a failure waits for the next time. */

interface Repeated {
  work: () => Promise<unknown>;
  /** Milliseconds. */
  every: number;
  /** Not at once, but when its time has passed first. */
  later?: true;
}

interface Keeping {
  /** Resolves when all of it was done, or failed, for the first time. */
  once: Promise<unknown>;
  /** Ends it, after what is in hand. */
  end: () => Promise<void>;
}

/** Does each work now, unless it is for later, and again whenever its time has passed. */
export function keepDoing(works: readonly Repeated[], failed: (error: unknown) => void): Keeping {
  let working: Promise<unknown> = Promise.resolve();
  const timers = works.map(({ work, every, later }) => {
    let waits = false;
    const next = () => {
      if (waits) return;
      waits = true;
      working = working
        .then(work)
        .catch(failed)
        .finally(() => {
          waits = false;
        });
    };
    if (!later) next();
    return setInterval(next, every).unref();
  });
  return {
    once: working,
    async end() {
      for (const timer of timers) clearInterval(timer);
      await working;
    },
  };
}
