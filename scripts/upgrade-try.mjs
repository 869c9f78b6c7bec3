// `npm run upgrade:try`: builds the last release (`lastRelease` of package.json), and lets people work on it and on this
// version at once while the schema moves. `SEED=…` repeats what they do.
import path from 'node:path';
import { root, runNode } from './project.mjs';

const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
const args = [vitest, 'run', '--project', 'upgrade', ...process.argv.slice(2)];
process.exitCode = await runNode(args, { UPGRADE: 'true' });
