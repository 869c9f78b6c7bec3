/**
 * The mails that the person receives, and when.
 *
 * loading          they come
 * failedToLoad     they did not: try again
 * choosing         each kind with its time, as it is kept
 * choosing.refused it was not kept: try again
 * saving           a choice is under way
 * kept             it is kept, announced for 3 s; another one may be made at once
 */
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import { call } from '../call-actors.ts';
import { given, type Problem } from '../result.ts';
import { attempts, flow, keepsGiven, loads, tries, unloaded, when } from '../steps.ts';

export type OwnMailChoices = AnswerOf<'/misCorreos'>;

export interface OwnMailsContext {
  mails: OwnMailChoices | null;
  choices: RequestOf<'/guardarMisCorreos'> | null;
  problem: Problem | null;
}

export type OwnMailsEvent =
  | { type: 'RETRY' }
  /** The times of all kinds, as the person has them now. */
  | { type: 'SAVE'; choices: RequestOf<'/guardarMisCorreos'> };

const save = { SAVE: { target: 'saving', actions: keepsGiven('choices') } } as const;

export const ownMailsMachine = flow({
  types: { context: {} as OwnMailsContext, events: {} as OwnMailsEvent },
  actors: { misCorreos: call('/misCorreos'), guardarMisCorreos: call('/guardarMisCorreos') },
}).createMachine({
  id: 'ownMails',
  description: 'Los correos que recibe la persona, y cuándo.',
  context: { mails: null, choices: null, problem: null },
  initial: 'loading',
  states: {
    loading: {
      description: 'Cargando los correos',
      tags: 'loading',
      invoke: { ...loads('misCorreos', { keep: 'mails', shown: 'choosing' }), input: {} },
    },
    failedToLoad: unloaded,
    choosing: {
      description: 'Eligiendo',
      initial: 'idle',
      on: save,
      states: attempts('No se guardó'),
    },
    saving: {
      description: 'Guardando',
      tags: 'pending',
      invoke: {
        ...tries('guardarMisCorreos', 'choosing.refused', [
          { guard: when('succeeded'), target: 'kept' },
        ]),
        input: ({ context }) => given(context.choices),
      },
    },
    kept: {
      description: 'Guardado',
      tags: 'done',
      on: save,
      after: { redirectDelay: 'choosing' },
    },
  },
});
