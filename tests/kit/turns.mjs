/** Measures how long a thread blocks its event loop. */
import { closeSync, openSync, readSync } from 'node:fs';

/** Milliseconds between two samples; a turn includes the other work of the loop in that time. */
const EVERY = 5;

/** Processor time of this thread in milliseconds, from Linux in nanoseconds; elsewhere wall-clock time. */
function workClock() {
  try {
    const file = openSync('/proc/thread-self/schedstat', 'r');
    const text = Buffer.alloc(100);
    return {
      now: () =>
        Number(text.toString('latin1', 0, readSync(file, text, 0, 100, 0)).split(' ')[0]) / 1e6,
      close: () => closeSync(file),
    };
  } catch {
    return { now: () => performance.now(), close: () => undefined };
  }
}

/**
 * Measures the longest computation of the thread in one turn, in milliseconds. Time of other threads and processes is
 * not counted, so that the result does not depend on other load.
 *
 * @returns a function that stops the measurement and returns the result
 */
export function watchTurns() {
  const clock = workClock();
  let before = clock.now();
  let longest = 0;
  const look = () => {
    const now = clock.now();
    longest = Math.max(longest, now - before);
    before = now;
  };
  const timer = setInterval(look, EVERY).unref();
  return () => {
    look();
    clearInterval(timer);
    clock.close();
    return longest;
  };
}
