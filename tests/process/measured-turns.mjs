// Preloaded into a server (`NODE_OPTIONS=--import`): how long its main thread works without looking up, in
// milliseconds of its own processor time. That does not depend on how busy the machine is with other things;
// where the system does not tell it, it is the time on the clock. On SIGUSR2 it says the longest turn since
// the last time it was asked.
import { openSync, readSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const EVERY = 5;
const text = Buffer.alloc(100);

/** Milliseconds of processor time that this thread has had; its first figure there is in nanoseconds. */
function workedOf() {
  try {
    const file = openSync('/proc/thread-self/schedstat', 'r');
    return () =>
      Number(text.toString('latin1', 0, readSync(file, text, 0, 100, 0)).split(' ')[0]) / 1e6;
  } catch {
    return () => performance.now();
  }
}

if (isMainThread) {
  const worked = workedOf();
  let before = worked();
  let longest = 0;
  setInterval(() => {
    const now = worked();
    longest = Math.max(longest, now - before);
    before = now;
  }, EVERY).unref();
  process.on('SIGUSR2', () => {
    process.stdout.write(`${JSON.stringify({ turno: longest })}\n`);
    longest = 0;
  });
}
