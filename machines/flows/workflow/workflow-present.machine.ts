import { type SnapshotFrom, stateIn } from 'xstate';
import type { RequestOf } from '#contract/contract.ts';
import type { PresentRow } from '../../domain/history/workflow-history.ts';
import { type Problem, named } from '../steps/result.ts';
import { flow, forbidden, givenIn, assignFromEvent, loads, unloaded } from '../steps/steps.ts';

/**
 * Where boxes and expenses are now, for a person who watches. Two things go on beside each other.
 *
 * The figures:
 * loading   they come; those of before stay visible
 * shown     they are there, with the instant at which they were so; asked for again every minute
 * failed    they did not come: try again; those of before stay visible
 * forbidden not there, or not for this person
 *
 * The attention:
 * watching the page is in front of somebody
 * away     it is behind another one: nothing is asked until it is in front again
 */

type PresentQuestion = RequestOf<'/flujoActual'>;

export interface Present {
  rows: readonly PresentRow[];
  /** Server time of the figures, epoch milliseconds. */
  instante: number;
}

interface WorkflowPresentContext {
  question: PresentQuestion;
  /** Null until they came once. */
  present: Present | null;
  problem: Problem | null;
}

export type WorkflowPresentEvent =
  | { type: 'RETRY' }
  | { type: 'REFRESH' }
  /** Asks for other boxes; an answer still on its way is forgotten. */
  | { type: 'ASK'; question: PresentQuestion }
  /** The page goes behind another one, and comes back. */
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
          ...loads('Cargando', 'loadPresent', {
            input: givenIn('question'),
            keep: 'present',
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
          ...unloaded,
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

/** There is something to look at, if only of a minute ago. */
export const isKnown = ({ context }: Snapshot) => context.present !== null;
/** Those of before while others are loading. */
export const rowsOf = ({ context }: Snapshot): readonly PresentRow[] =>
  context.present?.rows ?? none;
/** When the boxes were so, epoch milliseconds by the clock of the server; null until they came once. */
export const instantOf = ({ context }: Snapshot): number | null =>
  context.present?.instante ?? null;
