import { chakra } from '@chakra-ui/react/styled-system';
import { X } from 'lucide-react';
import { type ChartState, fullName } from '#machines/diagram/chart.ts';
import { IconButton } from '../../../components/IconButton.tsx';
import { factsOf } from './chart-words.ts';
import { TransitionItems, type TransitionItemsProps } from './TransitionItems.tsx';

export interface StateDetailProps extends Pick<TransitionItemsProps, 'chart' | 'marks'> {
  state: ChartState;
  onClose: () => void;
}

/** One state of the drawing in words, over its lower edge as long as the drawing is in view. */
export function StateDetail({ chart, marks, state, onClose }: StateDetailProps) {
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
      borderWidth="1px"
      borderRadius="l3"
      bg="bg.panel"
      boxShadow="lg"
      _print={{ display: 'none' }}
    >
      <chakra.div display="flex" justifyContent="space-between" gap="3" ps="4" pe="2" py="2">
        <div>
          <chakra.h3 fontWeight="semibold">{fullName(chart, state)}</chakra.h3>
          <chakra.p color="fg.muted" fontSize="sm">
            {factsOf(state)}
          </chakra.p>
        </div>
        <IconButton label="Cerrar" icon={X} size="sm" onClick={onClose} />
      </chakra.div>
      <TransitionItems chart={chart} marks={marks} source={state.id} />
    </chakra.section>
  );
}
