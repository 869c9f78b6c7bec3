/**
 * The logs of all boxes walked again by the state machine, slice after slice.
 *
 * untouched  nothing was asked for
 * checking   a slice is under way
 * stopped    a person stopped it: what was found so far stays, and it can go on
 * failed     a slice got no answer: the same one again
 * finished   every box was checked
 */
import { assign, type SnapshotFrom } from 'xstate';
import type { AnswerOf } from '#contract/contract.ts';
import { call } from '../steps/call-actors.ts';
import type { Problem, Result } from '../steps/result.ts';
import { asks, flow, keeps, when } from '../steps/steps.ts';

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

type Snapshot = SnapshotFrom<typeof workflowConformanceMachine>;

export const isChecking = (snapshot: Snapshot) => snapshot.matches('checking');
/** CONTINUE. */
export const isStopped = (snapshot: Snapshot) => snapshot.matches('stopped');
export const isFinished = (snapshot: Snapshot) => snapshot.matches('finished');
/** RETRY. */
export const failedToCheck = (snapshot: Snapshot) => snapshot.hasTag('failed');
/** Something was checked, or is about to be. */
export const showsFindings = (snapshot: Snapshot) => snapshot.hasTag('found');
export const conformanceOf = ({ context }: Snapshot) => context.conformance;

/** Returns the progress, 0 to 100; undefined until the first slice came. */
export const percentOf = ({ context: { conformance } }: Snapshot): number | undefined =>
  conformance.total === 0 ? undefined : (conformance.revisadas / conformance.total) * 100;

/** Part of the checked boxes that conform, 0 to 1; null while none was checked. */
export const shareOf = ({ context: { conformance } }: Snapshot): number | null =>
  conformance.revisadas === 0 ? null : conformance.conformes / conformance.revisadas;
