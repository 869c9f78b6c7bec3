import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { Boxes, FileCode, FileSpreadsheet, Network } from 'lucide-react';
import type { ReactNode } from 'react';
import { shortDate } from '#machines/domain/values/bogota-time.ts';
import { periodRefusals } from '#machines/flows/steps/date-range.form.ts';
import {
  dataOf,
  failedToLoad,
  fieldErrors,
  problemOf,
  problemOfRules,
} from '#machines/flows/steps/result.ts';
import { type LogQuestion, boxBpmnUrl, eventLogUrl, labelOf } from '../../shell/screens/paths.ts';
import {
  type WorkflowAddress,
  type WorkflowTab,
  type WorkflowViewState,
  useWorkflowAddress,
  workflowTabs,
} from '../../shell/screens/workflow-address.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { ButtonRow } from '../../ui/fields/FieldGrid.tsx';
import { FormField } from '../../ui/fields/FormField.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import { NativeChoice } from '../../ui/fields/SearchInput.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { TabLinks } from '../../ui/layout/TabLinks.tsx';
import { CyclePanel, LatePanel, VariantsPanel } from './CyclePanels.tsx';
import { ChartViews } from './drawing/ChartViews.tsx';
import { chartOf, charts, isChartId } from './drawing/drawn.ts';
import { type FilterScope, FilterRow } from './FilterRow.tsx';
import { DelaysPanel, ReworkPanel, StagesPanel } from './GroupPanels.tsx';
import { HistoryPanel } from './HistoryPanel.tsx';
import { PresentPanel } from './PresentPanel.tsx';
import { ComparisonPanel, DeviationsPanel } from './ReviewPanels.tsx';
import { SimulationPanel } from './SimulationPanel.tsx';
import { caseFilterParams, periodParams } from './workflow-words.ts';
import {
  type WorkflowFilters,
  everyCase,
  stateBoxes,
  workflowCases,
  workflowDelays,
  workflowFigures,
  workflowFilters,
  workflowHistory,
  workflowPresent,
} from './workflow.actors.ts';

const machinesOfScreen = {
  ...workflowFigures,
  filters: workflowFilters,
  present: workflowPresent,
  boxes: stateBoxes,
  delays: workflowDelays,
  history: workflowHistory,
  cases: workflowCases,
  everyCase,
};

interface PanelProps {
  place: WorkflowViewState;
  filters: WorkflowFilters | null;
  machines: typeof machinesOfScreen;
}

interface Panel {
  label: string;
  /** Null when the panel has no filters. */
  scope: FilterScope | null;
  show: (props: PanelProps) => ReactNode;
}

/** Panels of the screen, by tab. */
const panels: Record<WorkflowTab, Panel> = {
  ahora: {
    label: 'Ahora',
    scope: 'period',
    show: ({ place, machines }) => <PresentPanel place={place} machines={machines} />,
  },
  ciclo: {
    label: 'Ciclo',
    scope: 'cases',
    show: ({ place, machines: { cycle, cases, everyCase } }) => (
      <CyclePanel place={place} cases={cases} everyCase={everyCase} machine={cycle} />
    ),
  },
  variantes: {
    label: 'Variantes',
    scope: 'cases',
    show: ({ place, machines: { variants, cases, everyCase } }) => (
      <VariantsPanel place={place} cases={cases} everyCase={everyCase} machine={variants} />
    ),
  },
  retrabajo: {
    label: 'Retrabajo',
    scope: 'cases',
    show: ({ place, machines }) => <ReworkPanel place={place} machine={machines.rework} />,
  },
  etapas: {
    label: 'Etapas',
    scope: 'cases',
    show: ({ place, machines }) => <StagesPanel place={place} machine={machines.stages} />,
  },
  comparacion: {
    label: 'Comparación',
    scope: 'cases',
    show: ({ place, filters, machines }) => (
      <ComparisonPanel place={place} filters={filters} machine={machines.comparison} />
    ),
  },
  tardias: {
    label: 'Tardías',
    scope: 'cases',
    show: ({ place, machines: { cycle, cases, everyCase } }) => (
      <LatePanel place={place} cases={cases} everyCase={everyCase} machine={cycle} />
    ),
  },
  desviaciones: {
    label: 'Desviaciones',
    scope: 'cases',
    show: ({ place, machines }) => <DeviationsPanel place={place} machine={machines.deviations} />,
  },
  simulacion: {
    label: '¿Y si…?',
    scope: 'cases',
    show: ({ place, filters, machines }) => (
      <SimulationPanel place={place} filters={filters} machine={machines.simulation} />
    ),
  },
  demoras: {
    label: 'Demoras',
    scope: 'stores',
    show: ({ place, machines }) => <DelaysPanel place={place} machine={machines.delays} />,
  },
  historia: {
    label: 'Historia',
    scope: 'cases',
    show: ({ place, machines }) => <HistoryPanel place={place} machine={machines.history} />,
  },
  dibujo: {
    label: 'Dibujo',
    scope: null,
    show: ({ place }) => <MachinesPanel place={place} />,
  },
};

/** flujo: workflow figures, present and past, and the charts of the state machines. */
export default function WorkflowView({ machines = machinesOfScreen }) {
  const place = useWorkflowAddress();
  const { address } = place;
  const [snapshot, send] = useActor(machines.filters, { input: { key: {} } });
  const filters = dataOf(snapshot);
  const { scope, show } = panels[address.vista];
  const reasons =
    scope === 'cases' || scope === 'period'
      ? Object.values(fieldErrors(problemOfRules(periodRefusals(address))))
      : [];
  return (
    <Page title={labelOf('flujo')}>
      <TabLinks
        label="Vistas del flujo de trabajo"
        dense
        tabs={workflowTabs.map((vista) => ({
          label: panels[vista].label,
          to: place.pathWith({ vista, estado: '', camino: '', clase: '' }),
          active: address.vista === vista,
        }))}
      />
      {failedToLoad(snapshot) ? (
        <InlineAlert
          tone="warning"
          title="No se cargó aquello por lo que se filtra"
          action={
            <GuardedButton size="sm" onClick={() => send({ type: 'RETRY' })}>
              Cargar los filtros
            </GuardedButton>
          }
        >
          {problemOf(snapshot)?.msg}
        </InlineAlert>
      ) : null}
      <chakra.p display={{ base: 'none', _print: 'block' }} textStyle="lg">
        {[
          panels[address.vista].label,
          ...(scope === 'cases' || scope === 'period'
            ? [`${shortDate(address.desde)} a ${shortDate(address.hasta)}`]
            : []),
        ].join(' · ')}
      </chakra.p>
      {scope === null ? null : <FilterRow place={place} filters={filters} scope={scope} />}
      {reasons.length > 0 ? (
        // Only an address edited by hand has such a period; the form refuses it.
        <InlineAlert tone="danger" title="El periodo no es válido" reasons={reasons} />
      ) : (
        <>
          {show({ place, filters, machines })}
          {scope === 'cases' || scope === 'period' ? (
            <DownloadLinks address={address} scope={scope} />
          ) : null}
        </>
      )}
    </Page>
  );
}

/** Downloads: label, icon and URL. */
const files = [
  ['XES por caja', FileCode, (of: LogQuestion) => eventLogUrl('xes', of)],
  ['XES por gasto', FileCode, (of: LogQuestion) => eventLogUrl('xes', { ...of, caso: 'gasto' })],
  ['OCEL 2.0', Boxes, (of: LogQuestion) => eventLogUrl('json', of)],
  ['CSV', FileSpreadsheet, (of: LogQuestion) => eventLogUrl('csv', of)],
  [
    'CSV de los eventos del periodo',
    FileSpreadsheet,
    (_: LogQuestion, period: LogQuestion) => eventLogUrl('csv', { ...period, corte: 'eventos' }),
  ],
  ['BPMN de la caja', Network, () => boxBpmnUrl],
] as const;

/** Downloads of the log of the cases of the page, and of the box lifecycle as BPMN. */
const DownloadLinks = ({ address, scope }: { address: WorkflowAddress; scope: FilterScope }) => (
  <chakra.div _print={{ display: 'none' }} order="4">
    <Section
      title="Exportar el registro"
      description="Los casos completos, con estos filtros: XES y OCEL para minería de procesos, o CSV."
    >
      <ButtonRow align="start">
        {files.map(([label, icon, urlOf]) => (
          <LinkButton
            key={label}
            variant="outline"
            icon={icon}
            href={urlOf(
              scope === 'cases' ? caseFilterParams(address) : periodParams(address),
              periodParams(address),
            )}
          >
            {label}
          </LinkButton>
        ))}
      </ButtonRow>
    </Section>
  </chakra.div>
);

/** Chart of any state machine, as a drawing or a table, with downloads. */
function MachinesPanel({ place }: { place: WorkflowViewState }) {
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
