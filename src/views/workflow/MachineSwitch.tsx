import { chakra } from '@chakra-ui/react/styled-system';
import { type ChartName, chartNames } from '#contract/calls/workflow.calls.ts';
import { Anchor } from '../../components/Anchor.tsx';
import type { WorkflowPlace } from '../../screens/use-workflow-address.ts';

const names: Record<ChartName, string> = { box: 'Cajas', expense: 'Gastos' };

/** Which of the two machines with figures is drawn. */
export function MachineSwitch({ place, maquina }: { place: WorkflowPlace; maquina: ChartName }) {
  return (
    <chakra.nav aria-label="Máquina" _print={{ display: 'none' }}>
      <chakra.ul
        display="inline-flex"
        listStyleType="none"
        borderWidth="1px"
        borderColor="border.control"
        borderRadius="l2"
        overflow="hidden"
      >
        {chartNames.map((name) => (
          <li key={name}>
            <SwitchAnchor
              to={place.pathWith({ maquina: name, estado: '' })}
              aria-current={name === maquina ? 'true' : undefined}
            >
              {names[name]}
            </SwitchAnchor>
          </li>
        ))}
      </chakra.ul>
    </chakra.nav>
  );
}

const SwitchAnchor = chakra(Anchor, {
  base: {
    display: 'grid',
    placeItems: 'center',
    minH: '9',
    px: '4',
    textStyle: 'sm',
    fontWeight: 'semibold',
    bg: 'bg.panel',
    _hover: { bg: 'bg.muted' },
    _focusVisible: { outlineOffset: '-3px' },
    '&[aria-current]': { bg: 'teal.700', color: 'white' },
  },
});
