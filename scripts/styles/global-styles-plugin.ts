/**
 * `import '#src/app/theme/global-styles.ts?css'`: the global styles of that module, as a file beside the page. Emotion would
 * make them again in each browser: serialise them, hash them and insert them rule by rule.
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
