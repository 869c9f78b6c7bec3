/** How long a thread keeps its loop for itself. */
import { closeSync, openSync, readSync } from 'node:fs';

/** Milliseconds between two looks: a turn is measured with what else the loop did in that time. */
const EVERY = 5;

/**
 * Milliseconds of processor time that this thread has had, as Linux tells them, in nanoseconds; elsewhere
 * those on the clock.
 */
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
 * Milliseconds that the thread computed in one turn, at most. What other threads and processes do meanwhile
 * is not counted, so that it is the same on a busy machine.
 *
 * @returns what ends the watch and tells
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
