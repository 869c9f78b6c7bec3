/**
 * `import { drawnCharts } from '#machines/diagram/charts.ts?drawn'`: the charts of that module with their layout. The
 * layout is computed at build time, so that the page does not include ELK.
 */
import path from 'node:path';
import { normalizePath, type Plugin, runnerImport } from 'vite';

const moduleId = '\0drawn-charts';

/** Several suites may share one plugin: drawing takes seconds and runs once for all of them. */
export function drawnCharts(): Plugin {
  let program = '';
  let madeOf = new Set<string>();
  let drawn: Promise<string> | undefined;

  async function draw(): Promise<string> {
    const { module, dependencies } =
      await runnerImport<typeof import('./layout-chart.ts')>(program);
    madeOf = new Set(dependencies.map((file) => normalizePath(path.resolve(file))));
    return JSON.stringify(await module.drawCharts());
  }

  return {
    name: 'drawn-charts',
    enforce: 'pre',
    configResolved: (config) => {
      program = path.join(config.root, 'scripts/charts/layout-chart.ts');
    },
    resolveId: { filter: { id: /\?drawn$/ }, handler: () => moduleId },
    load: {
      filter: { id: new RegExp(`^${moduleId}$`) },
      async handler() {
        drawn ??= draw();
        const charts = await drawn.finally(() => {
          for (const file of madeOf) this.addWatchFile(file);
        });
        return `export const drawnCharts = JSON.parse(${JSON.stringify(charts)});`;
      },
    },
    /** Draws the charts again after a machine was edited. */
    hotUpdate({ file }) {
      const module = this.environment.moduleGraph.getModuleById(moduleId);
      if (module === undefined || !madeOf.has(normalizePath(file))) return;
      drawn = undefined;
      this.environment.moduleGraph.invalidateModule(module);
      this.environment.hot.send({ type: 'full-reload' });
    },
  };
}
