import { type ChartName, chartNames } from '#contract/calls/workflow.calls.ts';
import { SwitchLinks } from '../../ui/layout/SwitchLinks.tsx';
import type { WorkflowPlace } from '../../app/screens/use-workflow-address.ts';

const names: Record<ChartName, string> = { box: 'Cajas', expense: 'Gastos' };

/** Which of the two machines with figures is drawn. */
export const MachineSwitch = ({ place, maquina }: { place: WorkflowPlace; maquina: ChartName }) => (
  <SwitchLinks
    label="Máquina"
    choices={chartNames.map((name) => ({
      to: place.pathWith({ maquina: name, estado: '' }),
      label: names[name],
      active: name === maquina,
    }))}
  />
);
