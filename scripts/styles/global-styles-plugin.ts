/**
 * `import '#src/shell/theme/global-styles.ts?css'`: the global styles of that module as a CSS file beside the page.
 * Emotion would serialise, hash and insert them rule by rule in each browser.
 */
import path from 'node:path';
import { type Plugin, runnerImport } from 'vite';

const moduleId = '/global-styles.css';

export function globalStyles(): Plugin {
  let program = '';
  return {
    name: 'global-styles',
    enforce: 'pre',
    configResolved: (config) => {
      program = path.join(config.root, 'scripts/styles/write-styles.ts');
    },
    resolveId: { filter: { id: /global-styles\.ts\?css$/ }, handler: () => moduleId },
    load: {
      filter: { id: new RegExp(`^${moduleId}$`) },
      async handler() {
        const { module, dependencies } =
          await runnerImport<typeof import('./write-styles.ts')>(program);
        for (const file of dependencies) this.addWatchFile(path.resolve(file));
        return module.writeStyles();
      },
    },
  };
}
