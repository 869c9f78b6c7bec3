/** Actor implementations of the workflow screens. */
import { fromPromise } from 'xstate';
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { simulationMachine } from '#machines/flows/workflow/simulation.machine.ts';
import { workflowPresentMachine } from '#machines/flows/workflow/workflow-present.machine.ts';
import { callApi, callList } from '../../wire/client.ts';
import { detailOf, everyRow, listOf } from '../../wire/looking.actors.ts';
import { serverNow } from '../../wire/server-clock.ts';
import { withCalls } from '../../wire/with-calls.ts';
import { deviationFigures } from './DeviationsLead.tsx';

export type WorkflowFilters = AnswerOf<'/flujoFiltros'>;
export type StateBoxRow = AnswerOf<'/flujoCajas'>[number];

/** Options of the filters: stores, supervisors, formats, cities and categories. */
export const workflowFilters = detailOf('/flujoFiltros');

export const workflowPresent = workflowPresentMachine.provide({
  actors: {
    loadPresent: fromPromise(async ({ input, signal }) => {
      const result = await callApi('/flujoActual', input, { signal });
      return result.ok ? answered({ rows: result.answer, instante: serverNow() }) : result;
    }),
  },
});

/** Boxes in one state, or with expenses in one state. */
export const stateBoxes = listOf('/flujoCajas');

export type DelayRow = AnswerOf<'/flujoDemoras'>[number];

/** Delays by stage, grouped by store or person. */
export const workflowDelays = detailOf('/flujoDemoras');

export const workflowHistory = detailOf('/flujoHistoria');

/** Event log of one box. */
export const boxLog = detailOf('/flujoCaja');

/** Figures of the cases of a period, one call each. */
export const workflowFigures = {
  cycle: detailOf('/flujoCiclo'),
  variants: detailOf('/flujoVariantes'),
  rework: detailOf('/flujoRetrabajo'),
  stages: detailOf('/flujoEtapas'),
  comparison: detailOf('/flujoComparar'),
  deviations: deviationFigures,
};

export const workflowSimulation = withCalls(simulationMachine);

export type CaseRow = AnswerOf<'/flujoCasos'>[number];

/** Cases of the period, by page. */
export const workflowCases = listOf('/flujoCasos');

/** All cases of a query, for a file. */
export const everyCase = (query: RequestOf<'/flujoCasos'>) =>
  everyRow((pagina) => callList('/flujoCasos', { ...query, pagina, limite: 1_000 }));
