/** Writes `/sw.js`: the service worker with the names of the files that the page needs without a network. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** Files that are not cached: they are large, and used at a desk, for the help, or for encrypted files. */
const LEFT_OUT = /\/(workflow|administration|pdf-password)-|\.(map|wasm|webp)$/;

export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle: {
      // After the page: the version is a hash of its file names and its HTML.
      order: 'post',
      handler(_, bundle) {
        const names = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
        const page = bundle['index.html'];
        const html = page?.type === 'asset' ? String(page.source) : '';
        const version = createHash('sha256')
          .update([...names.toSorted(), html].join('\n'))
          .digest('hex')
          .slice(0, 16);
        const files = names.filter((name) => !LEFT_OUT.test(name)).map((name) => `/${name}`);
        const source = readFileSync(new URL('service-worker.js', import.meta.url), 'utf8')
          .replace('__VERSION__', version)
          .replace('__FILES__', JSON.stringify(files));
        this.emitFile({ type: 'asset', fileName: 'sw.js', source });
      },
    },
  };
}
