import type { Plugin } from 'vite';

/** Names the file that `src/app/entry.ts` imports later in the page: the browser fetches and reads it from the beginning. */
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
