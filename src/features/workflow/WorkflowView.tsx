import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { Download } from 'lucide-react';
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
} from '../../shell/screens/workflow-address.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { Anchor } from '../../ui/fields/LinkButton.tsx';
import { FormField } from '../../ui/fields/FormField.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { NativeChoice } from '../../ui/fields/SearchInput.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { SwitchLinks, TabLinks } from '../../ui/layout/TabLinks.tsx';
import { DetailsMenu } from '../../ui/overlay/DetailsMenu.tsx';
import { useListPosition } from '../../ui/table/list-positions.ts';
import { CyclePanel, LatePanel, VariantsPanel } from './CyclePanels.tsx';
import { ChartViews } from './drawing/ChartViews.tsx';
import { chartOf, charts, isChartId } from './drawing/drawn.ts';
import { type FilterScope, FilterRow } from './FilterRow.tsx';
import { DelaysPanel, ReworkPanel, StagesPanel } from './GroupPanels.tsx';
import { HistoryPanel, RejectionTables } from './HistoryPanel.tsx';
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
  workflowSimulation,
  workflowFilters,
  workflowHistory,
  workflowPresent,
} from './workflow.actors.ts';

const machinesOfScreen = {
  ...workflowFigures,
  simulation: workflowSimulation,
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
    label: 'Rechazos y reprocesos',
    scope: 'cases',
    show: ({ place, machines: { rework, history } }) => (
      <>
        <ReworkPanel place={place} machine={rework} />
        <RejectionTables place={place} machine={history} />
      </>
    ),
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
    label: 'Cuántas',
    scope: 'cases',
    show: ({ place, machines }) => (
      <HistoryPanel place={place} machine={machines.history} reading="counts" />
    ),
  },
  tiempos: {
    label: 'Cuánto tarda',
    scope: 'cases',
    show: ({ place, machines }) => (
      <HistoryPanel place={place} machine={machines.history} reading="times" />
    ),
  },
  dibujo: {
    label: 'Reglas',
    scope: null,
    show: ({ place }) => <MachinesPanel place={place} />,
  },
};

/** The places of the screen, each with its panels; the first one opens it. */
const places = {
  Mapa: ['ahora', 'historia', 'tiempos', 'dibujo'],
  Cajas: ['ciclo', 'variantes', 'tardias'],
  Causas: ['demoras', 'etapas', 'retrabajo'],
  Comparar: ['comparacion', 'simulacion'],
  Control: ['desviaciones'],
} as const satisfies Record<string, readonly WorkflowTab[]>;

type PlaceName = keyof typeof places;

const placeNames = Object.keys(places) as PlaceName[];

const panelsOf = (name: PlaceName): readonly WorkflowTab[] => places[name];

/** flujo: workflow figures, present and past, and the charts of the state machines. */
export default function WorkflowView({ machines = machinesOfScreen }) {
  const place = useWorkflowAddress();
  const { address, goWith } = place;
  // The back link of a box leads to this address, also from a view without a paged list.
  useListPosition(false);
  const [snapshot, send] = useActor(machines.filters, { input: { key: {} } });
  const filters = dataOf(snapshot);
  const { scope, show } = panels[address.vista];
  const reasons =
    scope === 'cases' || scope === 'period'
      ? Object.values(fieldErrors(problemOfRules(periodRefusals(address))))
      : [];
  // Beyond the two days of the period.
  const isPart = Object.keys(caseFilterParams(address)).length > 2;
  const linkTo = (vista: WorkflowTab) =>
    place.pathWith({
      vista,
      estado: '',
      clase: '',
      // A part of the cases is first compared with the others.
      ...(vista === 'comparacion' && isPart && { contra: 'resto' as const }),
    });
  const siblings = panelsOf(
    placeNames.find((name) => panelsOf(name).includes(address.vista)) ?? 'Mapa',
  );
  return (
    <Page
      title={labelOf('flujo')}
      actions={<Exports address={address} scope={scope} />}
      actionsBeside
    >
      <chakra.div display="grid" gap="2" gridTemplateColumns="minmax(0, 1fr)">
        <chakra.div display="flex" flexWrap="wrap" alignItems="flex-end" columnGap="4" rowGap="2">
          <chakra.div flex="1" minW="0">
            <TabLinks
              label="Lugares del flujo de trabajo"
              dense
              tabs={placeNames.map((name) => ({
                label: name,
                to: linkTo(places[name][0]),
                active: panelsOf(name) === siblings,
              }))}
            />
          </chakra.div>
          {siblings.length < 2 ? null : (
            <chakra.div hideBelow="md">
              <SwitchLinks
                label="Vistas"
                choices={siblings.map((vista) => ({
                  label: panels[vista].label,
                  to: linkTo(vista),
                  active: address.vista === vista,
                }))}
              />
            </chakra.div>
          )}
        </chakra.div>
        <FilterRow place={place} filters={filters} scope={scope}>
          {siblings.length < 2 ? null : (
            // On a phone a second row of links would move the map off the first screen.
            <chakra.div hideFrom="md">
              <NativeChoice
                small
                aria-label="Vista"
                value={address.vista}
                options={siblings.map((value) => ({ value, label: panels[value].label }))}
                onChange={({ target: { value } }) =>
                  goWith({
                    vista: siblings.find((one) => one === value) ?? address.vista,
                    estado: '',
                    clase: '',
                  })
                }
              />
            </chakra.div>
          )}
        </FilterRow>
      </chakra.div>
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
      {reasons.length > 0 ? (
        // Only an address edited by hand has such a period; the form refuses it.
        <InlineAlert tone="danger" title="El periodo no es válido" reasons={reasons} />
      ) : (
        show({ place, filters, machines })
      )}
    </Page>
  );
}

/** Downloads: label and URL, of the cases of the page or of the events of its period. */
const files = [
  ['XES por caja', (of: LogQuestion) => eventLogUrl('xes', of)],
  ['XES por gasto', (of: LogQuestion) => eventLogUrl('xes', { ...of, caso: 'gasto' })],
  ['OCEL 2.0', (of: LogQuestion) => eventLogUrl('json', of)],
  ['CSV', (of: LogQuestion) => eventLogUrl('csv', of)],
  [
    'CSV de los eventos del periodo',
    (_: LogQuestion, period: LogQuestion) => eventLogUrl('csv', { ...period, corte: 'eventos' }),
  ],
  ['BPMN: el recorrido de la caja, sin las decisiones', () => boxBpmnUrl],
] as const;

/** Downloads of the log of the cases of the page, and of the box lifecycle as BPMN. */
function Exports({ address, scope }: { address: WorkflowAddress; scope: FilterScope | null }) {
  const period = periodParams(address);
  const cases = scope === 'cases' ? caseFilterParams(address) : period;
  return (
    <DetailsMenu label="Exportar" icon={Download} atEnd>
      {files.map(([label, urlOf]) => (
        <li key={label}>
          <Anchor href={urlOf(cases, period)}>{label}</Anchor>
        </li>
      ))}
    </DetailsMenu>
  );
}

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
