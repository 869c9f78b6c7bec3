import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of package.json: the same for the sources and for the built programs, wherever they are started from. */
function findProjectRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) return process.cwd();
    folder = parent;
  }
  return folder;
}

export const projectRoot = findProjectRoot();

export function productVersion(): string {
  const text = readFileSync(join(projectRoot, 'package.json'), 'utf8');
  return String((JSON.parse(text) as { version?: string }).version ?? '');
}
