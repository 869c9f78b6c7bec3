import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import type { ChartName } from '#contract/calls/workflow.calls.ts';

interface DrawnBesideProps {
  maquina: ChartName;
  drawing: ReactNode;
  children: ReactNode;
}

/** The chart of a box is high and leaves space beside it; that of an expense takes the whole width. */
const columns: Record<ChartName, string> = {
  box: 'minmax(0, 1fr) 18rem',
  expense: 'minmax(0, 1fr)',
};

/** A drawing with what belongs to it: beside it where there is space, above it elsewhere. */
export function DrawnBeside({ maquina, drawing, children }: DrawnBesideProps) {
  return (
    <chakra.div
      display="grid"
      gap="5"
      alignItems="start"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', xl: columns[maquina] }}
    >
      <chakra.div
        display="grid"
        gap="4"
        gridTemplateColumns="minmax(0, 1fr)"
        order={{ xl: maquina === 'box' ? 1 : 0 }}
      >
        {children}
      </chakra.div>
      <chakra.div minW="0">{drawing}</chakra.div>
    </chakra.div>
  );
}
