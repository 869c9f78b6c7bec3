import type { Chart, DrawnChart } from '#machines/diagram/chart.ts';
import type { Palette } from '#machines/diagram/chart-look.ts';
import { drawnCharts } from '#machines/diagram/charts.ts?drawn';
import { stateTones } from '#machines/domain/stages/states.ts';
import { system } from '../../../shell/theme/system.ts';

const colour = (name: string): string => system.token(`colors.${name}`);

const tone = ({ palette }: { palette: string }) => ({
  fill: colour(`${palette}.50`),
  border: colour(`${palette}.400`),
  text: colour(`${palette}.800`),
});

/** Theme colours of the drawing and of its files. */
export const palette: Palette = {
  tones: {
    // The 50 shade of neutral would not stand out from the background.
    neutral: { ...tone(stateTones.neutral), fill: colour('gray.100') },
    info: tone(stateTones.info),
    closing: tone(stateTones.closing),
    success: tone(stateTones.success),
    danger: tone(stateTones.danger),
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

/** Charts of this page, loaded only by it together with the code that draws them. */

/** In display order. */
export const charts: readonly Chart[] = drawnCharts.map(({ chart }) => chart);

/** @throws RangeError when no chart has the id */
export function drawnOf(id: string): DrawnChart {
  const drawn = drawnCharts.find(({ chart }) => chart.id === id);
  if (drawn === undefined) throw new RangeError(`No chart ${id}`);
  return drawn;
}

export const chartOf = (id: string): Chart => drawnOf(id).chart;

export const isChartId = (text: string): boolean => charts.some(({ id }) => id === text);
