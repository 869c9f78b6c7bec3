// Rebuilds a stale dist/ and runs, in this process, the server's program that the first argument names.
import { constants } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildWhenStale } from './built-app.mjs';
import { endRunning, root } from './project.mjs';

/** Milliseconds between two checks that the shell still runs. */
const LOOK_EVERY = 300;

const parent = process.ppid;

/**
 * npm runs a script through a shell and sends SIGTERM to that shell, which exits without forwarding it: the server
 * would keep running, with its port and its database.
 */
function endWithTheShell() {
  if (process.ppid === parent) return;
  clearInterval(watch);
  process.kill(process.pid, 'SIGTERM');
}
const watch = setInterval(endWithTheShell, LOOK_EVERY);
watch.unref();

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => {
    // One signal is enough: after Ctrl-C the shell exits too.
    clearInterval(watch);
    endRunning(signal);
    const isOnlyListener = process.listenerCount(signal) === 1;
    if (isOnlyListener) process.exit(128 + constants.signals[signal]);
  });
}

const [name, ...args] = process.argv.slice(2);
if (!name) throw new Error('which program? node scripts/run-program.mjs <name>');

await buildWhenStale();
process.setSourceMapsEnabled(true);
const program = path.join(root, 'dist/server', `${name}.js`);
process.argv = [process.execPath, program, ...args];
await import(pathToFileURL(program).href);
