import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json. */
export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/**
 * Runs a program in the folder of the project.
 * @param {string} file
 * @param {string[]} args
 * @returns {string} its output, trimmed
 */
export function outputOf(file, args) {
  const { status, stdout, stderr, error } = spawnSync(file, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`${file} ${args.join(' ')}: ${error?.message ?? stderr}`);
  return stdout.trim();
}

/** Running Node programs, which Ctrl-C must end. @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

const isWindows = process.platform === 'win32';

/**
 * Runs a Node program of this project and waits for it.
 * @param {string[]} args
 * @param {Record<string, string | undefined>} [env] added to the current environment
 * @returns {Promise<number>} its exit code; 1 when a signal ended it
 */
export function runNode(args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
      // A separate process group, so that a signal also reaches the workers and browsers that it started.
      detached: !isWindows,
    });
    running.add(child);
    child.on('error', reject);
    child.on('exit', (code) => {
      running.delete(child);
      resolve(code ?? 1);
    });
  });
}

/** Forwards SIGINT and SIGTERM to the running programs, which would otherwise survive in their process groups. */
export function endWithSignals() {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
    process.once(signal, () => endRunning(signal));
}

/** @param {NodeJS.Signals} signal */
export function endRunning(signal) {
  for (const child of running) {
    if (isWindows || child.pid === undefined) child.kill(signal);
    else process.kill(-child.pid, signal);
  }
}
