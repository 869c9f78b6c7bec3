/**
 * The mails that did not go out, and sending one of them again.
 *
 * loading                 they come; those of before stay visible
 * empty                   every mail is out
 * failed                  they did not come: try again
 * showing.untouched       there are some
 * showing.restarting      one of them is put back in the queue
 * showing.restarted       it is in the queue, announced for 3 s, then the mails come again
 * showing.refused         the server said no, and why
 * showing.failedToRestart nobody answered: the same mail again, or the mails as they are now
 */
import type { AnswerOf } from '#contract/contract.ts';
import { type Problem, call, given, write } from '../steps/result.ts';
import { flow, keepsGiven, loads, unloaded, writes } from '../steps/steps.ts';
import type { SnapshotFrom } from 'xstate';

export type OutgoingMail = AnswerOf<'/correosSalientes'>[number];

const nothing = {
  mails: [] as readonly OutgoingMail[],
  /** The mail that is or was put back. */
  id_correo: null as number | null,
  problem: null as Problem | null,
};

export type OutgoingMailsContext = typeof nothing;

export type OutgoingMailsEvent =
  | { type: 'RETRY' }
  | { type: 'REFRESH' }
  /** A person wants a mail to be sent again. */
  | { type: 'RESTART'; id_correo: number }
  /** The same mail once more. */
  | { type: 'RETRY_RESTART' }
  /** Gives up a restart that got no answer, or takes note of a refusal. */
  | { type: 'DISMISS' };

/** A person wants a mail to be sent again. */
const restart = { RESTART: { target: 'restarting', actions: keepsGiven('id_correo') } } as const;

export const outgoingMailsMachine = flow<{
  context: OutgoingMailsContext;
  events: OutgoingMailsEvent;
}>()({
  correosSalientes: call('/correosSalientes'),
  reintentarCorreo: write('/reintentarCorreo'),
}).createMachine({
  id: 'outgoingMails',
  description: 'Los correos que no salieron, y el nuevo envío de uno de ellos.',
  context: nothing,
  initial: 'loading',
  states: {
    loading: {
      ...loads('Cargando los correos', 'correosSalientes', {
        input: {},
        keep: 'mails',
        shown: 'showing',
        empty: 'empty',
        failed: 'failed',
      }),
      entry: 'forgetProblem',
    },
    empty: { description: 'Ninguno pendiente', tags: 'empty', on: { REFRESH: 'loading' } },
    failed: unloaded,
    showing: {
      description: 'Correos a la vista',
      tags: 'rows',
      initial: 'untouched',
      states: {
        untouched: {
          description: 'En espera',
          on: { REFRESH: '#outgoingMails.loading', ...restart },
        },
        restarting: {
          ...writes('Reenviando el correo', 'reintentarCorreo', {
            input: ({ context }: { context: OutgoingMailsContext }) => ({
              id_correo: given(context.id_correo),
            }),
            saved: 'restarted',
            lost: 'failedToRestart',
            refused: 'refused',
          }),
          entry: 'forgetProblem',
        },
        /** 'El correo se enviará de nuevo en un momento.' */
        restarted: {
          description: 'Correo en la cola',
          tags: 'done',
          after: { redirectDelay: '#outgoingMails.loading' },
          on: { REFRESH: '#outgoingMails.loading', ...restart },
        },
        refused: {
          description: 'Reenvío rechazado',
          on: { DISMISS: '#outgoingMails.loading', ...restart },
        },
        failedToRestart: {
          description: 'Reenvío sin respuesta',
          on: {
            RETRY_RESTART: 'restarting',
            DISMISS: '#outgoingMails.loading',
            ...restart,
          },
        },
      },
    },
  },
});

type Snapshot = SnapshotFrom<typeof outgoingMailsMachine>;

/** Those of before while others are loading. */
export const mailsOf = (snapshot: Snapshot) => snapshot.context.mails;
/** This mail is being put back in the queue. */
export const isRestarting = (snapshot: Snapshot, id: number): boolean =>
  snapshot.hasTag('pending') && snapshot.context.id_correo === id;
/** The sentence of success; null while there is none. */
export const noticeOf = (snapshot: Snapshot): string | null =>
  snapshot.hasTag('done') ? 'El correo se enviará de nuevo en un momento.' : null;
/** DISMISS. */
export const restartIsRefused = (snapshot: Snapshot) => snapshot.matches({ showing: 'refused' });
/** RETRY_RESTART or DISMISS. */
export const failedToRestart = (snapshot: Snapshot) =>
  snapshot.matches({ showing: 'failedToRestart' });
