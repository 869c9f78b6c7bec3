/** The charts of the page. Only this page loads them, and what draws them. */
import type { Chart, DrawnChart } from '#machines/diagram/chart.ts';
import { drawnCharts } from '#machines/diagram/charts.ts?drawn';

/** In the order in which they are offered. */
export const charts: readonly Chart[] = drawnCharts.map(({ chart }) => chart);

/** @throws RangeError when no chart has the id */
export function drawnOf(id: string): DrawnChart {
  const drawn = drawnCharts.find(({ chart }) => chart.id === id);
  if (drawn === undefined) throw new RangeError(`No chart ${id}`);
  return drawn;
}

export const chartOf = (id: string): Chart => drawnOf(id).chart;

export const isChartId = (text: string): boolean => charts.some(({ id }) => id === text);
