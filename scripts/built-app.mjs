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
 * Builds the page and the server's programs, unless dist/ is newer than everything it is made of: for production,
 * whoever starts it.
 */
export async function buildWhenStale() {
  if (isBuilt()) return;
  const vite = path.join(root, 'node_modules/vite/bin/vite.js');
  for (const args of [['build'], ['build', '--ssr']]) {
    const env = { NODE_ENV: undefined, TEST: undefined, VITEST: undefined };
    const code = await runNode([vite, ...args, '--logLevel', 'warn'], env);
    if (code !== 0) throw new Error(`vite ${args.join(' ')} failed`);
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
 * Folders count too: removing a file changes nothing else.
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
