import { createDetailMachine, createListMachine } from '#machines/flows/records/list.machine.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { simulationMachine } from '#machines/flows/workflow/simulation.machine.ts';
import { workflowPresentMachine } from '#machines/flows/workflow/workflow-present.machine.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import WorkflowView from '#src/features/workflow/WorkflowView.tsx';
import {
  everyCase,
  type stateBoxes,
  type workflowCases,
  type workflowDelays,
  workflowFigures,
  type workflowFilters,
  type workflowHistory,
} from '#src/features/workflow/workflow.actors.ts';
import { people } from '#tests/kit/flow-fixtures.ts';
import { aCycle, aHistory } from '#tests/kit/workflow-fixtures.ts';
import { type Answers, answering, renderScreen } from '../review/render-screen.tsx';

export const filters = answered({
  tiendas: [{ id: 3, nombre: 'Tienda Centro' }],
  supervisores: [{ id: 30, nombre: 'Luis Supervisor' }],
  formatos: [{ id: 2, nombre: 'Express' }],
  ciudades: [{ id: 11, nombre: 'Bogotá' }],
  categorias: [{ id: 16, nombre: 'Taxis' }],
  personas: [{ id: 6, nombre: 'Luisa Contable' }],
  motivos: [{ id: 4, nombre: 'Soporte ilegible' }],
});

interface WorkflowAnswers {
  filters?: Answers[string];
  present?: Answers[string];
  boxes?: Answers[string];
  history?: Answers[string];
  delays?: Answers[string];
  cases?: Answers[string];
  everyCase?: typeof everyCase;
  /** Answers of the open panel of figures. */
  figures?: Answers[string];
}

/** Renders the workflow at an address with the given answers of its calls. */
export function openWorkflow(address: string, answers: WorkflowAnswers) {
  const filtering = answering(createDetailMachine(), { loadDetail: answers.filters ?? [filters] });
  const present = answering(workflowPresentMachine, { loadPresent: answers.present ?? [] });
  const boxes = answering(createListMachine(), { loadRows: answers.boxes ?? [] });
  const history = answering(createDetailMachine(), {
    loadDetail: answers.history ?? [answered(aHistory())],
  });
  const delays = answering(createDetailMachine(), { loadDetail: answers.delays ?? [] });
  const cases = answering(createListMachine(), { loadRows: answers.cases ?? [] });
  const figures = answering(createDetailMachine(), {
    loadDetail: answers.figures ?? [answered(aCycle())],
  });
  const simulated = answering(simulationMachine, { flujoSimular: answers.figures ?? [] });
  const user = renderScreen(
    <WorkflowView
      machines={{
        ...(Object.fromEntries(
          Object.keys(workflowFigures).map((name) => [name, figures.logic]),
        ) as typeof workflowFigures),
        simulation: simulated.logic,
        filters: filtering.logic as typeof workflowFilters,
        present: present.logic,
        boxes: boxes.logic as typeof stateBoxes,
        delays: delays.logic as typeof workflowDelays,
        history: history.logic as typeof workflowHistory,
        cases: cases.logic as typeof workflowCases,
        everyCase: answers.everyCase ?? everyCase,
      }}
    />,
    patterns.flujo,
    address,
    people.accounting,
  );
  return {
    user,
    asked: {
      present: () => present.asked.loadPresent,
      boxes: () => boxes.asked.loadRows,
      history: () => history.asked.loadDetail,
      delays: () => delays.asked.loadDetail,
      cases: () => cases.asked.loadRows,
      figures: () => [
        ...(figures.asked.loadDetail ?? []),
        ...(simulated.asked.flujoSimular ?? []).map((key) => ({ key })),
      ],
    },
  };
}
