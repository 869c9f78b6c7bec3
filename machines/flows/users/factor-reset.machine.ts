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
import { write } from '../steps/call-actors.ts';
import type { Problem } from '../steps/result.ts';
import { attempts, flow, inputOf, writes } from '../steps/steps.ts';

export type FactorResetEvent = { type: 'RESET' } | { type: 'CONFIRM' } | { type: 'CANCEL' };

export const factorResetMachine = flow<{
  context: { id_usuario: number; problem: Problem | null };
  input: { id_usuario: number };
  events: FactorResetEvent;
}>()({ restablecerSegundoFactor: write('/restablecerSegundoFactor') }).createMachine({
  id: 'factorReset',
  description: 'Quitar el segundo factor de quien perdió su dispositivo.',
  context: ({ input }) => ({ ...input, problem: null }),
  initial: 'idle',
  states: {
    idle: { description: 'En espera', on: { RESET: 'confirming' } },
    confirming: attempts('Pidiendo confirmación', 'No se restableció', {
      CONFIRM: { target: 'resetting', actions: 'forgetProblem' },
      CANCEL: { target: 'idle', actions: 'forgetProblem' },
    }),
    resetting: writes('Restableciendo', 'restablecerSegundoFactor', {
      input: inputOf('id_usuario'),
      saved: 'done',
      refused: 'confirming.refused',
    }),
    done: { description: 'Restablecido', type: 'final' },
  },
});

type Snapshot = SnapshotFrom<typeof factorResetMachine>;

/** CONFIRM or CANCEL. */
export const isConfirming = (snapshot: Snapshot) =>
  snapshot.matches('confirming') || snapshot.matches('resetting');
export const isReset = (snapshot: Snapshot) => snapshot.matches('done');
