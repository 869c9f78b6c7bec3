/** Commands of a page of `docs/operations`, as printed, and releases to run them with. */
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect } from 'vitest';
import { projectRoot } from '#server/platform/config/project-root.ts';
import { packRelease, sha256 } from '../../scripts/release-archive.mjs';
import type { Debian } from './debian.ts';

export interface PrintedPage {
  blocks: readonly string[];
  /** The block that contains these words, as a script that ends with the first failure. */
  printed: (words: string) => string;
}

export function printedPage(name: string): PrintedPage {
  const page = readFileSync(join(projectRoot, 'docs/operations', name), 'utf8');
  const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, script = '']) => script);
  const printed = (words: string): string => {
    const found = blocks.filter((block) => block.includes(words));
    expect(found, words).toHaveLength(1);
    return `set -e\n${found[0]}`;
  };
  return { blocks, printed };
}

/**
 * Packs a release and puts its files into the home folder of the machine, instead of those of an earlier one.
 * @returns its name
 */
export function deliverRelease({ root, must }: Debian, folder: string, commit: string): string {
  const archive = packRelease(folder, { commit, time: 1_700_000_000 }, 1);
  const files = [archive, join(projectRoot, 'scripts/unpack-release.mjs')];
  must('rm -f /root/caja-menor-*.tar.gz');
  for (const file of files) copyFileSync(file, join(root, 'root', basename(file)));
  const sums = files.map((file) => `${sha256(file)}  ${basename(file)}\n`);
  writeFileSync(join(root, 'root/SHA256SUMS'), sums.join(''));
  rmSync(archive);
  return basename(archive, '.tar.gz');
}
