/**
 * The mails that the person receives, and when.
 *
 * loading          they come
 * failedToLoad     they did not: try again
 * choosing         each kind with its time, as it is saved
 * choosing.refused it was not saved: try again
 * saving           a choice is under way
 * saved             it is saved, announced for 3 s; another one may be made at once
 */
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import { type Problem, call, write } from '../steps/result.ts';
import { attempts, flow, givenIn, keepsGiven, loads, unloaded, writes } from '../steps/steps.ts';
import { successes } from '#contract/errors.ts';
import type { SnapshotFrom } from 'xstate';

export type OwnMailChoices = AnswerOf<'/misCorreos'>;

const nothing = {
  mails: null as OwnMailChoices | null,
  choices: null as RequestOf<'/guardarMisCorreos'> | null,
  problem: null as Problem | null,
};

export type OwnMailsEvent =
  | { type: 'RETRY' }
  /** The times of all kinds, as the person has them now. */
  | { type: 'SAVE'; choices: RequestOf<'/guardarMisCorreos'> };

const save = { SAVE: { target: 'saving', actions: keepsGiven('choices') } } as const;

export const ownMailsMachine = flow<{ context: typeof nothing; events: OwnMailsEvent }>()({
  misCorreos: call('/misCorreos'),
  guardarMisCorreos: write('/guardarMisCorreos'),
}).createMachine({
  id: 'ownMails',
  description: 'Los correos que recibe la persona, y cuándo.',
  context: nothing,
  initial: 'loading',
  states: {
    loading: loads('Cargando los correos', 'misCorreos', {
      input: {},
      keep: 'mails',
      shown: 'choosing',
    }),
    failedToLoad: unloaded,
    choosing: attempts('Eligiendo', 'No se guardó', save),
    saving: writes('Guardando', 'guardarMisCorreos', {
      input: givenIn('choices'),
      saved: 'saved',
      refused: 'choosing.refused',
    }),
    saved: {
      description: 'Guardado',
      tags: 'done',
      on: save,
      after: { redirectDelay: 'choosing' },
    },
  },
});

type Snapshot = SnapshotFrom<typeof ownMailsMachine>;

/** Null before they came. */
export const ownMailsOf = (snapshot: Snapshot) => snapshot.context.mails;
/** The sentence of success; null while there is none. */
export const noticeOf = (snapshot: Snapshot): string | null =>
  snapshot.hasTag('done') ? successes.saved : null;
