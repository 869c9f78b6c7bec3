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

/** What identifies this program: `commit` is null in a checkout, which may have changes that no commit has. */
interface Release {
  version: string;
  commit: string | null;
}

let release: Release | undefined;

export function productRelease(): Release {
  if (release === undefined) {
    const text = readFileSync(join(projectRoot, 'package.json'), 'utf8');
    const { version = '', commit = null } = JSON.parse(text) as Partial<Release>;
    release = { version, commit: commit?.slice(0, 12) ?? null };
  }
  return release;
}

/** For example `1.1.0+0123456789ab`; `1.1.0` in a checkout. */
export function productVersion(): string {
  const { version, commit } = productRelease();
  return commit === null ? version : `${version}+${commit}`;
}
