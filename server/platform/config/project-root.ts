import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of package.json, for the sources and the built programs, regardless of the working directory. */
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

let version: string | undefined;

/** The version of this program, for example `0.2.0`. */
export function productVersion(): string {
  if (version === undefined) {
    const text = readFileSync(join(projectRoot, 'package.json'), 'utf8');
    version = String((JSON.parse(text) as { version?: string }).version ?? '');
  }
  return version;
}
