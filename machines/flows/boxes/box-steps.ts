/** How a box comes to a screen that sends it, or its papers, and how it leaves. */
import {
  asks,
  forbidden,
  keepsAs,
  keepsRefusal,
  loads,
  refusedTo,
  unansweredTo,
  unloaded,
  when,
} from '../steps/steps.ts';

/** @param shown where a box leads that has come @param again what a box that has not left yet changes */
export const boxSteps = <Load extends string, Key, Send extends string, Request, const Again>(
  load: { src: Load; input: Key },
  shown: string,
  send: { src: Send; input: Request },
  again: Again,
) =>
  ({
    comes: {
      loading: loads('Cargando la caja', load.src, {
        input: load.input,
        keep: 'facts',
        shown,
        hidden: 'forbidden',
      }),
      failedToLoad: unloaded,
      forbidden,
    },
    leaves: {
      sending: {
        description: 'Enviando la caja',
        tags: ['pending', 'shown'],
        invoke: {
          id: send.src,
          ...send,
          onDone: [
            {
              guard: when('succeeded'),
              target: 'sent',
              actions: ['forgetProblem', keepsAs('sent')],
            },
            { guard: when('sessionEnded'), ...refusedTo('failedToSend') },
            { target: 'loading', actions: [keepsRefusal('keepRefusal'), 'rememberShown'] },
          ],
          onError: unansweredTo('failedToSend'),
        },
      },
      failedToSend: {
        description: 'Envío sin respuesta',
        tags: ['failed', 'shown'],
        on: { RETRY: 'checking', BACK: { target: 'loading', actions: 'forgetProblem' } },
      },
      checking: asks('Verificando la caja', load.src, {
        id: 'checkBox',
        input: load.input,
        answers: [
          { guard: when('boxHasMoved'), target: 'sent', actions: 'forgetProblem' },
          { guard: when('succeeded'), target: 'sending', actions: again },
        ],
        failed: 'failedToSend',
        tags: ['pending', 'shown'],
      }),
      /** 'Caja enviada' */
      sent: {
        description: 'Caja enviada',
        tags: ['done', 'shown'],
        after: { redirectDelay: 'finished' },
      },
      finished: { description: 'Fin', type: 'final', tags: ['done', 'shown'] },
    },
  }) as const;
