import { chakra } from '@chakra-ui/react/styled-system';
import { type Chart, type ChartState, fullName } from '#machines/diagram/chart.ts';
import type { DrawingMarks } from '#machines/diagram/marks.ts';
import { factsOf } from './chart-words.ts';
import { palette } from './chart-palette.ts';
import { TransitionItems } from './TransitionItems.tsx';

export interface ChartListProps {
  chart: Chart;
  marks?: DrawingMarks | undefined;
  selected?: string | null;
  onSelectState?: (id: string) => void;
}

/** The chart as it is read on a phone: every state with what leads on from it. */
export function ChartList(props: ChartListProps) {
  return (
    <chakra.ol
      display="grid"
      gap="3"
      listStyleType="none"
      aria-label={`Lista: ${props.chart.nombre}`}
    >
      {props.chart.states
        .filter(({ kind }) => kind !== 'history')
        .map((state) => (
          <StateItem key={state.id} {...props} state={state} />
        ))}
    </chakra.ol>
  );
}

function StateItem({
  chart,
  marks,
  selected,
  onSelectState,
  state,
}: ChartListProps & { state: ChartState }) {
  const mark = marks?.states?.get(state.id);
  const tone = palette.tones[state.tone ?? 'neutral'];
  const facts = factsOf(state);
  return (
    <chakra.li
      layerStyle="frame"
      overflow="hidden"
      css={{ breakInside: 'avoid' }}
      style={{ borderInlineStart: `6px solid ${mark?.current ? palette.strong : tone.border}` }}
    >
      <chakra.button
        type="button"
        display="block"
        width="full"
        textAlign="start"
        px="4"
        py="3"
        cursor={onSelectState ? 'pointer' : 'default'}
        aria-pressed={selected === state.id}
        onClick={() => onSelectState?.(state.id)}
        bg={selected === state.id ? 'teal.50' : undefined}
      >
        <chakra.span display="block" fontWeight="semibold" style={{ color: tone.text }}>
          {fullName(chart, state)}
        </chakra.span>
        {facts === '' ? null : (
          <chakra.span display="block" color="fg.muted" fontSize="sm">
            {facts}
          </chakra.span>
        )}
        {mark?.lines.map((text) => (
          <chakra.span key={text} display="block" fontSize="sm" fontWeight="semibold">
            {text}
          </chakra.span>
        ))}
      </chakra.button>
      <TransitionItems chart={chart} marks={marks} source={state.id} />
    </chakra.li>
  );
}
