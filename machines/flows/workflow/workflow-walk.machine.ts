/**
 * The user steps through the history of one box.
 *
 * settled  at a step, which the URL names
 * moving   the steps change with a slider or a key; the URL is updated when they rest
 * playing  the steps advance automatically until the last one
 */
import { assign, setup, type SnapshotFrom } from 'xstate';
import { flowDelays } from '../steps/delays.ts';
import { withEvent } from '../steps/steps.ts';

export interface WorkflowWalkContext {
  /** 1 is the state after the first event; 0 without events. */
  paso: number;
  ultimo: number;
}

export type WorkflowWalkEvent =
  /** A step outside of the history becomes the nearest one in it. */
  | { type: 'GO'; paso: number }
  | { type: 'PREVIOUS' }
  | { type: 'NEXT' }
  /** Plays from the current step; from the beginning when that is the last one. */
  | { type: 'PLAY' }
  | { type: 'PAUSE' };

const within = (paso: number, ultimo: number): number =>
  Math.min(Math.max(paso, Math.min(1, ultimo)), ultimo);

export const workflowWalkMachine = setup({
  types: {
    context: {} as WorkflowWalkContext,
    events: {} as WorkflowWalkEvent,
    input: {} as WorkflowWalkContext,
  },
  delays: flowDelays,
  guards: {
    hasPrevious: ({ context }) => context.paso > 1,
    hasNext: ({ context }) => context.paso < context.ultimo,
    hasSteps: ({ context }) => context.ultimo > 1,
    isAtLast: ({ context }) => context.paso >= context.ultimo,
  },
  actions: {
    go: assign(({ context }, { paso }: { paso: number }) => ({
      paso: within(paso, context.ultimo),
    })),
    goBack: assign({ paso: ({ context }) => context.paso - 1 }),
    goOn: assign({ paso: ({ context }) => context.paso + 1 }),
    goToFirst: assign({ paso: 1 }),
  },
}).createMachine({
  id: 'workflowWalk',
  description: 'El recorrido de la historia de una caja, paso a paso.',
  context: ({ input: { paso, ultimo } }) => ({ paso: within(paso, ultimo), ultimo }),
  initial: 'settled',
  on: {
    GO: { target: '.moving', actions: withEvent('go') },
    PREVIOUS: { guard: 'hasPrevious', target: '.moving', actions: 'goBack' },
    NEXT: { guard: 'hasNext', target: '.moving', actions: 'goOn' },
    PLAY: [
      { guard: 'hasNext', target: '.playing' },
      { guard: 'hasSteps', target: '.playing', actions: 'goToFirst' },
    ],
  },
  states: {
    settled: { description: 'En un paso' },
    moving: { description: 'Los pasos pasan', after: { settleDelay: 'settled' } },
    playing: {
      description: 'Reproduciendo',
      always: { guard: 'isAtLast', target: 'settled' },
      after: { playDelay: { target: 'playing', reenter: true, actions: 'goOn' } },
      on: { PAUSE: 'settled' },
    },
  },
});

type Snapshot = SnapshotFrom<typeof workflowWalkMachine>;

export const stepOf = ({ context }: Snapshot): number => context.paso;
export const lastStepOf = ({ context }: Snapshot): number => context.ultimo;
/** The URL may name the step. */
export const isSettled = (snapshot: Snapshot) => snapshot.matches('settled');
/** Accepts PAUSE. */
export const isPlaying = (snapshot: Snapshot) => snapshot.matches('playing');
