import { chakra } from '@chakra-ui/react/styled-system';
import { NativeSelect } from '@chakra-ui/react/native-select';
import { controlSize } from '../../components/control-size.ts';
import { FormField } from '../../components/FormField.tsx';
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
            <NativeSelect.Root size={controlSize}>
              <NativeSelect.Field
                {...control}
                value={chart.id}
                onChange={(event) => goWith({ maquina: event.target.value })}
              >
                {charts.map(({ id, nombre }) => (
                  <option key={id} value={id}>
                    {nombre}
                  </option>
                ))}
              </NativeSelect.Field>
              <NativeSelect.Indicator />
            </NativeSelect.Root>
          )}
        </FormField>
      </chakra.div>
      <Section title={chart.nombre} description={chart.descripcion}>
        <ChartViews key={chart.id} chart={chart} />
      </Section>
    </>
  );
}
