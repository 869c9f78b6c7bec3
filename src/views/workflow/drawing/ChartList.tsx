import { chakra } from '@chakra-ui/react/styled-system';
import type { Chart, ChartState, ChartTransition } from '#machines/diagram/chart.ts';
import type { DrawingMarks } from '#machines/diagram/marks.ts';
import { factsOf, fullName, targetName } from './chart-words.ts';
import { palette } from './palette.ts';

export interface ChartListProps {
  chart: Chart;
  marks?: DrawingMarks;
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
      borderWidth="1px"
      borderRadius="l3"
      bg="bg.panel"
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
      <TransitionItems
        chart={chart}
        marks={marks}
        transitions={chart.transitions.filter(({ source }) => source === state.id)}
      />
    </chakra.li>
  );
}

interface TransitionItemsProps extends Pick<ChartListProps, 'chart' | 'marks'> {
  transitions: readonly ChartTransition[];
}

function TransitionItems({ chart, marks, transitions }: TransitionItemsProps) {
  if (transitions.length === 0) return null;
  return (
    <chakra.ul
      listStyleType="none"
      borderTopWidth="1px"
      px="4"
      py="2"
      display="grid"
      gap="2"
      fontSize="sm"
    >
      {transitions.map((transition) => {
        const mark = marks?.transitions?.get(transition.id);
        return (
          <chakra.li key={transition.id} bg={mark?.lit ? 'teal.50' : undefined}>
            <chakra.span fontWeight="semibold">{transition.rotulo}</chakra.span>
            {' → '}
            {targetName(chart, transition)}
            {mark?.label === undefined ? null : (
              <chakra.span fontWeight="semibold" color="teal.800">{` · ${mark.label}`}</chakra.span>
            )}
            {transition.perfiles.length === 0 ? null : (
              <chakra.span display="block" color="fg.muted">
                {transition.perfiles.join(', ')}
              </chakra.span>
            )}
          </chakra.li>
        );
      })}
    </chakra.ul>
  );
}
