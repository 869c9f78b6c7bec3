import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { root, runNode } from './project.mjs';

const SOURCES = [
  'contract',
  'machines',
  'src',
  'server',
  'public',
  'scripts',
  'index.html',
  'package.json',
  'vite.config.ts',
  'tsconfig.json',
  'node_modules/.package-lock.json',
];
const PRODUCTS = ['dist/web/index.html', 'dist/server/main.js', 'dist/server/demo.js'];

/**
 * Builds the page and the programs of the server for production, whatever the environment of the caller, unless dist/
 * is newer than all of its sources.
 */
export async function buildWhenStale() {
  if (!isBuilt()) await buildInto(path.join(root, 'dist'));
}

/**
 * Builds the page and the server's programs.
 * @param {string} folder the contents of its `web` and `server` are deleted first
 */
export async function buildInto(folder) {
  const vite = path.join(root, 'node_modules/vite/bin/vite.js');
  const env = { NODE_ENV: undefined, TEST: undefined, VITEST: undefined };
  for (const { name, args } of [
    { name: 'web', args: [] },
    { name: 'server', args: ['--ssr'] },
  ]) {
    const target = ['--outDir', path.join(folder, name), '--emptyOutDir'];
    const code = await runNode([vite, 'build', ...args, ...target, '--logLevel', 'warn'], env);
    if (code !== 0) throw new Error(`vite could not build ${name}`);
  }
}

function isBuilt() {
  try {
    const oldest = Math.min(...PRODUCTS.map((file) => statSync(path.join(root, file)).mtimeMs));
    return SOURCES.every((source) => newest(path.join(root, source)) < oldest);
  } catch {
    return false;
  }
}

/**
 * Latest modification time below a path. Folders count too: removing a file changes only its folder.
 * @param {string} place
 * @returns {number}
 */
function newest(place) {
  const stat = statSync(place);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(
    stat.mtimeMs,
    ...readdirSync(place).map((name) => newest(path.join(place, name))),
  );
}
