/**
 * Taking the second factor from somebody who lost the device.
 *
 * idle           it can be asked for
 * asked          the person confirms, or not
 * asked.refused  it did not happen: try again, or leave it
 * resetting      it is under way
 * done           it is taken
 */

import { call } from '../call-actors.ts';
import type { Problem } from '../result.ts';
import { attempts, flow, refusedTo, unansweredTo, when } from '../steps.ts';

export interface FactorResetContext {
  id_usuario: number;
  problem: Problem | null;
}

export type FactorResetEvent = { type: 'RESET' } | { type: 'CONFIRM' } | { type: 'CANCEL' };

export const factorResetMachine = flow({
  types: {
    context: {} as FactorResetContext,
    input: {} as { id_usuario: number },
    events: {} as FactorResetEvent,
    tags: {} as 'asked' | 'pending' | 'failed',
  },
  actors: { restablecerSegundoFactor: call('/restablecerSegundoFactor') },
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
      initial: 'idle',
      on: {
        CONFIRM: { target: 'resetting', actions: 'forgetProblem' },
        CANCEL: { target: 'idle', actions: 'forgetProblem' },
      },
      states: attempts('No se restableció'),
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
