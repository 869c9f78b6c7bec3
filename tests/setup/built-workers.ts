/** Builds the workers once before the tests: Vitest runs the sources, but a worker needs JavaScript. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { bundled, workers } from '../../vite.config.ts';

const root = path.resolve(import.meta.dirname, '../..');
const cache = path.join(root, 'node_modules/.cache');
/** Folder from which server/platform/workers/worker-pool.ts loads the workers. */
const folder = path.join(cache, 'caja-menor-workers');
const SOURCES = [
  'contract',
  'machines',
  'server',
  'vite.config.ts',
  'node_modules/.package-lock.json',
];

function newest(place: string): number {
  const stat = statSync(place);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(
    stat.mtimeMs,
    ...readdirSync(place).map((name) => newest(path.join(place, name))),
  );
}

function isBuilt(products: readonly string[], sources: readonly string[]): boolean {
  if (!products.every(existsSync)) return false;
  const oldest = Math.min(...products.map((file) => statSync(file).mtimeMs));
  return sources.every((source) => newest(path.join(root, source)) < oldest);
}

export default (): Promise<void> => buildApart(folder, workers);

/**
 * Builds programs that are older than their sources. Parallel builds are safe: each writes to its own folder and then
 * renames the files.
 *
 * @param entries source of each program, by its name
 */
export async function buildApart(folder: string, entries: Record<string, string>): Promise<void> {
  const products = Object.keys(entries).map((name) => path.join(folder, `${name}.js`));
  if (isBuilt(products, [...SOURCES, ...Object.values(entries)])) return;
  mkdirSync(folder, { recursive: true });
  const apart = mkdtempSync(path.join(cache, 'workers-'));
  try {
    for (const [name, file] of Object.entries(entries))
      await build({
        configFile: false,
        root,
        logLevel: 'warn',
        publicDir: false,
        ssr: { noExternal: bundled },
        build: {
          ssr: true,
          outDir: apart,
          emptyOutDir: false,
          target: 'node20',
          rollupOptions: { input: { [name]: file }, output: { codeSplitting: false } },
        },
      });
    for (const name of readdirSync(apart))
      renameSync(path.join(apart, name), path.join(folder, name));
  } finally {
    rmSync(apart, { recursive: true, force: true });
  }
}
