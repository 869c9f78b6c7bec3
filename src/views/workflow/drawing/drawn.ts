/** The charts of the page. Only this page loads them, and what draws them. */
import type { Chart, ChartId } from '#machines/diagram/chart.ts';
import { drawnCharts } from '#machines/diagram/charts.ts?drawn';
import type { DrawnChart } from '#machines/diagram/drawn-chart.ts';

/** In the order in which they are offered. */
export const charts: readonly Chart[] = drawnCharts.map(({ chart }) => chart);

/** @throws RangeError when no chart has the id */
export function drawnOf(id: ChartId): DrawnChart {
  const drawn = drawnCharts.find(({ chart }) => chart.id === id);
  if (drawn === undefined) throw new RangeError(`No chart ${id}`);
  return drawn;
}

export const chartOf = (id: ChartId): Chart => drawnOf(id).chart;

export const isChartId = (text: string): text is ChartId => charts.some(({ id }) => id === text);
