import { type SnapshotFrom, stateIn } from 'xstate';
import type { RequestOf } from '#contract/contract.ts';
import type { PresentRow } from '../../domain/history/workflow-history.ts';
import { type Problem, named } from '../steps/result.ts';
import {
  flow,
  forbidden,
  requiredFrom,
  assignFromEvent,
  loadState,
  loadFailedState,
} from '../steps/steps.ts';

/**
 * The current states of boxes and expenses, for a user who watches them. Two parallel regions.
 *
 * The figures:
 * loading   the figures are loading; the previous ones stay visible
 * shown     the figures are shown with their server time, and reloaded every minute
 * failed    loading failed: RETRY; the previous figures stay visible
 * forbidden the figures do not exist, or the user may not see them
 *
 * The attention:
 * watching the page is visible
 * away     the page is hidden: no automatic reload until it is visible again
 */

type PresentQuestion = RequestOf<'/flujoActual'>;

export interface Present {
  rows: readonly PresentRow[];
  /** Server time of the figures, epoch milliseconds. */
  instante: number;
}

interface WorkflowPresentContext {
  question: PresentQuestion;
  /** Null until the first load. */
  present: Present | null;
  problem: Problem | null;
}

export type WorkflowPresentEvent =
  | { type: 'RETRY' }
  | { type: 'REFRESH' }
  /** Asks for other boxes; a load that is under way is discarded. */
  | { type: 'ASK'; question: PresentQuestion }
  /** The page becomes hidden (HIDE) or visible (SHOW). */
  | { type: 'HIDE' }
  | { type: 'SHOW' };

const workflowPresent = flow<{
  context: WorkflowPresentContext;
  events: WorkflowPresentEvent;
  input: { question: PresentQuestion };
}>()({ loadPresent: named<Present, PresentQuestion>('loadPresent') }).extend({
  guards: { isWatched: stateIn({ attention: 'watching' }) },
});

export const workflowPresentMachine = workflowPresent.createMachine({
  id: 'workflowPresent',
  description: 'Dónde están ahora las cajas y los gastos, para quien mira el flujo de trabajo.',
  context: ({ input }) => ({ question: input.question, present: null, problem: null }),
  type: 'parallel',
  states: {
    figures: {
      description: 'Cifras',
      initial: 'loading',
      on: { ASK: { target: '.loading', actions: assignFromEvent('question') } },
      states: {
        loading: {
          ...loadState('Cargando', 'loadPresent', {
            input: requiredFrom('question'),
            assignTo: 'present',
            shown: 'shown',
            failed: 'failed',
            hidden: 'forbidden',
          }),
          entry: 'forgetProblem',
        },
        shown: {
          description: 'A la vista',
          after: { refreshDelay: { guard: 'isWatched', target: 'loading' } },
          on: { REFRESH: 'loading', SHOW: 'loading' },
        },
        failed: {
          ...loadFailedState,
          description: 'No se pudieron cargar',
          on: { RETRY: 'loading', REFRESH: 'loading' },
        },
        forbidden,
      },
    },
    attention: {
      description: 'Atención',
      initial: 'watching',
      states: {
        watching: { description: 'Alguien mira la página', on: { HIDE: 'away' } },
        away: { description: 'La página está detrás de otra', on: { SHOW: 'watching' } },
      },
    },
  },
});

type Snapshot = SnapshotFrom<typeof workflowPresentMachine>;

const none: readonly PresentRow[] = [];

/** There are figures, possibly the previous ones. */
export const isKnown = ({ context }: Snapshot) => context.present !== null;
/** The previous rows while others are loading. */
export const rowsOf = ({ context }: Snapshot): readonly PresentRow[] =>
  context.present?.rows ?? none;
/** Server time of the figures, epoch milliseconds; null until the first load. */
export const instantOf = ({ context }: Snapshot): number | null =>
  context.present?.instante ?? null;
