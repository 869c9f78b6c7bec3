import { chakra } from '@chakra-ui/react/styled-system';
import {
  ReactFlow,
  ReactFlowProvider,
  ViewportPortal,
  getViewportForBounds,
  useReactFlow,
  useStoreApi,
} from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { Link } from 'react-router-dom';
import { Maximize, X, ZoomIn, ZoomOut } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactElement,
  createElement,
  memo,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { type DrawingMarks, labelLook, signs } from '#machines/diagram/chart-look.ts';
import { type Shape, chartShapes } from '#machines/diagram/chart-svg.ts';
import {
  type Box,
  type Chart,
  type ChartState,
  type DrawnChart,
  type DrawnState,
  fullName,
  sizes,
  stateOf,
} from '#machines/diagram/chart.ts';
import { TextLink } from '../../../ui/fields/LinkButton.tsx';
import { IconButton } from '../../../ui/fields/IconButton.tsx';
import { prefersReducedMotion } from '../../../ui/overlay/prefers-reduced-motion.ts';
import { type TransitionItemsProps, TransitionItems, factsOf } from './ChartTable.tsx';
import { drawnOf, palette } from './drawn.ts';

const nearest = 2.5;
const furthest = 0.2;

/** Fits the whole chart, including arrows, at a scale of at most 1. React Flow's own fit considers only nodes. */
function useWholeChart({ width, height }: DrawnChart): (duration: number) => void {
  const { setViewport } = useReactFlow();
  const store = useStoreApi();
  return useCallback(
    (duration) => {
      const frame = store.getState();
      if (frame.width === 0 || frame.height === 0) return;
      const bounds = { x: 0, y: 0, width, height };
      void setViewport(getViewportForBounds(bounds, frame.width, frame.height, furthest, 1, 0), {
        duration,
      });
    },
    [width, height, setViewport, store],
  );
}

interface DrawingProps {
  chart: Chart;
  marks?: DrawingMarks | undefined;
  /** Id of the selected state. */
  selected?: string | null;
  /** Called with the id of a chosen state; without it the drawing shows the details of the state. */
  onSelectState?: (id: string) => void;
}

const noMarks: DrawingMarks = {};
/** Signs in every drawing. */
export const chartLegend = `● comienza · ${signs.call}al entrar · ${signs.internal}sin cambiar de estado`;

/**
 * Chart as a picture that can be zoomed and panned. Its states are buttons: Tab follows the order of the chart, arrow
 * keys move to the neighbour, Enter selects. In print the chart fits the page.
 */
export function Drawing(props: DrawingProps) {
  const { chart, marks = noMarks, onSelectState } = props;
  const [described, setDescribed] = useState<string | null>(null);
  const state = described === null ? undefined : stateOf(chart, described);
  const choosing = onSelectState ? {} : { selected: described, onSelectState: setDescribed };
  const drawn = drawnOf(chart.id);
  return (
    <div>
      <chakra.div layerStyle="frame" overflow="hidden" _print={{ borderWidth: '0' }}>
        <ReactFlowProvider key={chart.id}>
          <chakra.div
            display="flex"
            alignItems="center"
            justifyContent="space-between"
            gap="4"
            ps="4"
            pe="2"
            py="1"
            borderBottomWidth="1px"
            _print={{ display: 'none' }}
          >
            <chakra.p color="fg.muted" fontSize="sm">
              {chartLegend}
            </chakra.p>
            <DrawingControls drawn={drawn} />
          </chakra.div>
          <Canvas {...props} {...choosing} drawn={drawn} marks={marks} />
        </ReactFlowProvider>
      </chakra.div>
      {state === undefined ? null : (
        <StateDetail chart={chart} marks={marks} state={state} onClose={() => setDescribed(null)} />
      )}
    </div>
  );
}

/** In print the whole chart fits its frame, whatever the zoom and pan on the screen. */
const onPaper = {
  maxHeight: '75vh !important',
  '& .react-flow__viewport': { transform: 'none !important' },
  '& .react-flow__viewport svg': { width: '100%', height: '100%' },
  '& .react-flow__attribution': { display: 'none' },
} as const;

function Canvas({
  drawn,
  marks = noMarks,
  selected = null,
  onSelectState,
}: DrawingProps & { drawn: DrawnChart }) {
  const frame = useRef<HTMLDivElement>(null);
  const { setCenter, getZoom } = useReactFlow();
  const showWhole = useWholeChart(drawn);

  useEffect(() => {
    if (frame.current === null) return;
    const observer = new ResizeObserver(() => showWhole(0));
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [showWhole]);

  const moveFocus = (event: KeyboardEvent<HTMLDivElement>) => {
    const id = (event.target as HTMLElement).dataset.state;
    const from = drawn.states.find((place) => place.id === id);
    const next = from && neighbourOf(from, event.key, drawn.states);
    if (!next) return;
    event.preventDefault();
    const button = frame.current?.querySelector<HTMLElement>(
      `[data-state="${CSS.escape(next.id)}"]`,
    );
    button?.focus({ preventScroll: true });
    button?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (getZoom() > 1)
      void setCenter(next.x + next.width / 2, next.y + next.height / 2, {
        zoom: getZoom(),
        duration: motionDuration(),
      });
  };

  return (
    <chakra.div
      ref={frame}
      onKeyDown={moveFocus}
      width="full"
      minH="200px"
      css={{ '& .react-flow__attribution a': { color: 'fg.muted' }, '@media print': onPaper }}
      // The frame has the aspect ratio of the chart, so that the chart is legible without zooming.
      style={{ aspectRatio: `${drawn.width} / ${drawn.height}`, maxHeight: drawn.height }}
    >
      <ReactFlow
        minZoom={furthest}
        maxZoom={nearest}
        // The wheel scrolls the page; Ctrl with the wheel, or a pinch, zooms.
        zoomOnScroll={false}
        zoomOnDoubleClick={false}
        preventScrolling={false}
        disableKeyboardA11y
        aria-label={`Dibujo: ${drawn.chart.nombre}`}
      >
        <ViewportPortal>
          <ChartPicture
            drawn={drawn}
            marks={marks}
            selected={selected}
            onSelectState={onSelectState}
          />
        </ViewportPortal>
      </ReactFlow>
    </chakra.div>
  );
}

function DrawingControls({ drawn }: { drawn: DrawnChart }) {
  const { zoomIn, zoomOut } = useReactFlow();
  const showWhole = useWholeChart(drawn);
  return (
    <chakra.div display="flex" flexShrink="0">
      <IconButton
        label="Acercar"
        icon={ZoomIn}
        onClick={() => void zoomIn({ duration: motionDuration() })}
      />
      <IconButton
        label="Alejar"
        icon={ZoomOut}
        onClick={() => void zoomOut({ duration: motionDuration() })}
      />
      <IconButton label="Ver todo" icon={Maximize} onClick={() => showWhole(motionDuration())} />
    </chakra.div>
  );
}

/** Milliseconds of a zoom or pan animation; 0 when the user prefers reduced motion. */
const motionDuration = (): number => (prefersReducedMotion() ? 0 : 200);

/** Direction of each arrow key. */
const directions: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

type Placed = Box & { id: string };

const centre = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });

/** Nearest state in the direction of a key; null when there is none, or for any other key. */
function neighbourOf(from: Placed, key: string, places: readonly Placed[]): Placed | null {
  const direction = directions[key];
  if (direction === undefined) return null;
  const start = centre(from);
  const candidates = places.flatMap((place) => {
    const { x, y } = centre(place);
    const along = (x - start.x) * direction.x + (y - start.y) * direction.y;
    const aside = Math.abs((x - start.x) * direction.y) + Math.abs((y - start.y) * direction.x);
    return place.id !== from.id && along > 1 ? [{ place, cost: along + 2 * aside }] : [];
  });
  return candidates.sort((one, other) => one.cost - other.cost)[0]?.place ?? null;
}

interface StateDetailProps extends Pick<TransitionItemsProps, 'chart' | 'marks'> {
  state: ChartState;
  onClose: () => void;
}

/** Details of one state, which stick to the bottom edge while the drawing is in view. */
function StateDetail({ chart, marks, state, onClose }: StateDetailProps) {
  const to = marks?.states?.get(state.id)?.to;
  return (
    <chakra.section
      aria-label={state.nombre}
      aria-live="polite"
      position="sticky"
      bottom="4"
      zIndex="5"
      mt="3"
      mx={{ sm: '4' }}
      maxH="45vh"
      overflowY="auto"
      layerStyle="frame"
      boxShadow="lg"
      _print={{ display: 'none' }}
    >
      <chakra.div display="flex" justifyContent="space-between" gap="3" ps="4" pe="2" py="2">
        <div>
          <chakra.h3 fontWeight="semibold">{fullName(chart, state)}</chakra.h3>
          <chakra.p color="fg.muted" fontSize="sm">
            {factsOf(state)}
          </chakra.p>
          {to === undefined ? null : <TextLink to={to}>Ver sus cajas</TextLink>}
        </div>
        <IconButton label="Cerrar" icon={X} size="sm" onClick={onClose} />
      </chakra.div>
      <TransitionItems chart={chart} marks={marks} source={state.id} />
    </chakra.section>
  );
}

interface ChartPictureProps {
  drawn: DrawnChart;
  marks: DrawingMarks;
  selected: string | null;
  onSelectState: ((id: string) => void) | undefined;
}

/** Drawing with a button over each state. */
function ChartPicture({ drawn, marks, selected, onSelectState }: ChartPictureProps) {
  return (
    <>
      <Shapes drawn={drawn} marks={marks} />
      {arrowLinks(drawn, marks)}
      {drawn.states.map((place) => (
        <chakra.button
          key={place.id}
          type="button"
          data-state={place.id}
          aria-pressed={selected === place.id}
          aria-label={spokenState(drawn, place, marks, selected === place.id)}
          onClick={() => onSelectState?.(place.id)}
          position="absolute"
          cursor={onSelectState ? 'pointer' : 'default'}
          // React Flow disables pointer events inside its viewport.
          pointerEvents="all"
          outlineOffset="2px"
          _print={{ display: 'none' }}
          style={{
            left: place.x,
            top: place.y,
            width: place.width,
            height: place.height,
            borderRadius: sizes.radius,
            boxShadow: selected === place.id ? `0 0 0 3px ${palette.strong}` : undefined,
          }}
        />
      ))}
    </>
  );
}

/** A link over the label of each transition with cases; the details of its state have the same link for the keyboard. */
const arrowLinks = ({ edges }: DrawnChart, marks: DrawingMarks) =>
  edges.flatMap(({ label }) => {
    if (label === null) return [];
    const { x, y, width, lines } = labelLook(label, marks);
    let top = y + sizes.labelPaddingY;
    return lines.map(({ transition, text, figure }) => {
      const height = (text.length + (figure === undefined ? 0 : 1)) * sizes.line;
      const place = { left: x, top, width, height };
      top += height;
      const to = marks.transitions?.get(transition)?.to;
      return to === undefined ? null : (
        <Link
          key={transition}
          to={to}
          tabIndex={-1}
          aria-hidden="true"
          style={{ ...place, position: 'absolute', pointerEvents: 'all' }}
        />
      );
    });
  });

const Shapes = memo(({ drawn, marks }: Pick<ChartPictureProps, 'drawn' | 'marks'>) => (
  <svg
    // The buttons, the state details and the table give screen readers the same content.
    aria-hidden="true"
    width={drawn.width}
    height={drawn.height}
    viewBox={`0 0 ${drawn.width} ${drawn.height}`}
    style={{ fontFamily: palette.font }}
  >
    {chartShapes(drawn, palette, marks).map(shapeElement)}
  </svg>
));

/** Attribute name in camel case, as React expects it. */
const camelCase = (name: string): string =>
  name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const propsOf = (attributes: Shape['attributes'], isOf: (name: string) => boolean) =>
  Object.fromEntries(
    Object.entries(attributes)
      .filter(([name]) => isOf(name))
      .map(([name, value]) => [camelCase(name), value]),
  );

const isOfFont = (name: string): boolean => name.startsWith('font-');

const shapeElement = ({ name, attributes, content }: Shape, key: number): ReactElement =>
  createElement(
    name,
    {
      ...propsOf(attributes, (attribute) => !isOfFont(attribute)),
      key,
      // Fonts as inline style: the CSS reset of the page would override attributes.
      style: propsOf(attributes, isOfFont),
    },
    typeof content === 'string' ? content : content?.map(shapeElement),
  );

function spokenState(
  { chart }: DrawnChart,
  { id, rows }: DrawnState,
  { states }: DrawingMarks,
  selected: boolean,
): string {
  const mark = states?.get(id);
  return [
    chart.states.find((state) => state.id === id)?.nombre ?? id,
    ...rows.map(({ text }) => text),
    ...(mark?.lines ?? []),
    ...(mark?.current ? ['Estado actual'] : []),
    ...(selected ? ['Seleccionado'] : []),
  ].join('. ');
}
