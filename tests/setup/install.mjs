import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { onPath } from './executables.mjs';
import { root } from '../../scripts/project.mjs';

/** @import { Machine } from './executables.mjs' */

/** Limit of a download in milliseconds; a slower network counts as failed. */
const LIMIT = 10 * 60_000;
const APT = ['-q', '-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20'];

let packageListIsFresh = false;

/**
 * Installs Debian packages; only root on Debian or a derivative can.
 * @param {Machine} machine
 * @param {string[]} names
 * @returns {boolean} whether apt reports success
 */
export function installDebianPackages(machine, names) {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || !onPath(machine, ['apt-get']).some((file) => machine.isExecutable(file))) {
    return false;
  }
  const update = packageListIsFresh ? [] : [[...APT, 'update']];
  announce(`apt-get ${update.length ? 'update && apt-get ' : ''}install -y ${names.join(' ')}`);
  const commands = [...update, [...APT, 'install', '-y', '--no-install-recommends', ...names]];
  const done = commands.every((args) => run('apt-get', args));
  packageListIsFresh ||= done;
  return done;
}

/**
 * Installs Playwright's Chromium into its cache in the user's home, without `--with-deps`, which would upgrade system
 * libraries.
 * @returns {boolean}
 */
export function installPlaywrightBrowser() {
  announce('npx playwright-core install chromium');
  return run(process.execPath, [
    path.join(root, 'node_modules/playwright-core/cli.js'),
    'install',
    'chromium',
  ]);
}

/** @param {string} what */
function announce(what) {
  console.log(`npm test: installing what is missing, a few minutes: ${what}`);
}

/**
 * Prints the output only on failure; the announcement is enough otherwise.
 * @param {string} command
 * @param {string[]} args
 */
function run(command, args) {
  const result = spawnSync(command, args, {
    encoding: 'utf8',
    timeout: LIMIT,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (result.status === 0) return true;
  const output = `${result.stdout ?? ''}${result.stderr ?? ''}`.trim().split('\n').slice(-3);
  console.log(`npm test: that failed: ${result.error?.message ?? output.join(' / ')}`);
  return false;
}
