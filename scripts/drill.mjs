// `npm run drill`: machines of a real cluster on this machine die one after the other while people work. `SEED=…` repeats
// an order, `DRILL_ROUNDS=5` goes through all of them five times.
import path from 'node:path';
import { endWithSignals, root, runNode } from './project.mjs';

endWithSignals();
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
const args = ['run', '--project', 'drill'];
process.exitCode = await runNode([vitest, ...args, ...process.argv.slice(2)], {
  DRILL: process.env.DRILL ?? 'all',
  SEED: process.env.SEED ?? String(Date.now() % 1_000_000),
});
