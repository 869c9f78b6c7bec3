import { chakra } from '@chakra-ui/react/styled-system';
import { Link } from 'react-router-dom';
import { Maximize, X, ZoomIn, ZoomOut } from 'lucide-react';
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  createElement,
  memo,
  useEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { type DrawingMarks, labelLook, signs } from '#machines/diagram/chart-look.ts';
import { type Shape, chartShapes } from '#machines/diagram/chart-svg.ts';
import {
  type Box,
  type Chart,
  type ChartState,
  type DrawnChart,
  type DrawnState,
  type Point,
  fullName,
  sizes,
  stateOf,
} from '#machines/diagram/chart.ts';
import { TextLink } from '../../../ui/fields/LinkButton.tsx';
import { IconButton } from '../../../ui/fields/IconButton.tsx';
import { type TransitionItemsProps, TransitionItems, factsOf } from './ChartTable.tsx';
import { drawnOf, palette } from './drawn.ts';

/** Largest magnification; at 1 the frame shows the whole drawing. */
const nearest = 6;
/** Magnification of one press, and of one pixel of the wheel. */
const press = 1.4;
const perPixel = 1.005;

/** Magnifies the drawing in its scrolling frame around a point of the frame, by default its centre. */
function useZoom() {
  const frame = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(1);
  const zoomBy = (factor: number, point?: Point) => {
    const element = frame.current;
    if (element === null) return;
    const { x, y } = point ?? { x: element.clientWidth / 2, y: element.clientHeight / 2 };
    const next = Math.min(nearest, Math.max(1, zoom * factor));
    const left = ((element.scrollLeft + x) * next) / zoom - x;
    const top = ((element.scrollTop + y) * next) / zoom - y;
    flushSync(() => setZoom(next));
    element.scrollTo(left, top);
  };
  // React listens passively, which could not keep the browser from zooming the page.
  useEffect(() => {
    const element = frame.current;
    const onWheel = (event: WheelEvent) => {
      if (element === null || !event.ctrlKey) return;
      event.preventDefault();
      const { left, top } = element.getBoundingClientRect();
      zoomBy(perPixel ** -event.deltaY, { x: event.clientX - left, y: event.clientY - top });
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  });
  return { frame, zoom, zoomBy };
}

/** Moves the drawing with a mouse; fingers, the wheel and keys scroll its frame. */
const dragging = {
  onPointerDown: ({ currentTarget, pointerId, pointerType, target }: PointerEvent) => {
    if (pointerType === 'mouse' && (target as Element).closest('a, button') === null)
      currentTarget.setPointerCapture(pointerId);
  },
  onPointerMove: ({ currentTarget, pointerId, movementX, movementY }: PointerEvent) => {
    if (currentTarget.hasPointerCapture(pointerId)) currentTarget.scrollBy(-movementX, -movementY);
  },
};

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
export function Drawing({ chart, marks = noMarks, selected = null, onSelectState }: DrawingProps) {
  const [described, setDescribed] = useState<string | null>(null);
  const { frame, zoom, zoomBy } = useZoom();
  const state = described === null ? undefined : stateOf(chart, described);
  const drawn = drawnOf(chart.id);
  const { width, height } = drawn;
  const moveFocus = (event: KeyboardEvent<HTMLDivElement>) => {
    const id = (event.target as HTMLElement).dataset.state;
    const from = drawn.states.find((place) => place.id === id);
    const next = from && neighbourOf(from, event.key, drawn.states);
    if (!next) return;
    event.preventDefault();
    frame.current?.querySelector<HTMLElement>(`[data-state="${CSS.escape(next.id)}"]`)?.focus();
  };
  return (
    <div>
      <chakra.div layerStyle="frame" overflow="hidden" _print={{ borderWidth: '0' }}>
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
          <chakra.div display="flex" flexShrink="0">
            <IconButton label="Acercar" icon={ZoomIn} onClick={() => zoomBy(press)} />
            <IconButton label="Alejar" icon={ZoomOut} onClick={() => zoomBy(1 / press)} />
            <IconButton label="Ver todo" icon={Maximize} onClick={() => zoomBy(0)} />
          </chakra.div>
        </chakra.div>
        <chakra.div
          ref={frame}
          role="group"
          aria-label={`Dibujo: ${chart.nombre}`}
          onKeyDown={moveFocus}
          {...dragging}
          position="relative"
          width="full"
          overflow={zoom === 1 ? 'hidden' : 'auto'}
          cursor={zoom === 1 ? undefined : 'grab'}
          userSelect="none"
          _print={{ maxHeight: '75vh !important', overflow: 'hidden' }}
          style={{ aspectRatio: `${width} / ${height}`, maxHeight: height }}
        >
          <chakra.div
            position="relative"
            mx="auto"
            _print={{ width: 'full !important', height: 'full', aspectRatio: 'auto !important' }}
            style={{
              width: `calc(min(100%, ${width}px) * ${zoom})`,
              aspectRatio: `${width} / ${height}`,
            }}
          >
            <ChartPicture
              drawn={drawn}
              marks={marks}
              selected={onSelectState ? selected : described}
              onSelectState={onSelectState ?? setDescribed}
            />
          </chakra.div>
        </chakra.div>
      </chakra.div>
      {state === undefined ? null : (
        <StateDetail chart={chart} marks={marks} state={state} onClose={() => setDescribed(null)} />
      )}
    </div>
  );
}

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
  onSelectState: (id: string) => void;
}

/** The position of a part as shares of the drawing, which hold at any magnification. */
const placeIn = ({ width, height }: DrawnChart, part: Box) => ({
  left: `${(100 * part.x) / width}%`,
  top: `${(100 * part.y) / height}%`,
  width: `${(100 * part.width) / width}%`,
  height: `${(100 * part.height) / height}%`,
});

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
          onClick={() => onSelectState(place.id)}
          position="absolute"
          cursor="pointer"
          outlineOffset="2px"
          _print={{ display: 'none' }}
          style={{
            ...placeIn(drawn, place),
            borderRadius: sizes.radius,
            boxShadow: selected === place.id ? `0 0 0 3px ${palette.strong}` : undefined,
          }}
        />
      ))}
    </>
  );
}

/** A link over the label of each transition with cases; the details of its state have the same link for the keyboard. */
const arrowLinks = (drawn: DrawnChart, marks: DrawingMarks) =>
  drawn.edges.flatMap(({ label }) => {
    if (label === null) return [];
    const { x, y, width, lines } = labelLook(label, marks);
    let below = y + sizes.labelPaddingY;
    return lines.map(({ transition, text, figure }) => {
      const height = (text.length + (figure === undefined ? 0 : 1)) * sizes.line;
      const place = placeIn(drawn, { x, y: below, width, height });
      below += height;
      const to = marks.transitions?.get(transition)?.to;
      return to === undefined ? null : (
        <Link
          key={transition}
          to={to}
          tabIndex={-1}
          aria-hidden="true"
          style={{ ...place, position: 'absolute' }}
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
    style={{ width: '100%', height: '100%', fontFamily: palette.font }}
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
