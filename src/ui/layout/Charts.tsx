/** The charts of the figures: each also shows its numbers as text, and works without colour and on paper. */
import { chakra } from '@chakra-ui/react/styled-system';
import type { FocusEvent } from 'react';
import { Link } from 'react-router-dom';
import { TextLink } from '../fields/LinkButton.tsx';
import { type Tone, paletteOf } from '../feedback/tone.ts';

const colour = (name: string): string => `var(--chakra-colors-${name})`;

const colours = {
  strong: colour('teal-800'),
  faint: colour('gray-300'),
  background: colour('white'),
  text: colour('gray-900'),
  muted: colour('gray-600'),
};

interface ShareBarProps {
  /** Part of the whole, 0 to 1. */
  share: number;
  /** Text beside the bar: `62 %`. */
  children: string;
  tone?: Tone;
}

/** A share of a whole, as a number and as a bar. */
export function ShareBar({ share, children, tone = 'info' }: ShareBarProps) {
  return (
    <chakra.span
      colorPalette={paletteOf[tone]}
      display="inline-flex"
      alignItems="center"
      justifyContent="flex-end"
      gap="2.5"
      width="full"
    >
      <chakra.span
        aria-hidden="true"
        flex="1"
        minW="12"
        maxW="28"
        height="2"
        borderRadius="full"
        bg="bg.emphasized"
        overflow="hidden"
        css={{ printColorAdjust: 'exact' }}
      >
        <chakra.span
          display="block"
          height="full"
          borderRadius="full"
          bg="colorPalette.solid"
          css={{ printColorAdjust: 'exact' }}
          style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }}
        />
      </chakra.span>
      <chakra.span minW="12" textAlign="end" whiteSpace="nowrap">
        {children}
      </chakra.span>
    </chakra.span>
  );
}

interface Column {
  label: string;
  /** Not negative; in the order of the series. */
  values: readonly number[];
  /** Address of what the column counts. */
  to?: string;
}

/** Browsers leave a focused link at the edge of a scrolling chart where it is. */
const scrollToFocus = ({ target }: FocusEvent): void =>
  target.scrollIntoView({ block: 'nearest', inline: 'nearest' });

interface ColumnsProps {
  columns: readonly Column[];
  /** Names of several series: the first is filled, the second outlined. */
  series?: readonly string[];
  /** Text of a value above its column. */
  show: (value: number) => string;
}

/** Column chart: a distribution, or the days of a week. */
export function Columns({ columns, series = [], show }: ColumnsProps) {
  const most = Math.max(1, ...columns.flatMap(({ values }) => values));
  return (
    <>
      <chakra.ul
        // A keyboard scrolls the chart only with the focus in it.
        tabIndex={0}
        onFocus={scrollToFocus}
        listStyleType="none"
        display="flex"
        alignItems="flex-end"
        gap={{ base: '1', md: '2' }}
        overflowX="auto"
        // The link of a column covers the whole column.
        css={{ '& a::after': { content: '""', position: 'absolute', inset: '0' } }}
      >
        {columns.map(({ label, values, to }) => (
          <chakra.li
            key={label}
            position="relative"
            flex="1 0 2.25rem"
            maxW="24"
            textAlign="center"
            textStyle="xs"
          >
            <chakra.div display="flex" alignItems="flex-end" justifyContent="center" gap="1">
              {values.map((value, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a series has no other name than its place
                <chakra.div key={at} flex="1" minW="0">
                  {series[at] ? <chakra.span srOnly>{`${series[at]}: `}</chakra.span> : null}
                  {value === 0 ? '' : show(value)}
                  <chakra.div
                    aria-hidden="true"
                    borderTopRadius="sm"
                    borderWidth="1px 1px 0"
                    css={{ printColorAdjust: 'exact' }}
                    style={{
                      height: `${(value / most) * 7}rem`,
                      background: at === 0 ? colours.strong : colours.background,
                      borderColor: colours.strong,
                    }}
                  />
                </chakra.div>
              ))}
            </chakra.div>
            <chakra.div
              borderTopWidth="1px"
              borderColor="border.emphasized"
              pt="1"
              color="fg.muted"
            >
              {to === undefined ? label : <TextLink to={to}>{label}</TextLink>}
            </chakra.div>
          </chakra.li>
        ))}
      </chakra.ul>
      <SeriesNames names={series} />
    </>
  );
}

interface LineProps {
  points: readonly Column[];
  series: readonly string[];
  show: (value: number) => string;
}

const size = { width: 720, height: 180, left: 26, top: 22, bottom: 24 };

/** Looks of the series of a line chart. */
const looks = [
  { mark: '●', rx: 4, fill: colours.strong, strokeDasharray: undefined },
  { mark: '□', rx: 0, fill: colours.background, strokeDasharray: '5 4' },
  { mark: '■', rx: 0, fill: colours.strong, strokeDasharray: '1 3' },
] as const;

/** Line chart over time of at most three series, which differ in their dashes and marks; the first has its values. */
export function Line({ points, series, show }: LineProps) {
  const { width, height, left, top, bottom } = size;
  const most = Math.max(1, ...points.flatMap(({ values }) => values));
  const x = (at: number) =>
    left + (points.length < 2 ? 0.5 : at / (points.length - 1)) * (width - 2 * left);
  const y = (value: number) => top + (1 - value / most) * (height - top - bottom);
  // Only some points are labelled, so that labels do not overlap.
  const every = Math.ceil(points.length / 8);
  const bandWidth = (width - 2 * left) / Math.max(1, points.length - 1);
  const isNamed = (at: number) => (points.length - 1 - at) % every === 0;
  return (
    <>
      {/* On a phone the chart scrolls: scaled down, it would be illegible. */}
      <chakra.div tabIndex={0} onFocus={scrollToFocus} overflowX="auto">
        <svg
          role={points.some(({ to }) => to) ? 'group' : 'img'}
          aria-label={points
            .map(({ label, values }) => `${label}: ${values.map(show).join(', ')}`)
            .join('; ')}
          viewBox={`0 0 ${width} ${height}`}
          style={{ width: '100%', minWidth: '30rem', maxWidth: width }}
        >
          <path d={`M${left} ${y(0)}H${width - left}`} stroke={colours.faint} />
          {series.map((name, which) => (
            <g key={name} fill={looks[which]?.fill}>
              <polyline
                fill="none"
                stroke={colours.strong}
                strokeWidth={2}
                strokeDasharray={looks[which]?.strokeDasharray}
                points={points
                  .map(({ values }, at) => `${x(at)},${y(values[which] ?? 0)}`)
                  .join(' ')}
              />
              {points.map(({ label, values }, at) => (
                <rect
                  key={label}
                  x={x(at) - 4}
                  y={y(values[which] ?? 0) - 4}
                  width={8}
                  height={8}
                  rx={looks[which]?.rx}
                  stroke={colours.strong}
                />
              ))}
            </g>
          ))}
          <g fontSize={11} textAnchor="middle" fill={colours.text}>
            {points.map(({ label, values: [value = 0] }, at) =>
              isNamed(at) ? (
                <g key={label} pointerEvents="none">
                  <text
                    x={x(at)}
                    y={y(value) - 9}
                    stroke={colours.background}
                    strokeWidth={3}
                    paintOrder="stroke"
                  >
                    {show(value)}
                  </text>
                  <text x={x(at)} y={height - 6} fill={colours.muted}>
                    {label}
                  </text>
                </g>
              ) : null,
            )}
          </g>
          {points.map(({ label, to }, at) =>
            to === undefined ? null : (
              <Link key={label} to={to} aria-label={label}>
                <rect
                  x={x(at) - bandWidth / 2}
                  width={bandWidth}
                  height={height}
                  fill="transparent"
                />
              </Link>
            ),
          )}
        </svg>
      </chakra.div>
      <SeriesNames names={series} marks={looks.map(({ mark }) => mark).join('')} />
    </>
  );
}

/** @param marks of the series: the columns are filled, then empty */
const SeriesNames = ({ names, marks = '■□' }: { names: readonly string[]; marks?: string }) =>
  names.length < 2 ? null : (
    <chakra.p mt="2" textStyle="xs" color="fg.muted">
      {names.map((name, at) => `${marks[at]} ${name}`).join('   ')}
    </chakra.p>
  );
