import type { Chart } from '#machines/diagram/chart.ts';
import { chartMermaid } from '#machines/diagram/chart-mermaid.ts';
import { chartScxml } from '#machines/diagram/chart-scxml.ts';
import { chartSvg } from '#machines/diagram/chart-svg.ts';
import { chartXState } from '#machines/diagram/chart-xstate.ts';
import type { DrawingMarks } from '#machines/diagram/marks.ts';
import { pngOf } from './download-file.ts';
import { drawnOf } from './drawn.ts';
import { palette } from './chart-palette.ts';

export interface ChartFile {
  /** Visible name of the button. */
  label: string;
  /** After the name of the chart. */
  extension: string;
  /** @throws Error when the browser cannot draw it */
  content: (chart: Chart, marks: DrawingMarks | undefined) => Blob | Promise<Blob>;
}

const pictureOf = (chart: Chart, marks: DrawingMarks | undefined): string =>
  chartSvg(drawnOf(chart.id), palette, marks);

const text = (content: string, type: string): Blob =>
  new Blob([content], { type: `${type};charset=utf-8` });

/** Formats in which a chart can be downloaded. The pictures carry the marks of the page. */
export const chartFiles: readonly ChartFile[] = [
  {
    label: 'Imagen (PNG)',
    extension: 'png',
    content: (chart, marks) => pngOf(pictureOf(chart, marks)),
  },
  {
    label: 'Dibujo (SVG)',
    extension: 'svg',
    content: (chart, marks) => text(pictureOf(chart, marks), 'image/svg+xml'),
  },
  {
    label: 'Mermaid',
    extension: 'mmd',
    content: (chart) => text(chartMermaid(chart), 'text/plain'),
  },
  {
    label: 'SCXML (W3C)',
    extension: 'scxml',
    content: (chart) => text(chartScxml(chart), 'application/scxml+xml'),
  },
  {
    label: 'XState (JSON)',
    extension: 'json',
    content: (chart) => text(JSON.stringify(chartXState(chart), null, 2), 'application/json'),
  },
];

export const fileName = (chart: Chart, { extension }: ChartFile): string =>
  `flujo-${chart.id}.${extension}`;
