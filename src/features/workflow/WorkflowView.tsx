import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { Activity, ChartNoAxesCombined, Hourglass, ShieldCheck, Workflow } from 'lucide-react';
import type { ReactNode } from 'react';
import { dataOf, failedToLoad, problemOf } from '#machines/flows/steps/result.ts';
import {
  stateBoxes,
  workflowConformance,
  workflowDelays,
  workflowFilters,
  workflowHistory,
  workflowPresent,
} from './workflow.actors.ts';
import { FormField } from '../../ui/fields/FormField.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import type { Icon } from '../../ui/feedback/tone.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { NativeChoice } from '../../ui/fields/SearchInput.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { TabLinks } from '../../ui/layout/TabLinks.tsx';
import { labelOf } from '../../app/screens/paths.ts';
import {
  type WorkflowPlace,
  type WorkflowTab,
  useWorkflowAddress,
  workflowTabs,
} from '../../app/screens/workflow-address.ts';
import { ConformancePanel } from './ConformancePanel.tsx';
import { ChartViews } from './drawing/ChartViews.tsx';
import { chartOf, charts, isChartId } from './drawing/drawn.ts';
import { DelaysPanel } from './DelaysPanel.tsx';
import { HistoryPanel } from './HistoryPanel.tsx';
import { PresentPanel } from './PresentPanel.tsx';

const tabs: Record<WorkflowTab, { label: string; icon: Icon }> = {
  ahora: { label: 'Ahora', icon: Activity },
  demoras: { label: 'Demoras', icon: Hourglass },
  historia: { label: 'Historia', icon: ChartNoAxesCombined },
  dibujo: { label: 'Dibujo', icon: Workflow },
  conformidad: { label: 'Conformidad', icon: ShieldCheck },
};

const machinesOfScreen = {
  filters: workflowFilters,
  present: workflowPresent,
  boxes: stateBoxes,
  delays: workflowDelays,
  history: workflowHistory,
  conformance: workflowConformance,
};

/** flujo: the machines that run, with what they hold now and what went through them. */
export default function WorkflowView({ machines = machinesOfScreen }) {
  const place = useWorkflowAddress();
  const [snapshot, send] = useActor(machines.filters, { input: { key: {} } });
  const filters = dataOf(snapshot);
  const panels: Record<WorkflowTab, () => ReactNode> = {
    ahora: () => (
      <PresentPanel
        place={place}
        filters={filters}
        machines={{ present: machines.present, boxes: machines.boxes }}
      />
    ),
    demoras: () => <DelaysPanel place={place} filters={filters} machine={machines.delays} />,
    historia: () => <HistoryPanel place={place} filters={filters} machine={machines.history} />,
    dibujo: () => <MachinesPanel place={place} />,
    conformidad: () => <ConformancePanel machine={machines.conformance} />,
  };
  return (
    <Page
      title={labelOf('flujo')}
      subtitle="Qué espera cada caja ahora, cuánto tardó y qué permiten las reglas."
    >
      <TabLinks
        label="Vistas del flujo de trabajo"
        tabs={workflowTabs.map((vista) => ({
          ...tabs[vista],
          to: place.pathWith({ vista, estado: '' }),
          active: place.address.vista === vista,
        }))}
      />
      {failedToLoad(snapshot) ? (
        <InlineAlert
          tone="warning"
          title="No se cargaron las tiendas ni los supervisores para filtrar"
          action={
            <GuardedButton size="sm" onClick={() => send({ type: 'RETRY' })}>
              Cargar los filtros
            </GuardedButton>
          }
        >
          {problemOf(snapshot)?.msg}
        </InlineAlert>
      ) : null}
      {panels[place.address.vista]()}
    </Page>
  );
}

/** Every machine that runs, as it is: drawn, as a table, and to take along. */
function MachinesPanel({ place }: { place: WorkflowPlace }) {
  const { address, goWith } = place;
  const chart = chartOf(isChartId(address.maquina) ? address.maquina : 'box');
  return (
    <>
      <chakra.div maxW="md">
        <FormField label="Diagrama">
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
