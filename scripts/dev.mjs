// `npm run dev`: the page with hot reload on 5173, and behind it the server on 3000 with the
// demonstration data, rebuilt and restarted whenever one of its files changes.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { build, createLogger, createServer } from 'vite';
import { root } from './project.mjs';

/** The port that the proxy of vite.config.ts points to. */
const SERVER_PORT = '3000';
/** Milliseconds that the server may take for an orderly shutdown. */
const STOP_LIMIT = 5_000;

/** Copied before Vite sets NODE_ENV. */
const serverEnvironment = { ...process.env, PORT: SERVER_PORT };

const PROGRAM = path.join(root, 'dist/server/demo.js');

/** @type {import('node:child_process').ChildProcess | undefined} */
let server;
/** Restarts run one after another: the next server needs the port of the previous one. */
let turn = Promise.resolve();

/**
 * @param {string} name
 * @param {string} line
 */
function print(name, line) {
  console.log(`${`[${name}]`.padEnd(9)}${line}`);
}

/**
 * A Vite logger that prefixes each line with a name.
 * @param {string} name
 * @param {'info' | 'warn'} level
 */
function logger(name, level) {
  const own = createLogger(level, { allowClearScreen: false });
  const say = (/** @type {string} */ message) => {
    for (const line of message.split('\n')) if (line.trim()) print(name, line);
  };
  const info = level === 'info' ? say : () => undefined;
  return { ...own, info, warn: say, warnOnce: say, error: say, clearScreen: () => undefined };
}

async function stopServer() {
  const child = server;
  server = undefined;
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT);
  await ended;
  clearTimeout(timer);
}

async function restartServer() {
  await stopServer();
  const child = spawn(process.execPath, ['--enable-source-maps', PROGRAM], {
    cwd: root,
    env: serverEnvironment,
    stdio: ['ignore', 'pipe', 'pipe'],
    // In a separate process group, so that Ctrl-C stops it only through stopServer.
    detached: process.platform !== 'win32',
  });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => print('server', line));
  }
  child.on('exit', (code) => {
    if (server === child) {
      print('server', `ended with ${code}; it starts again after the next change`);
      server = undefined;
    }
  });
  server = child;
}

// The page starts first: the first of the two sets NODE_ENV, and a page in production has no hot reload.
const page = await createServer({ root, customLogger: logger('page', 'info') });
await page.listen();
page.printUrls();

const programs = await build({
  root,
  logLevel: 'warn',
  customLogger: logger('build', 'warn'),
  build: { ssr: true, watch: {} },
});
if (!('on' in programs)) throw new Error('vite build --watch gave no watcher');
let isWhole = true;
programs.on('event', (event) => {
  if (event.code === 'START') isWhole = true;
  if (event.code === 'BUNDLE_END') void event.result.close();
  // The logger has reported the error; the server of the last successful build keeps running.
  if (event.code === 'ERROR') isWhole = false;
  if (event.code === 'END' && isWhole) {
    print('build', 'done');
    turn = turn.then(restartServer);
  }
});

let ending = false;
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, async () => {
    if (ending) return;
    ending = true;
    await Promise.all([programs.close(), page.close(), turn.then(stopServer)]);
    process.exit(0);
  });
}
