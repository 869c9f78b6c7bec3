/** Where the figures of the workflow and the history of a box come from. */
import { fromPromise } from 'xstate';
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { workflowPresentMachine } from '#machines/flows/workflow/workflow-present.machine.ts';
import { callApi, callList } from '../../wire/client.ts';
import { detailOf, everyRow, listOf } from '../../wire/looking.actors.ts';
import { serverNow } from '../../wire/server-clock.ts';
import { deviationFigures } from './DeviationsLead.tsx';

export type WorkflowFilters = AnswerOf<'/flujoFiltros'>;
export type StateBoxRow = AnswerOf<'/flujoCajas'>[number];

/** The stores, supervisors, formats, cities and categories by which the figures are narrowed. */
export const workflowFilters = detailOf('/flujoFiltros');

export const workflowPresent = workflowPresentMachine.provide({
  actors: {
    loadPresent: fromPromise(async ({ input, signal }) => {
      const result = await callApi('/flujoActual', input, { signal });
      return result.ok ? answered({ rows: result.answer, instante: serverNow() }) : result;
    }),
  },
});

/** The boxes that are in one state, or have expenses in it. */
export const stateBoxes = listOf('/flujoCajas');

export type DelayRow = AnswerOf<'/flujoDemoras'>[number];

/** Delays by stage, of stores or of supervisors. */
export const workflowDelays = detailOf('/flujoDemoras');

/** Loads the figures of a period. */
export const workflowHistory = detailOf('/flujoHistoria');

/** The log of one box. */
export const boxLog = detailOf('/flujoCaja');

/** The figures of the cases of a period, each by its call. */
export const workflowFigures = {
  cycle: detailOf('/flujoCiclo'),
  variants: detailOf('/flujoVariantes'),
  rework: detailOf('/flujoRetrabajo'),
  stages: detailOf('/flujoEtapas'),
  comparison: detailOf('/flujoComparar'),
  deviations: deviationFigures,
  simulation: detailOf('/flujoSimular'),
};

export type CaseRow = AnswerOf<'/flujoCasos'>[number];

/** The cases of which the figures are. */
export const workflowCases = listOf('/flujoCasos');

/** All of them at once, for a file. */
export const everyCase = (query: RequestOf<'/flujoCasos'>) =>
  everyRow((pagina) => callList('/flujoCasos', { ...query, pagina, limite: 1_000 }));
