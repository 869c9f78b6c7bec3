/**
 * Inviting a person who has not chosen a password.
 *
 * ready         it can be done
 * ready.refused it did not happen: try again
 * inviting      it is under way
 * invited       the mail is on its way
 */
import type { SnapshotFrom } from 'xstate';
import { call } from '../call-actors.ts';
import type { Problem } from '../result.ts';
import { attempts, flow, inputOf, tries, when } from '../steps.ts';

export interface InvitingContext {
  id_usuario: number;
  problem: Problem | null;
}

export interface InvitingEvent {
  type: 'INVITE';
}

export const invitingMachine = flow({
  types: {
    context: {} as InvitingContext,
    input: {} as { id_usuario: number },
    events: {} as InvitingEvent,
  },
  actors: { invitarUsuario: call('/invitarUsuario') },
}).createMachine({
  id: 'inviting',
  description: 'Invitar a quien no ha elegido su contraseña.',
  context: ({ input }) => ({ id_usuario: input.id_usuario, problem: null }),
  initial: 'ready',
  states: {
    ready: {
      description: 'Sin enviar',
      initial: 'idle',
      on: { INVITE: { target: 'inviting', actions: 'forgetProblem' } },
      states: attempts('No se envió'),
    },
    inviting: {
      description: 'Enviando la invitación',
      tags: 'pending',
      invoke: {
        ...tries('invitarUsuario', 'ready.refused', [
          { guard: when('succeeded'), target: 'invited' },
        ]),
        input: inputOf('id_usuario'),
      },
    },
    invited: { description: 'Invitación enviada', type: 'final' },
  },
});

export const isInvited = (snapshot: SnapshotFrom<typeof invitingMachine>) =>
  snapshot.matches('invited');
