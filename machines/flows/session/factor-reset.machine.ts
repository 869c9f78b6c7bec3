/**
 * Taking the second factor from somebody who lost the device.
 *
 * idle               it can be taken
 * confirming         the person confirms, or not
 * confirming.refused it did not happen: try again, or leave it
 * resetting          it is under way
 * done               it is taken
 */
import type { SnapshotFrom } from 'xstate';
import { call } from '../call-actors.ts';
import type { Problem } from '../result.ts';
import { attempts, flow, inputOf, tries, when } from '../steps.ts';

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
  },
  actors: { restablecerSegundoFactor: call('/restablecerSegundoFactor') },
}).createMachine({
  id: 'factorReset',
  description: 'Quitar el segundo factor de quien perdió su dispositivo.',
  context: ({ input }) => ({ id_usuario: input.id_usuario, problem: null }),
  initial: 'idle',
  states: {
    idle: { description: 'En espera', on: { RESET: 'confirming' } },
    confirming: {
      description: 'Pidiendo confirmación',
      initial: 'idle',
      on: {
        CONFIRM: { target: 'resetting', actions: 'forgetProblem' },
        CANCEL: { target: 'idle', actions: 'forgetProblem' },
      },
      states: attempts('No se restableció'),
    },
    resetting: {
      description: 'Restableciendo',
      tags: 'pending',
      invoke: {
        ...tries('restablecerSegundoFactor', 'confirming.refused', [
          { guard: when('succeeded'), target: 'done' },
        ]),
        input: inputOf('id_usuario'),
      },
    },
    done: { description: 'Restablecido', type: 'final' },
  },
});

type Snapshot = SnapshotFrom<typeof factorResetMachine>;

/** CONFIRM or CANCEL. */
export const isConfirming = (snapshot: Snapshot) =>
  snapshot.matches('confirming') || snapshot.matches('resetting');
export const isReset = (snapshot: Snapshot) => snapshot.matches('done');
