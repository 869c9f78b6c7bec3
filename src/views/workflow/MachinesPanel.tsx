import { chakra } from '@chakra-ui/react/styled-system';
import { FormField } from '../../components/FormField.tsx';
import { NativeChoice } from '../../components/NativeChoice.tsx';
import { Section } from '../../components/Section.tsx';
import type { WorkflowPlace } from '../../screens/use-workflow-address.ts';
import { ChartViews } from './drawing/ChartViews.tsx';
import { chartOf, charts, isChartId } from './drawing/drawn.ts';

/** Every machine that runs, as it is: drawn, as a table, and to take along. */
export function MachinesPanel({ place }: { place: WorkflowPlace }) {
  const { address, goWith } = place;
  const chart = chartOf(isChartId(address.maquina) ? address.maquina : 'box');
  return (
    <>
      <chakra.div maxW="md">
        <FormField label="Máquina">
          {(control) => (
            <NativeChoice
              {...control}
              value={chart.id}
              options={charts.map(({ id, nombre }) => ({ value: id, label: nombre }))}
              onChange={(event) => goWith({ maquina: event.target.value })}
            />
          )}
        </FormField>
      </chakra.div>
      <Section title={chart.nombre} description={chart.descripcion}>
        <ChartViews key={chart.id} chart={chart} />
      </Section>
    </>
  );
}
