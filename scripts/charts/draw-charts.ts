/** Run by the plugin, outside the page. */
import { charts } from '../../machines/diagram/charts.ts';
import type { DrawnChart } from '../../machines/diagram/drawn-chart.ts';
import { layoutChart } from './layout-chart.ts';

export const drawCharts = (): Promise<DrawnChart[]> => Promise.all(charts.map(layoutChart));
