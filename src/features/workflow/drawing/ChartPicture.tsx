import { chakra } from '@chakra-ui/react/styled-system';
import { createElement, memo, type ReactElement } from 'react';
import { type Shape, chartShapes } from '#machines/diagram/chart-svg.ts';
import { type DrawnChart, type DrawnState, sizes } from '#machines/diagram/chart.ts';
import type { DrawingMarks } from '#machines/diagram/chart-look.ts';
import { palette } from './drawn.ts';

interface ChartPictureProps {
  drawn: DrawnChart;
  marks: DrawingMarks;
  selected: string | null;
  onSelectState: ((id: string) => void) | undefined;
}

/** The drawing with a button over each state. */
export function ChartPicture({ drawn, marks, selected, onSelectState }: ChartPictureProps) {
  return (
    <>
      <Shapes drawn={drawn} marks={marks} />
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
          // What lies in the viewport takes no pointer of itself.
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

const Shapes = memo(({ drawn, marks }: Pick<ChartPictureProps, 'drawn' | 'marks'>) => (
  <svg
    // The buttons, the list and the table say the same to whoever does not see it.
    aria-hidden="true"
    width={drawn.width}
    height={drawn.height}
    viewBox={`0 0 ${drawn.width} ${drawn.height}`}
    style={{ fontFamily: palette.font }}
  >
    {chartShapes(drawn, palette, marks).map(shapeElement)}
  </svg>
));

/** React names attributes in camel case. */
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
      // The style sheet of the page resets every font; it would win over an attribute.
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
