// `npm run test:trust`: tries to break every promise with a new seed, at full length outside CI, and prints a table.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { TRIAL_LENGTH, TRUST_FILES } from '../tests/setup/trust.mjs';
import { root } from './project.mjs';

const isCI = !['', '0', 'false'].includes(process.env.CI ?? '');
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', ...TRUST_FILES, ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      SEED: String(Date.now() % 1_000_000),
      ...process.env,
      ...(isCI ? {} : TRIAL_LENGTH),
      TRUST: 'true',
    },
  },
);
process.exitCode = status ?? 1;
