// Preloaded into a server (`NODE_OPTIONS=--import`): on SIGUSR2 it prints the longest event-loop turn of its main
// thread since the previous signal.
import { isMainThread } from 'node:worker_threads';
import { watchTurns } from '../kit/turns.mjs';

if (isMainThread) {
  let longest = watchTurns();
  process.on('SIGUSR2', () => {
    process.stdout.write(`${JSON.stringify({ turno: longest() })}\n`);
    // Other work of this signal, such as garbage collection, does not count.
    setImmediate(() => {
      longest = watchTurns();
    });
  });
}
