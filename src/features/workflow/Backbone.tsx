import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { type DrawingMarks, stateLook } from '#machines/diagram/chart-look.ts';
import {
  type BackboneStep,
  type Chart,
  type ChartState,
  backboneOf,
} from '#machines/diagram/chart.ts';
import { chartOf, palette } from './drawing/drawn.ts';

/** The steps of a box, grouped by owner: a lane begins where the owner differs from that of the step before. */
function lanesOf(steps: readonly BackboneStep[]) {
  const ownerAt = (at: number): string => steps[at]?.state.quien ?? '—';
  const begins = steps.flatMap((_, at) => (at > 0 && ownerAt(at) === ownerAt(at - 1) ? [] : at));
  return begins.map((from, index) => ({
    owner: ownerAt(from),
    from,
    count: (begins[index + 1] ?? steps.length) - from,
  }));
}

interface BackboneProps {
  /** The charts that the line joins: the box, with or without its payment. */
  charts: readonly ('box' | 'payment')[];
  marks: DrawingMarks;
  selected?: string;
  /** Called with the id of a box state; without it the address of a mark is a link. */
  onSelectState?: (estado: string) => void;
}

/**
 * Lifecycle of a box in one line: states from left to right, grouped by owner, with each detour below the state where
 * it begins. On phones the line is vertical.
 */
export function Backbone({ charts, ...props }: BackboneProps) {
  const steps = backboneOf(charts.map(chartOf));
  return (
    <chakra.ol
      aria-label="Recorrido de una caja"
      listStyleType="none"
      display="grid"
      columnGap="2"
      rowGap={{ base: '0', xl: '2' }}
      gridTemplateColumns={{
        base: 'minmax(0, 1fr)',
        xl: `repeat(${steps.length}, minmax(0, 1fr))`,
      }}
    >
      {lanesOf(steps).map(({ owner, from, count }) => (
        <chakra.li
          key={from}
          aria-hidden="true"
          // `hideBelow` applies to screens only, but printed pages are narrow too.
          display={{ base: 'none', xl: 'block' }}
          borderBottomWidth="2px"
          borderColor="border.emphasized"
          textStyle="xs"
          fontWeight="semibold"
          color="fg.muted"
          truncate
          css={{ xl: { gridRow: 1, gridColumn: `${from + 1} / span ${count}` } }}
        >
          {owner === '—' ? '' : owner}
        </chakra.li>
      ))}
      {steps.flatMap(({ chart, state, detours, returns }, at) => [
        <GridCell key={state.id} row={2} column={`${at + 1}`} arrow={at < steps.length - 1}>
          <StateButton {...props} chart={chart} state={state} returns={returns} />
        </GridCell>,
        ...detours.map((detour, place) => (
          <GridCell key={detour.id} row={3 + place} column={`${at + 1} / span 2`}>
            <StateButton {...props} chart={chart} state={detour} detour />
          </GridCell>
        )),
      ])}
    </chakra.ol>
  );
}

interface PlaceProps {
  row: number;
  column: string;
  arrow?: boolean;
  children: ReactNode;
}

const GridCell = ({ row, column, arrow = false, children }: PlaceProps) => (
  <chakra.li
    position="relative"
    display="grid"
    minW="0"
    ps={{ base: row >= 3 ? '5' : '0', xl: '0' }}
    css={{
      xl: {
        gridRow: row,
        gridColumn: column,
        ...(arrow && {
          _after: {
            content: '"›"',
            position: 'absolute',
            insetEnd: '-2',
            top: '50%',
            transform: 'translateY(-50%)',
            fontWeight: 'bold',
            color: 'fg.muted',
          },
        }),
      },
    }}
  >
    {children}
  </chakra.li>
);

interface StateButtonProps extends Omit<BackboneProps, 'charts'> {
  chart: Chart;
  state: ChartState;
  returns?: readonly ChartState[];
  detour?: boolean;
}

function StateButton({
  chart,
  state,
  marks,
  selected,
  onSelectState,
  returns = [],
  detour = false,
}: StateButtonProps) {
  const { fill, border, borderWidth, title } = stateLook(chart, state, palette, marks);
  const { lines = [], to } = marks.states?.get(state.id) ?? {};
  const back = returns.map(({ nombre }) => `↩ ${nombre}`);
  const { quien = '—' } = state;
  const owner = quien === '—' ? [] : [quien];
  // Payment states have no list to open here.
  const choose = chart.id === 'box' ? onSelectState : undefined;
  const isSelected = choose !== undefined && selected === state.id;
  const frame = {
    'aria-label': [state.nombre, ...owner, ...lines, ...back].join('. '),
    css: detour ? detourLook : stateFrame,
    style: {
      background: fill,
      borderColor: border,
      borderWidth,
      boxShadow: isSelected ? `0 0 0 3px ${palette.strong}` : undefined,
    },
  };
  const words = (
    <>
      <chakra.span>
        <chakra.span
          display="block"
          fontWeight="semibold"
          // At the smallest width of this layout the longest word of a state name just fits.
          css={{ xl: { fontSize: '0.6875rem', letterSpacing: '-0.02em' } }}
          style={{ color: title }}
        >
          {detour ? `↳ ${state.nombre}` : state.nombre}
        </chakra.span>
        <chakra.span display="block" color="fg.muted" hideFrom={detour ? undefined : 'xl'}>
          {owner}
        </chakra.span>
      </chakra.span>
      <chakra.span textAlign={{ base: 'end', xl: 'start' }} flexShrink="0" maxW="full">
        {lines.map((line) => (
          <chakra.span key={line} display="block">
            {line.replaceAll('$ ', '$\u00a0')}
          </chakra.span>
        ))}
        {back.map((line) => (
          <chakra.span key={line} display="block" color="fg.muted" hideBelow="xl">
            {line}
          </chakra.span>
        ))}
      </chakra.span>
    </>
  );
  if (choose)
    return (
      <chakra.button
        type="button"
        data-state={state.id}
        aria-pressed={isSelected}
        onClick={() => choose(state.id)}
        cursor="pointer"
        {...frame}
      >
        {words}
      </chakra.button>
    );
  return to === undefined ? (
    <chakra.div role="group" {...frame}>
      {words}
    </chakra.div>
  ) : (
    <chakra.a asChild {...frame}>
      <Link to={to}>{words}</Link>
    </chakra.a>
  );
}

const stateFrame = {
  display: 'flex',
  flexDirection: { base: 'row', xl: 'column' },
  alignItems: { base: 'center', xl: 'stretch' },
  justifyContent: { base: 'space-between', xl: 'flex-start' },
  columnGap: '2',
  rowGap: '1',
  minW: '0',
  minH: { base: '6', xl: '32' },
  // Large enough for touch.
  '&:is(button, a)': { xlDown: { minH: '11' } },
  px: { base: '2', xl: '3px' },
  py: { base: '0', xl: '1.5' },
  borderStyle: 'solid',
  borderRadius: 'l2',
  textAlign: 'start',
  fontSize: 'xs',
  lineHeight: '1.25',
  overflowWrap: 'anywhere',
  printColorAdjust: 'exact',
} as const;

const detourLook = {
  ...stateFrame,
  minH: { base: '6', xl: '12' },
  borderStyle: 'dashed',
} as const;
