/** The commands of a page of `docs/operations`, which a test runs as printed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { projectRoot } from '#server/platform/config/project-root.ts';

export interface PrintedPage {
  /** The one block of commands with these words; its first failure ends it. */
  block: (words: string) => string;
  /** Blocks that no test has asked for. */
  unused: () => string[];
}

export function printedPage(name: string): PrintedPage {
  const text = readFileSync(join(projectRoot, 'docs/operations', name), 'utf8');
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, script = '']) => script);
  const unused = new Set(blocks);
  return {
    block(words) {
      const [found = '', ...others] = blocks.filter((block) => block.includes(words));
      expect([found !== '', others], words).toEqual([true, []]);
      unused.delete(found);
      return `set -e\n${found}`;
    },
    unused: () => [...unused],
  };
}
