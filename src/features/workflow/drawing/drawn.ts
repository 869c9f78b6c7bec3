import type { Palette } from '#machines/diagram/chart-look.ts';
import type { Chart, DrawnChart } from '#machines/diagram/chart.ts';
import { drawnCharts } from '#machines/diagram/charts.ts?drawn';
import { system } from '../../../app/theme/system.ts';

const colour = (name: string): string => system.token(`colors.${name}`);

const tone = (palette: string) => ({
  fill: colour(`${palette}.50`),
  border: colour(`${palette}.400`),
  text: colour(`${palette}.800`),
});

/** The colours of the theme, for the drawing on the screen and for its files. */
export const palette: Palette = {
  tones: {
    neutral: { ...tone('gray'), fill: colour('gray.100'), text: colour('gray.900') },
    info: tone('blue'),
    warning: tone('blue'),
    progress: tone('blue'),
    closing: tone('purple'),
    success: tone('green'),
    danger: tone('red'),
  },
  background: colour('white'),
  cold: colour('heat.50'),
  hot: colour('heat.200'),
  group: colour('gray.50'),
  groupBorder: colour('gray.300'),
  line: colour('gray.500'),
  strong: colour('teal.800'),
  faint: colour('gray.300'),
  text: colour('gray.900'),
  muted: colour('gray.600'),
  font: system.token('fonts.body'),
};

/** The charts of the page. Only this page loads them, and what draws them. */

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
