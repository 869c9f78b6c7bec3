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
import { call } from '../call-actors.ts';
import { given, type Problem } from '../result.ts';
import { flow, keepsGiven, loads, saves, unloaded } from '../steps.ts';

export type OutgoingMail = AnswerOf<'/correosSalientes'>[number];
type Mails = readonly OutgoingMail[];

export interface OutgoingMailsContext {
  mails: Mails;
  /** The mail that is or was put back. */
  id_correo: number | null;
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

/** A person wants a mail to be sent again. */
const restart = { RESTART: { target: 'restarting', actions: keepsGiven('id_correo') } } as const;

export const outgoingMailsMachine = flow({
  types: { context: {} as OutgoingMailsContext, events: {} as OutgoingMailsEvent },
  actors: {
    correosSalientes: call('/correosSalientes'),
    reintentarCorreo: call('/reintentarCorreo'),
  },
}).createMachine({
  id: 'outgoingMails',
  description: 'Los correos que no salieron, y el nuevo envío de uno de ellos.',
  context: { mails: [], id_correo: null, problem: null },
  initial: 'loading',
  states: {
    loading: {
      description: 'Cargando los correos',
      tags: 'loading',
      entry: 'forgetProblem',
      invoke: {
        ...loads('correosSalientes', {
          keep: 'mails',
          shown: 'showing',
          empty: 'empty',
          failed: 'failed',
        }),
        input: {},
      },
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
          description: 'Reenviando el correo',
          tags: 'pending',
          entry: 'forgetProblem',
          invoke: {
            ...saves('reintentarCorreo', {
              kept: 'restarted',
              lost: 'failedToRestart',
              refused: 'refused',
            }),
            input: ({ context }) => ({ id_correo: given(context.id_correo) }),
          },
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
