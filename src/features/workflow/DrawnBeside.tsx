import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { type ChartName, chartNames } from '#contract/calls/workflow.calls.ts';
import type { WorkflowPlace } from '../../app/screens/workflow-address.ts';
import { SwitchLinks } from '../../ui/layout/TabLinks.tsx';
import { palette } from './drawing/drawn.ts';

interface DrawingLegendProps {
  /** Meaning of a deeper colour of a state. */
  colour: string;
  /** Meaning of a thicker arrow; absent when all are alike. */
  thickness?: string;
}

/** Explains colour and thickness on a drawing with figures. */
export function DrawingLegend({ colour, thickness }: DrawingLegendProps) {
  return (
    <chakra.ul
      aria-label="Convenciones"
      display="flex"
      flexWrap="wrap"
      columnGap="6"
      rowGap="2"
      listStyleType="none"
      textStyle="sm"
      color="fg.muted"
    >
      <chakra.li display="flex" alignItems="center" gap="2.5">
        <chakra.span
          aria-hidden="true"
          width="9"
          height="4"
          flexShrink="0"
          borderRadius="sm"
          borderWidth="1px"
          borderColor="border.emphasized"
          css={{ printColorAdjust: 'exact' }}
          style={{ background: `linear-gradient(to right, ${palette.cold}, ${palette.hot})` }}
        />
        {`Color más intenso: ${colour}`}
      </chakra.li>
      {thickness === undefined ? null : (
        <chakra.li display="flex" alignItems="center" gap="2.5">
          <chakra.span
            aria-hidden="true"
            display="grid"
            gap="1"
            width="9"
            flexShrink="0"
            css={{ printColorAdjust: 'exact' }}
          >
            <chakra.span borderRadius="full" style={{ height: 1.5, background: palette.line }} />
            <chakra.span borderRadius="full" style={{ height: 5, background: palette.strong }} />
          </chakra.span>
          {`Línea más gruesa: ${thickness}`}
        </chakra.li>
      )}
    </chakra.ul>
  );
}

const names: Record<ChartName, string> = { box: 'Cajas', expense: 'Gastos' };

/** Which of the two machines with figures is drawn. */
export const MachineSwitch = ({ place, maquina }: { place: WorkflowPlace; maquina: ChartName }) => (
  <SwitchLinks
    label="Diagrama"
    choices={chartNames.map((name) => ({
      to: place.pathWith({ maquina: name, estado: '' }),
      label: names[name],
      active: name === maquina,
    }))}
  />
);

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
