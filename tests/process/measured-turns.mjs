// Preloaded into a server (`NODE_OPTIONS=--import`): on SIGUSR2 it says the longest turn of its main thread
// since it was asked before.
import { isMainThread } from 'node:worker_threads';
import { watchTurns } from '../kit/turns.mjs';

if (isMainThread) {
  let longest = watchTurns();
  process.on('SIGUSR2', () => {
    process.stdout.write(`${JSON.stringify({ turno: longest() })}\n`);
    // What else this signal asks for, as the collection of all garbage, is not the server's.
    setImmediate(() => {
      longest = watchTurns();
    });
  });
}
