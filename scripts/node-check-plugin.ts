import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** Folder of the programs in dist/server, without the check. */
export const checkedFolder = 'programs';

/**
 * Adds a file for each program that checks the version of Node and then imports it: an older Node cannot load the
 * program itself, and would print a stack trace.
 */
export function nodeCheck(): Plugin {
  const here = new URL('..', import.meta.url);
  const { engines } = JSON.parse(readFileSync(new URL('package.json', here), 'utf8'));
  return {
    name: 'node-check',
    generateBundle(_options, bundle) {
      const file = 'required-node.js';
      const source = readFileSync(new URL('scripts/required-node.mjs', here), 'utf8');
      this.emitFile({ type: 'asset', fileName: file, source });
      for (const { type, fileName } of Object.values(bundle)) {
        if (type !== 'chunk' || !fileName.startsWith(`${checkedFolder}/`)) continue;
        const program = fileName.slice(checkedFolder.length + 1);
        const lines = [
          `import { requireNode } from './${file}';`,
          `requireNode(${JSON.stringify(engines.node)});`,
          `import('./${fileName}');`,
        ];
        this.emitFile({ type: 'asset', fileName: program, source: `${lines.join('\n')}\n` });
      }
    },
  };
}
