import { chakra } from '@chakra-ui/react/styled-system';
import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type ChartName, chartNames } from '#contract/calls/workflow.calls.ts';
import { chartSvg } from '#machines/diagram/chart-svg.ts';
import { type Chart, chartMermaid } from '#machines/diagram/chart.ts';
import type { WorkflowViewState } from '../../../shell/screens/workflow-address.ts';
import { InlineAlert } from '../../../ui/feedback/InlineAlert.tsx';
import { SwitchLinks } from '../../../ui/layout/TabLinks.tsx';
import { DetailsMenu } from '../../../ui/overlay/DetailsMenu.tsx';
import { downloadFile } from '../../../ui/table/csv-file.tsx';
import { type ChartProps, ChartTable } from './ChartTable.tsx';
import { Drawing, chartLegend } from './Drawing.tsx';
import { drawnOf, palette } from './drawn.ts';

/** Pixels of the PNG per pixel of the drawing. */
const scale = 2;

/**
 * Renders a self-contained SVG as a PNG.
 *
 * @throws Error when the browser cannot draw it, for example for lack of memory
 */
async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth * scale;
  canvas.height = image.naturalHeight * scale;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('The browser could not draw the picture'));
      else resolve(blob);
    }, 'image/png');
  });
}

/** Menu of downloads of a chart, as picture or as text, with an alert on failure. */
export function ChartDownloads(drawn: Pick<ChartProps, 'chart' | 'marks' | 'caption'>) {
  const [failed, setFailed] = useState<string | null>(null);
  const download = async (file: ChartFile) => {
    try {
      downloadFile(fileName(drawn.chart, file), await file.content(drawn));
      setFailed(null);
    } catch {
      setFailed(`No fue posible crear el archivo: ${file.label}. Intente con otro formato.`);
    }
  };
  return (
    <chakra.div _print={{ display: 'none' }}>
      <DetailsMenu label="Descargar" icon={Download}>
        {chartFiles.map((file) => (
          <li key={file.extension}>
            <button type="button" onClick={() => void download(file)}>
              {file.label}
            </button>
          </li>
        ))}
      </DetailsMenu>
      {failed === null ? null : (
        <InlineAlert tone="danger" onClose={() => setFailed(null)}>
          {failed}
        </InlineAlert>
      )}
    </chakra.div>
  );
}

interface ChartFile {
  /** Label of the button. */
  label: string;
  /** File extension. */
  extension: string;
  /** @throws Error when the browser cannot draw the picture */
  content: (drawn: ChartProps) => Blob | Promise<Blob>;
}

const pictureOf = ({ chart, marks, caption = [] }: ChartProps): string =>
  chartSvg(drawnOf(chart.id), palette, marks, [...caption, chartLegend]);

const text = (content: string, type: string): Blob =>
  new Blob([content], { type: `${type};charset=utf-8` });

/** Download formats of a chart. The pictures include the marks of the page. */
const chartFiles: readonly ChartFile[] = [
  {
    label: 'Imagen (PNG)',
    extension: 'png',
    content: (drawn) => pngOf(pictureOf(drawn)),
  },
  {
    label: 'Dibujo (SVG)',
    extension: 'svg',
    content: (drawn) => text(pictureOf(drawn), 'image/svg+xml'),
  },
  {
    label: 'Mermaid',
    extension: 'mmd',
    content: ({ chart }) => text(chartMermaid(chart), 'text/plain'),
  },
];

const fileName = (chart: Chart, { extension }: ChartFile): string =>
  `flujo-${chart.id}.${extension}`;

const views = {
  dibujo: { label: 'Dibujo', Component: Drawing },
  tabla: { label: 'Tabla', Component: ChartTable },
} as const;

type ViewName = keyof typeof views;

const isView = (name: string): name is ViewName => Object.hasOwn(views, name);

const names = Object.keys(views).filter(isView);

/** Small screens start with the table. */
const firstView = (): ViewName =>
  window.matchMedia('(max-width: 640px)').matches ? 'tabla' : 'dibujo';

/** A chart as drawing or table. */
export function ChartViews(props: ChartProps) {
  const [view, setView] = useState(firstView);
  const { Component } = views[view];
  return (
    <chakra.div role="group" display="grid" gap="3" minW="0" aria-label={props.chart.nombre}>
      <chakra.div display="flex" justifyContent="space-between" gap="3" flexWrap="wrap">
        <chakra.fieldset
          display="inline-flex"
          borderWidth="1px"
          borderColor="border.control"
          borderRadius="l2"
          overflow="hidden"
          _print={{ display: 'none' }}
        >
          <chakra.legend srOnly>Cómo se muestra</chakra.legend>
          {names.map((name) => (
            <chakra.button
              key={name}
              type="button"
              px="4"
              minH={{ base: '11', md: '10' }}
              fontWeight="semibold"
              fontSize="sm"
              aria-pressed={view === name}
              bg={view === name ? 'teal.700' : 'bg.panel'}
              color={view === name ? 'white' : 'fg'}
              _focusVisible={{ outlineOffset: '-4px' }}
              onClick={() => setView(name)}
            >
              {views[name].label}
            </chakra.button>
          ))}
        </chakra.fieldset>
        <ChartDownloads {...props} />
      </chakra.div>
      <Component {...props} />
    </chakra.div>
  );
}

interface DrawingLegendProps {
  /** Meaning of a more intense colour; absent without one. */
  colour?: string | undefined;
  /** Meaning of a thicker arrow; absent when all arrows are equal. */
  thickness?: string | undefined;
  /** What the figures include. */
  note?: string | undefined;
}

/** The legend as lines of a downloaded picture. */
export const legendLines = ({ colour, thickness }: DrawingLegendProps): string[] => [
  ...(colour === undefined ? [] : [`Color más intenso: ${colour}`]),
  ...(thickness === undefined ? [] : [`Línea más gruesa: ${thickness}`]),
];

/** Legend of a map with figures. */
function DrawingLegend({ note, colour, thickness }: DrawingLegendProps) {
  const [colourSample, thicknessSample] = [
    <chakra.span
      key="colour"
      aria-hidden="true"
      width="9"
      height="4"
      flexShrink="0"
      borderRadius="sm"
      borderWidth="1px"
      borderColor="border.emphasized"
      css={{ printColorAdjust: 'exact' }}
      style={{ background: `linear-gradient(to right, ${palette.cold}, ${palette.hot})` }}
    />,
    <chakra.span
      key="thickness"
      aria-hidden="true"
      display="grid"
      gap="1"
      width="9"
      flexShrink="0"
      css={{ printColorAdjust: 'exact' }}
    >
      <chakra.span borderRadius="full" style={{ height: 1.5, background: palette.line }} />
      <chakra.span borderRadius="full" style={{ height: 5, background: palette.strong }} />
    </chakra.span>,
  ];
  const items = [
    ...legendLines({ colour }).map((line) => [colourSample, line] as const),
    ...legendLines({ thickness }).map((line) => [thicknessSample, line] as const),
    ...(note === undefined ? [] : [[null, note] as const]),
  ];
  return items.length === 0 ? null : (
    <chakra.ul
      aria-label="Convenciones"
      display="flex"
      flexWrap="wrap"
      columnGap="6"
      rowGap="2"
      listStyleType="none"
      textStyle="sm"
      color="fg.muted"
    >
      {items.map(([sample, line]) => (
        <chakra.li key={line} display="flex" alignItems="center" gap="2.5">
          {sample}
          {line}
        </chakra.li>
      ))}
    </chakra.ul>
  );
}

const machineNames: Record<ChartName, string> = { box: 'Cajas', expense: 'Gastos' };

interface MapFootProps {
  place: WorkflowViewState;
  maquina: ChartName;
  legend: DrawingLegendProps;
  children?: ReactNode;
}

/** Below a map: its legend, its downloads, and the switch between the two charts with figures. */
export const MapFoot = ({ place, maquina, legend, children }: MapFootProps) => (
  <chakra.div
    display="flex"
    flexWrap="wrap"
    alignItems="center"
    justifyContent="space-between"
    gap="3"
  >
    <DrawingLegend {...legend} />
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3" ms="auto">
      {children}
      <SwitchLinks
        label="Diagrama"
        choices={chartNames.map((name) => ({
          to: place.pathWith({ maquina: name, estado: '' }),
          label: machineNames[name],
          active: name === maquina,
        }))}
      />
    </chakra.div>
  </chakra.div>
);
