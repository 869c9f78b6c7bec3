// `npm run drill`: kills the nodes of a real cluster on this machine one after another while simulated users work.
// `SEED=…` repeats an order, `DRILL_ROUNDS=5` kills all of them five times.
import path from 'node:path';
import { endWithSignals, root, runNode } from './project.mjs';

endWithSignals();
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
const args = ['run', '--project', 'drill'];
process.exitCode = await runNode([vitest, ...args, ...process.argv.slice(2)], {
  DRILL: process.env.DRILL ?? 'all',
  SEED: process.env.SEED ?? String(Date.now() % 1_000_000),
});
