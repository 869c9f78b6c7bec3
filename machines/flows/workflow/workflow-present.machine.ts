import { type SnapshotFrom, assign, stateIn } from 'xstate';
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import type { PresentRow } from '../../domain/history/workflow-history.ts';
import { type Problem, type Result, call, named } from '../steps/result.ts';
import {
  asks,
  flow,
  forbidden,
  givenIn,
  keeps,
  keepsGiven,
  loads,
  unloaded,
  when,
} from '../steps/steps.ts';

/**
 * Where boxes and expenses are now, for whoever watches. Two things go on beside each other.
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
      on: { ASK: { target: '.loading', actions: keepsGiven('question') } },
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

/**
 * The logs of all boxes walked again by the state machine, slice after slice.
 *
 * untouched  nothing was asked for
 * checking   a slice is under way
 * stopped    a person stopped it: what was found so far stays, and it can go on
 * failed     a slice got no answer: the same one again
 * finished   every box was checked
 */

type Slice = AnswerOf<'/flujoConformidad'>;
export type Finding = Slice['hallazgos'][number];

/** Boxes of one question: a few hundred milliseconds of the server. */
const sliceSize = 100;

const nothingChecked = {
  /** Boxes that there are; 0 until the first slice came. */
  total: 0,
  revisadas: 0,
  conformes: 0,
  hallazgos: [] as readonly Finding[],
  /** Id after which the next slice begins; null when there is none. */
  siguiente: 0 as number | null,
};

type Conformance = typeof nothingChecked;

export interface WorkflowConformanceContext {
  conformance: Conformance;
  problem: Problem | null;
}

export type WorkflowConformanceEvent =
  | { type: 'CHECK' }
  | { type: 'STOP' }
  /** Where it was stopped. */
  | { type: 'CONTINUE' }
  | { type: 'RETRY' };

const withSlice = (sum: Conformance, slice: Slice): Conformance => ({
  ...slice,
  revisadas: sum.revisadas + slice.revisadas,
  conformes: sum.conformes + slice.conformes,
  hallazgos: [...sum.hallazgos, ...slice.hallazgos],
});

/** All boxes, from the first one. */
const checks = { CHECK: { target: 'checking', actions: 'begin' } } as const;

const workflowConformance = flow<{
  context: WorkflowConformanceContext;
  events: WorkflowConformanceEvent;
  tags: 'found';
}>()({ flujoConformidad: call('/flujoConformidad') }).extend({
  guards: {
    isLastSlice: (_, result: Result<Slice>) => result.ok && result.answer.siguiente === null,
  },
  actions: {
    begin: assign({ conformance: nothingChecked }),
    addSlice: assign(({ context }, slice: Slice) => ({
      conformance: withSlice(context.conformance, slice),
    })),
  },
});

export const workflowConformanceMachine = workflowConformance.createMachine({
  id: 'workflowConformance',
  description: 'La revisión de los registros de todas las cajas, por partes.',
  context: { conformance: nothingChecked, problem: null },
  initial: 'untouched',
  states: {
    untouched: { description: 'Sin revisar', on: checks },
    checking: {
      ...asks('Revisando una parte', 'flujoConformidad', {
        input: ({ context }: { context: WorkflowConformanceContext }) => ({
          despues: context.conformance.siguiente ?? 0,
          cantidad: sliceSize,
        }),
        answers: [
          { guard: when('isLastSlice'), target: 'finished', actions: keeps('addSlice') },
          {
            guard: when('succeeded'),
            target: 'checking',
            reenter: true,
            actions: keeps('addSlice'),
          },
        ],
        failed: 'failed',
        tags: ['loading', 'found'],
      }),
      entry: 'forgetProblem',
      on: { STOP: 'stopped' },
    },
    stopped: {
      description: 'Detenida por la persona',
      tags: 'found',
      on: { CONTINUE: 'checking', ...checks },
    },
    failed: {
      description: 'Una parte no tuvo respuesta',
      tags: ['failed', 'found'],
      on: { RETRY: 'checking', ...checks },
    },
    finished: { description: 'Todas revisadas', tags: 'found', on: checks },
  },
});

type ConformanceSnapshot = SnapshotFrom<typeof workflowConformanceMachine>;

export const isChecking = (snapshot: ConformanceSnapshot) => snapshot.matches('checking');
/** CONTINUE. */
export const isStopped = (snapshot: ConformanceSnapshot) => snapshot.matches('stopped');
export const isFinished = (snapshot: ConformanceSnapshot) => snapshot.matches('finished');
/** RETRY. */
export const failedToCheck = (snapshot: ConformanceSnapshot) => snapshot.hasTag('failed');
/** Something was checked, or is about to be. */
export const showsFindings = (snapshot: ConformanceSnapshot) => snapshot.hasTag('found');
export const conformanceOf = ({ context }: ConformanceSnapshot) => context.conformance;

/** Returns the progress, 0 to 100; undefined until the first slice came. */
export const percentOf = ({ context: { conformance } }: ConformanceSnapshot): number | undefined =>
  conformance.total === 0 ? undefined : (conformance.revisadas / conformance.total) * 100;

/** Part of the checked boxes that conform, 0 to 1; null while none was checked. */
export const shareOf = ({ context: { conformance } }: ConformanceSnapshot): number | null =>
  conformance.revisadas === 0 ? null : conformance.conformes / conformance.revisadas;
