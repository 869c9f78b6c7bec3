/** Where the figures of the workflow and the history of a box come from. */
import { fromPromise } from 'xstate';
import type { AnswerOf } from '#contract/contract.ts';
import { answered } from '#machines/flows/steps/result.ts';
import {
  workflowConformanceMachine,
  workflowPresentMachine,
} from '#machines/flows/workflow/workflow-present.machine.ts';
import { callApi } from '../../wire/client.ts';
import { withCalls } from '../../wire/with-calls.ts';
import { detailOf, listOf } from '../../wire/looking.actors.ts';
import { serverNow } from '../../wire/server-clock.ts';

export type WorkflowFilters = AnswerOf<'/flujoFiltros'>;
export type StateBoxRow = AnswerOf<'/flujoCajas'>[number];

/** The stores and the supervisors by which the figures are narrowed. */
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

export const workflowConformance = withCalls(workflowConformanceMachine);
