import type { SnapshotFrom } from 'xstate';
import type { AnswerOf } from '#contract/contract.ts';
import { type Problem, call, given, write } from '../steps/result.ts';
import {
  asks,
  attempts,
  flow,
  inputOf,
  keepsAs,
  keepsGiven,
  refusedTo,
  unloaded,
  when,
  writes,
} from '../steps/steps.ts';

/**
 * An invited person chooses the password by the link of a mail.
 *
 * loading          the invitation comes
 * failedToLoad     it did not: try again
 * closed           the link opens nothing, or not any more, and the person reads what to do
 * choosing         the person is named, and chooses
 * choosing.refused it was not saved: another one, or the same once more
 * saving           it is under way; when an answer got lost, the next one says that the link was used
 * chosen           the person may sign in
 */

interface InvitationInput {
  /** The secret of the link. */
  invitacion: string;
}

const nothing = {
  invited: null as AnswerOf<'/invitacion'> | null,
  password: '',
  problem: null as Problem | null,
};

export type InvitationEvent = { type: 'RETRY' } | { type: 'CHOOSE_PASSWORD'; password: string };

/** A link that is over, or never was one. */
const closing = [
  { guard: when('changedElsewhere'), ...refusedTo('closed') },
  { guard: when('isGone'), ...refusedTo('closed') },
] as const;

export const invitationMachine = flow<{
  context: InvitationInput & typeof nothing;
  input: InvitationInput;
  events: InvitationEvent;
}>()({
  invitacion: call('/invitacion'),
  aceptarInvitacion: write('/aceptarInvitacion'),
}).createMachine({
  id: 'invitation',
  description: 'La persona invitada elige su contraseña.',
  context: ({ input }) => ({ ...input, ...nothing }),
  initial: 'loading',
  states: {
    loading: asks('Consultando la invitación', 'invitacion', {
      input: inputOf('invitacion'),
      answers: [
        { guard: when('succeeded'), target: 'choosing', actions: keepsAs('invited') },
        ...closing,
      ],
      failed: 'failedToLoad',
    }),
    failedToLoad: unloaded,
    closed: { description: 'El enlace no sirve', tags: 'forbidden' },
    choosing: attempts('Eligiendo la contraseña', 'La contraseña no se guardó', {
      CHOOSE_PASSWORD: { target: 'saving', actions: keepsGiven('password') },
    }),
    saving: writes('Guardando la contraseña', 'aceptarInvitacion', {
      input: inputOf('invitacion', 'password'),
      saved: 'chosen',
      refused: 'choosing.refused',
      others: closing,
    }),
    chosen: { description: 'Contraseña elegida', type: 'final' },
  },
});

type Snapshot = SnapshotFrom<typeof invitationMachine>;

/** The person whom it is for. */
export const invitedOf = (snapshot: Snapshot) => given(snapshot.context.invited);
export const passwordIsChosen = (snapshot: Snapshot) => snapshot.matches('chosen');

/**
 * Inviting a person who has not chosen a password.
 *
 * ready         it can be done
 * ready.refused it did not happen: try again
 * inviting      it is under way
 * invited       the mail is on its way
 */

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
