/** Made by scripts/charts/plugin.ts. */
declare module '*?drawn' {
  export const drawnCharts: readonly import('#machines/diagram/drawn-chart.ts').DrawnChart[];
}
