/** The commands of a page of `docs/operations`, which a test runs as printed. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { projectRoot } from '#server/platform/config/project-root.ts';

export interface PrintedPage {
  /** The one block of commands with these words; its first failure ends it. */
  block: (words: string) => string;
  /**
   * Runs that block on this machine, in the project.
   * @param places what is printed, and what stands for it in the test
   * @returns its output
   */
  run: (words: string, env: Record<string, string>, places: Record<string, string>) => string;
  /** Blocks that no test has asked for. */
  unused: () => string[];
}

export function printedPage(name: string): PrintedPage {
  const text = readFileSync(join(projectRoot, 'docs/operations', name), 'utf8');
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, script = '']) => script);
  const unused = new Set(blocks);
  const block = (words: string): string => {
    const [found = '', ...others] = blocks.filter((one) => one.includes(words));
    expect([found !== '', others], words).toEqual([true, []]);
    unused.delete(found);
    return `set -e\n${found}`;
  };
  return {
    block,
    run(words, env, places) {
      const script = Object.entries(places).reduce((script, [printed, own]) => {
        expect(block(words)).toContain(printed);
        return script.replaceAll(printed, own);
      }, block(words));
      return execFileSync('bash', ['-c', script], { cwd: projectRoot, encoding: 'utf8', env });
    },
    unused: () => [...unused],
  };
}
