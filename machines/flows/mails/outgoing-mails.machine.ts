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
import { assign } from 'xstate';
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import { call, named } from '../call-actors.ts';
import { given, type Problem, type Result } from '../result.ts';
import { flow, keeps, refusedTo, takes, unansweredTo, when, writes } from '../steps.ts';

export type OutgoingMail = AnswerOf<'/correosSalientes'>[number];
type Mails = readonly OutgoingMail[];

export interface OutgoingMailsContext {
  mails: Mails;
  /** The mail that is or was put back. */
  restarting: RequestOf<'/reintentarCorreo'> | null;
  problem: Problem | null;
}

export type OutgoingMailsEvent =
  | { type: 'RETRY' }
  | { type: 'REFRESH' }
  /** A person wants a mail to be sent again. */
  | { type: 'RESTART'; id_correo: number }
  /** The same mail once more. */
  | { type: 'RETRY_RESTART' }
  /** Gives up a restart that got no answer, or takes note of a refusal. */
  | { type: 'DISMISS' };

const outgoingMails = flow({
  types: {
    context: {} as OutgoingMailsContext,
    events: {} as OutgoingMailsEvent,
    tags: {} as 'loading' | 'failed' | 'empty' | 'rows' | 'pending' | 'done',
  },
  actors: {
    loadMails: named<Mails, undefined>('loadMails'),
    reintentarCorreo: call('/reintentarCorreo'),
  },
}).extend({
  guards: { hasNoRows: (_, result: Result<Mails>) => result.ok && result.answer.length === 0 },
  actions: {
    keepMails: assign((_, mails: Mails) => ({ mails })),
    keepRestarting: assign((_, { id_correo }: { id_correo: number }) => ({
      restarting: { id_correo },
    })),
  },
});

export const outgoingMailsMachine = outgoingMails.createMachine({
  id: 'outgoingMails',
  description: 'Los correos que no salieron, y el nuevo envío de uno de ellos.',
  context: { mails: [], restarting: null, problem: null },
  initial: 'loading',
  states: {
    loading: {
      description: 'Cargando los correos',
      tags: 'loading',
      entry: 'forgetProblem',
      invoke: {
        id: 'loadMails',
        src: 'loadMails',
        onDone: [
          { guard: when('hasNoRows'), target: 'empty', actions: keeps('keepMails') },
          { guard: when('succeeded'), target: 'showing', actions: keeps('keepMails') },
          refusedTo('failed'),
        ],
        onError: unansweredTo('failed'),
      },
    },
    empty: { description: 'Ninguno pendiente', tags: 'empty', on: { REFRESH: 'loading' } },
    failed: { description: 'No se pudo cargar', tags: 'failed', on: { RETRY: 'loading' } },
    showing: {
      description: 'Correos a la vista',
      tags: 'rows',
      initial: 'untouched',
      states: {
        untouched: {
          description: 'En espera',
          on: {
            REFRESH: '#outgoingMails.loading',
            RESTART: { target: 'restarting', actions: takes('keepRestarting') },
          },
        },
        restarting: {
          description: 'Reenviando el correo',
          tags: 'pending',
          entry: 'forgetProblem',
          invoke: {
            id: 'reintentarCorreo',
            src: 'reintentarCorreo',
            input: ({ context }) => given(context.restarting),
            ...writes({ kept: 'restarted', lost: 'failedToRestart', refused: 'refused' }),
          },
        },
        /** 'El correo se enviará de nuevo en un momento.' */
        restarted: {
          description: 'Correo en la cola',
          tags: 'done',
          after: { redirectDelay: '#outgoingMails.loading' },
          on: {
            REFRESH: '#outgoingMails.loading',
            RESTART: { target: 'restarting', actions: takes('keepRestarting') },
          },
        },
        refused: {
          description: 'Reenvío rechazado',
          on: {
            DISMISS: '#outgoingMails.loading',
            RESTART: { target: 'restarting', actions: takes('keepRestarting') },
          },
        },
        failedToRestart: {
          description: 'Reenvío sin respuesta',
          on: {
            RETRY_RESTART: 'restarting',
            DISMISS: '#outgoingMails.loading',
            RESTART: { target: 'restarting', actions: takes('keepRestarting') },
          },
        },
      },
    },
  },
});
