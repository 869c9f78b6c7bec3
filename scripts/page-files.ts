import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Compressing a smaller file saves nothing: it fits into one packet anyway. */
const WORTHWHILE_BYTES = 1_000;

/** Writes `file.js.br` and `file.js.gz` beside each file of the page, for the server, with the highest compression. */
export function compressedFiles(): Plugin {
  return {
    name: 'compressed-files',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const compressed = Object.values(bundle).map(async (file) => {
        const content = Buffer.from(file.type === 'chunk' ? file.code : file.source);
        if (!/\.(js|css|svg|wasm)$/.test(file.fileName) || content.length < WORTHWHILE_BYTES)
          return;
        const name = path.join(dir, file.fileName);
        // Brotli's default quality, 11, is the highest.
        await writeFile(`${name}.br`, await promisify(brotliCompress)(content));
        await writeFile(`${name}.gz`, await promisify(gzip)(content, { level: 9 }));
      });
      await Promise.all(compressed);
    },
  };
}

/** Adds a `modulepreload` link for the file that `src/app/entry.ts` imports, so that the browser fetches it early. */
export function pagePreload(): Plugin {
  return {
    name: 'page-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) =>
        Object.values(bundle)
          .filter((file) => file.type === 'chunk' && file.name === 'page')
          .map(({ fileName }) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
            injectTo: 'head',
          })),
    },
  };
}
