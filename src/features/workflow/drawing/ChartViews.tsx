import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { ChartDownloads } from './ChartDownloads.tsx';
import { type ChartProps, ChartTable } from './ChartTable.tsx';
import { Drawing } from './Drawing.tsx';

const views = {
  dibujo: { label: 'Dibujo', Component: Drawing },
  tabla: { label: 'Tabla', Component: ChartTable },
} as const;

type ViewName = keyof typeof views;

const isView = (name: string): name is ViewName => Object.hasOwn(views, name);

const names = Object.keys(views).filter(isView);

/** A phone has no place for the drawing: it begins with the table. */
const firstView = (): ViewName =>
  window.matchMedia('(max-width: 640px)').matches ? 'tabla' : 'dibujo';

/** The same chart in two ways: drawn and as a table. */
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
              minH="10"
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
