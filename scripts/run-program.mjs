// `node scripts/run-program.mjs <name> [arguments]`: builds what is stale and becomes the server's
// program of that name (an entry of vite.config.ts).
import { constants } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildWhenStale } from './built-app.mjs';
import { endRunning, root } from './project.mjs';

/** How often to look whether the shell is still there, milliseconds. */
const LOOK_EVERY = 300;

const parent = process.ppid;

/**
 * npm runs a script through a shell, and gives SIGTERM to that shell, which dies without telling us:
 * the server would go on, alone, with its port and its database.
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
    // Reported once is enough: after Ctrl-C the shell dies too.
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
