/** Made by scripts/charts/plugin.ts. */
declare module '*?drawn' {
  export const drawnCharts: readonly import('#machines/diagram/chart.ts').DrawnChart[];
}
