/**
 * Taking the second factor from somebody who lost the device.
 *
 * idle           it can be asked for
 * asked          the person confirms, or not
 * asked.refused  it did not happen: try again, or leave it
 * resetting      it is under way
 * done           it is taken
 */
import { assign, setup } from 'xstate';
import { call } from '../calls.ts';
import { type Problem, resultGuards } from '../result.ts';
import { problems, refusedTo, unansweredTo, when } from '../steps.ts';

export interface FactorResetContext {
  id_usuario: number;
  problem: Problem | null;
}

export type FactorResetEvent = { type: 'RESET' } | { type: 'CONFIRM' } | { type: 'CANCEL' };

export const factorResetMachine = setup({
  types: {
    context: {} as FactorResetContext,
    input: {} as { id_usuario: number },
    events: {} as FactorResetEvent,
    tags: {} as 'asked' | 'pending' | 'failed',
  },
  actors: { restablecerSegundoFactor: call('/restablecerSegundoFactor') },
  guards: resultGuards,
  actions: {
    keepRefusal: assign(problems.keepRefusal),
    keepFailure: assign(problems.keepFailure),
    forgetProblem: assign({ problem: null }),
  },
}).createMachine({
  id: 'factorReset',
  description: 'Quitar el segundo factor de quien perdió su dispositivo.',
  context: ({ input }) => ({ id_usuario: input.id_usuario, problem: null }),
  initial: 'idle',
  states: {
    idle: { description: 'En espera', on: { RESET: 'asked' } },
    asked: {
      description: 'Pidiendo confirmación',
      tags: 'asked',
      initial: 'first',
      on: {
        CONFIRM: { target: 'resetting', actions: 'forgetProblem' },
        CANCEL: { target: 'idle', actions: 'forgetProblem' },
      },
      states: {
        first: { description: 'En espera' },
        refused: { description: 'No se restableció', tags: 'failed' },
      },
    },
    resetting: {
      description: 'Restableciendo',
      tags: ['asked', 'pending'],
      invoke: {
        id: 'restablecerSegundoFactor',
        src: 'restablecerSegundoFactor',
        input: ({ context }) => ({ id_usuario: context.id_usuario }),
        onDone: [{ guard: when('succeeded'), target: 'done' }, refusedTo('asked.refused')],
        onError: unansweredTo('asked.refused'),
      },
    },
    done: { description: 'Restablecido', type: 'final' },
  },
});
