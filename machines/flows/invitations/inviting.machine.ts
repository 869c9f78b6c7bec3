/**
 * Inviting a person who has not chosen a password.
 *
 * ready         it can be done
 * ready.refused it did not happen: try again
 * inviting      it is under way
 * invited       the mail is on its way
 */
import type { SnapshotFrom } from 'xstate';
import { write } from '../steps/call-actors.ts';
import type { Problem } from '../steps/result.ts';
import { attempts, flow, inputOf, writes } from '../steps/steps.ts';

export const invitingMachine = flow<{
  context: { id_usuario: number; problem: Problem | null };
  input: { id_usuario: number };
  events: { type: 'INVITE' };
}>()({ invitarUsuario: write('/invitarUsuario') }).createMachine({
  id: 'inviting',
  description: 'Invitar a quien no ha elegido su contraseña.',
  context: ({ input }) => ({ ...input, problem: null }),
  initial: 'ready',
  states: {
    ready: attempts('Sin enviar', 'No se envió', {
      INVITE: { target: 'inviting', actions: 'forgetProblem' },
    }),
    inviting: writes('Enviando la invitación', 'invitarUsuario', {
      input: inputOf('id_usuario'),
      saved: 'invited',
      refused: 'ready.refused',
    }),
    invited: { description: 'Invitación enviada', type: 'final' },
  },
});

export const isInvited = (snapshot: SnapshotFrom<typeof invitingMachine>) =>
  snapshot.matches('invited');
