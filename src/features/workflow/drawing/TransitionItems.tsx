import { chakra } from '@chakra-ui/react/styled-system';
import type { Chart } from '#machines/diagram/chart.ts';
import type { DrawingMarks } from '#machines/diagram/chart-look.ts';
import { guardsTitle, targetName } from './chart-words.ts';

export interface TransitionItemsProps {
  chart: Chart;
  marks?: DrawingMarks | undefined;
  /** Id of the state. */
  source: string;
}

/** Lists the transitions of a state: target, profiles and conditions. */
export function TransitionItems({ chart, marks, source }: TransitionItemsProps) {
  const transitions = chart.transitions.filter((transition) => transition.source === source);
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
            <Small title="Quién" lines={transition.perfiles} separator=", " />
            <Small
              title={guardsTitle(chart)}
              lines={transition.guards.map(({ mensaje }) => mensaje)}
              separator=" · "
            />
          </chakra.li>
        );
      })}
    </chakra.ul>
  );
}

interface SmallProps {
  title: string;
  lines: readonly string[];
  separator: string;
}

function Small({ title, lines, separator }: SmallProps) {
  return lines.length === 0 ? null : (
    <chakra.span display="block" color="fg.muted">
      {`${title}: ${lines.join(separator)}`}
    </chakra.span>
  );
}
