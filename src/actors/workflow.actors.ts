/** Where the figures of the workflow and the history of a box come from. */
import { fromPromise } from 'xstate';
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import { createDetailMachine } from '#machines/flows/records/detail.machine.ts';
import { createListMachine, type ListPage } from '#machines/flows/records/list.machine.ts';
import { answered, type Result } from '#machines/flows/result.ts';
import { workflowConformanceMachine } from '#machines/flows/workflow/workflow-conformance.machine.ts';
import type { History, HistoryQuestion } from '#machines/domain/workflow-history.ts';
import {
  type Present,
  type PresentQuestion,
  workflowPresentMachine,
} from '#machines/flows/workflow/workflow-present.machine.ts';
import type { BoxLog } from '#machines/domain/workflow-box.ts';
import { actorFor, callApi, callList } from './client.ts';
import { serverNow } from './server-clock.ts';

export type WorkflowFilters = AnswerOf<'/flujoFiltros'>;
export type StateBoxesQuery = RequestOf<'/flujoCajas'>;
export type StateBoxRow = AnswerOf<'/flujoCajas'>[number];
type BoxKey = RequestOf<'/flujoCaja'>;

/** The stores and the supervisors by which the figures are narrowed. */
export const workflowFilters = createDetailMachine<WorkflowFilters, null>().provide({
  actors: {
    loadDetail: fromPromise<Result<WorkflowFilters>, { key: null }>(({ signal }) =>
      callApi('/flujoFiltros', {}, { signal }),
    ),
  },
});

export const workflowPresent = workflowPresentMachine.provide({
  actors: {
    loadPresent: fromPromise<Result<Present>, PresentQuestion>(async ({ input, signal }) => {
      const result = await callApi('/flujoActual', input, { signal });
      return result.ok ? answered({ rows: result.answer, instante: serverNow() }) : result;
    }),
  },
});

/** The boxes that are in one state, or have expenses in it. */
export const stateBoxes = createListMachine<StateBoxRow, StateBoxesQuery>().provide({
  actors: {
    loadRows: fromPromise<Result<ListPage<StateBoxRow>>, { query: StateBoxesQuery }>(
      ({ input, signal }) => callList('/flujoCajas', input.query, { signal }),
    ),
  },
});

/** Loads the figures of a period. */
export const workflowHistory = createDetailMachine<History, HistoryQuestion>().provide({
  actors: {
    loadDetail: fromPromise<Result<History>, { key: HistoryQuestion }>(({ input, signal }) =>
      callApi('/flujoHistoria', input.key, { signal }),
    ),
  },
});

/** The log of one box. */
export const boxLog = createDetailMachine<BoxLog, BoxKey>().provide({
  actors: {
    loadDetail: fromPromise<Result<BoxLog>, { key: BoxKey }>(({ input, signal }) =>
      callApi('/flujoCaja', input.key, { signal }),
    ),
  },
});

export const workflowConformance = workflowConformanceMachine.provide({
  actors: { flujoConformidad: actorFor('/flujoConformidad') },
});
