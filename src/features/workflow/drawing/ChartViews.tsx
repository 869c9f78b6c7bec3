import { chakra } from '@chakra-ui/react/styled-system';
import { ChevronDown, Download } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { type ChartName, chartNames } from '#contract/calls/workflow.calls.ts';
import type { DrawingMarks } from '#machines/diagram/chart-look.ts';
import { chartSvg } from '#machines/diagram/chart-svg.ts';
import { type Chart, chartMermaid } from '#machines/diagram/chart.ts';
import type { WorkflowViewState } from '../../../shell/screens/workflow-address.ts';
import { InlineAlert } from '../../../ui/feedback/InlineAlert.tsx';
import { SwitchLinks } from '../../../ui/layout/TabLinks.tsx';
import { type ChartProps, ChartTable } from './ChartTable.tsx';
import { Drawing } from './Drawing.tsx';
import { drawnOf, palette } from './drawn.ts';

/** Downloads a file through the browser. */
export function downloadFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has read the URL by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

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
export function ChartDownloads({
  chart,
  marks,
}: {
  chart: Chart;
  marks?: DrawingMarks | undefined;
}) {
  const menu = useRef<HTMLDetailsElement>(null);
  const [failed, setFailed] = useState<string | null>(null);

  const close = () => {
    if (menu.current !== null) menu.current.open = false;
    menu.current?.querySelector('summary')?.focus();
  };
  const download = async (file: ChartFile) => {
    close();
    try {
      downloadFile(fileName(chart, file), await file.content(chart, marks));
      setFailed(null);
    } catch {
      setFailed(`No fue posible crear el archivo: ${file.label}. Intente con otro formato.`);
    }
  };
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
  };

  return (
    <chakra.div _print={{ display: 'none' }}>
      <chakra.details
        ref={menu}
        position="relative"
        onKeyDown={closeOnEscape}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) event.currentTarget.open = false;
        }}
      >
        <chakra.summary
          display="inline-flex"
          alignItems="center"
          gap="2"
          px="4"
          minH={{ base: '11', md: '10' }}
          borderWidth="1px"
          borderColor="border.control"
          borderRadius="l2"
          bg="bg.panel"
          fontWeight="semibold"
          fontSize="sm"
          cursor="pointer"
          listStyle="none"
          css={{ '&::-webkit-details-marker': { display: 'none' } }}
        >
          <Download size={16} aria-hidden="true" />
          Descargar
          <ChevronDown size={16} aria-hidden="true" />
        </chakra.summary>
        <chakra.ul
          position="absolute"
          insetStart={{ base: '0', md: 'auto' }}
          insetEnd={{ base: 'auto', md: '0' }}
          zIndex="dropdown"
          mt="1"
          py="1"
          minW="48"
          listStyleType="none"
          bg="bg.panel"
          borderWidth="1px"
          borderRadius="l2"
          boxShadow="md"
        >
          {chartFiles.map((file) => (
            <li key={file.extension}>
              <chakra.button
                type="button"
                display="block"
                width="full"
                px="4"
                minH={{ base: '11', md: '10' }}
                textAlign="start"
                fontSize="sm"
                cursor="pointer"
                _hover={{ bg: 'bg.muted' }}
                _focusVisible={{ outlineOffset: '-3px' }}
                onClick={() => void download(file)}
              >
                {file.label}
              </chakra.button>
            </li>
          ))}
        </chakra.ul>
      </chakra.details>
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
  content: (chart: Chart, marks: DrawingMarks | undefined) => Blob | Promise<Blob>;
}

const pictureOf = (chart: Chart, marks: DrawingMarks | undefined): string =>
  chartSvg(drawnOf(chart.id), palette, marks);

const text = (content: string, type: string): Blob =>
  new Blob([content], { type: `${type};charset=utf-8` });

/** Download formats of a chart. The pictures include the marks of the page. */
const chartFiles: readonly ChartFile[] = [
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
    <chakra.section display="grid" gap="3" minW="0" aria-label={props.chart.nombre}>
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
        <ChartDownloads chart={props.chart} marks={props.marks} />
      </chakra.div>
      <Component {...props} />
    </chakra.section>
  );
}

interface DrawingLegendProps {
  /** Meaning of a more intense colour. */
  colour: string;
  /** Meaning of a thicker arrow; absent when all arrows are equal. */
  thickness?: string;
  /** What the figures include. */
  note?: string | undefined;
}

/** Legend of colour and thickness in a drawing with figures. */
export function DrawingLegend({ colour, thickness, note }: DrawingLegendProps) {
  return (
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
      <chakra.li display="flex" alignItems="center" gap="2.5">
        <chakra.span
          aria-hidden="true"
          width="9"
          height="4"
          flexShrink="0"
          borderRadius="sm"
          borderWidth="1px"
          borderColor="border.emphasized"
          css={{ printColorAdjust: 'exact' }}
          style={{ background: `linear-gradient(to right, ${palette.cold}, ${palette.hot})` }}
        />
        {`Color más intenso: ${colour}`}
      </chakra.li>
      {thickness === undefined ? null : (
        <chakra.li display="flex" alignItems="center" gap="2.5">
          <chakra.span
            aria-hidden="true"
            display="grid"
            gap="1"
            width="9"
            flexShrink="0"
            css={{ printColorAdjust: 'exact' }}
          >
            <chakra.span borderRadius="full" style={{ height: 1.5, background: palette.line }} />
            <chakra.span borderRadius="full" style={{ height: 5, background: palette.strong }} />
          </chakra.span>
          {`Línea más gruesa: ${thickness}`}
        </chakra.li>
      )}
      {note === undefined ? null : <chakra.li>{note}</chakra.li>}
    </chakra.ul>
  );
}

const machineNames: Record<ChartName, string> = { box: 'Cajas', expense: 'Gastos' };

/** Switch between the two charts with figures. */
export const MachineSwitch = ({
  place,
  maquina,
}: {
  place: WorkflowViewState;
  maquina: ChartName;
}) => (
  <SwitchLinks
    label="Diagrama"
    choices={chartNames.map((name) => ({
      to: place.pathWith({ maquina: name, estado: '' }),
      label: machineNames[name],
      active: name === maquina,
    }))}
  />
);

interface DrawnBesideProps {
  maquina: ChartName;
  drawing: ReactNode;
  children: ReactNode;
}

/** The box chart is tall and leaves space beside it; the expense chart takes the full width. */
const columns: Record<ChartName, string> = {
  box: 'minmax(0, 1fr) 18rem',
  expense: 'minmax(0, 1fr)',
};

/** A drawing with related content: beside it on wide screens, above it on narrow ones. */
export function DrawnBeside({ maquina, drawing, children }: DrawnBesideProps) {
  return (
    <chakra.div
      display="grid"
      gap="5"
      alignItems="start"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', xl: columns[maquina] }}
    >
      <chakra.div
        display="grid"
        gap="4"
        gridTemplateColumns="minmax(0, 1fr)"
        order={{ xl: maquina === 'box' ? 1 : 0 }}
      >
        {children}
      </chakra.div>
      <chakra.div minW="0">{drawing}</chakra.div>
    </chakra.div>
  );
}
