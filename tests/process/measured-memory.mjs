// Preloaded into a server (`NODE_OPTIONS=--import`): on SIGUSR2 it collects garbage and prints the used memory.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

process.on('SIGUSR2', () => {
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.stdout.write(`${JSON.stringify({ memoria: { used: heapUsed + external, rss } })}\n`);
});
