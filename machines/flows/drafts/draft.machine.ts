import { type SnapshotFrom, assign, setup } from 'xstate';
import type { Shown } from '../steps/changes.ts';
import { flowDelays } from '../steps/delays.ts';
import { type Result, missing, named } from '../steps/result.ts';
import { withEvent, guardOnOutput } from '../steps/steps.ts';

/**
 * The unsaved form of a person, saved in this browser while it is typed. Four things go
 * on beside each other.
 *
 * The typing:
 * open.rested   what is typed is what is saved, or what the form began with
 * open.typing   a key was just now: it is saved when no other one follows, at the latest when the page goes
 * over          saved: nothing is left to keep
 *
 * The storage:
 * works     what was typed is saved
 * fails     the browser keeps nothing: a reload would lose what was typed
 *
 * The notice:
 * beginning passing: did the form begin with what had been typed before?
 * recovered it did, and says so
 * silent    it did not, or the person has read it
 *
 * The tabs:
 * alone     as far as anybody knows
 * elsewhere the same form is open in another tab, where somebody typed or saved
 */

/** Which form of whom: `{ id_usuario: 20, form: 'gasto', object: '3' }`. */
export interface DraftKey {
  id_usuario: number;
  form: string;
  /** The object of the form: the store of a new expense, the expense of a decision. */
  object: string;
}

/** The form as it stands now. */
export interface Typed {
  values: object;
  /** The object as it is shown while it is typed: text by its label; empty for a new object. */
  shown: Shown;
  /** For the header `Idempotency-Key`: the same creation after a reload too. Empty where nothing is created. */
  idempotencyKey: string;
  /** It was sent, and no answer has come: nobody knows whether it is saved. */
  sent?: boolean;
}

export interface DraftInput {
  key: DraftKey;
  /** The form as it is when nothing is typed. */
  untouched: object;
  /** The form began with what the same person had typed before and not saved. */
  isRestored: boolean;
  typed: Typed;
}

export interface DraftContext extends DraftInput {
  /** As the form began, or as it was saved last. */
  saved: Typed;
}

export type DraftEvent =
  | { type: 'TYPED'; typed: Typed }
  /** The page goes out of sight, or the form does. */
  | { type: 'HIDE' }
  /** Sent by the action that keeps the draft. */
  | { type: 'KEPT' }
  | { type: 'NOT_KEPT' }
  /** The form was saved. */
  | { type: 'SAVED' }
  /** The person gives up what had been typed. */
  | { type: 'DISCARD' }
  /** The person has read the notice. */
  | { type: 'DISMISS' }
  | { type: 'CHANGED_ELSEWHERE' };

const textOf = ({ values, idempotencyKey, sent }: Typed): string =>
  JSON.stringify({ values, idempotencyKey, sent });

const keyOf = ({ context }: { context: DraftContext }): DraftKey => context.key;
const contextOf = ({ context }: { context: DraftContext }): DraftContext => context;

const removes = { type: 'removeDraft', params: keyOf } as const;
const keeps = [{ type: 'keepDraft', params: contextOf }, 'rememberStored'] as const;

export const draftMachine = setup({
  types: {
    context: {} as DraftContext,
    events: {} as DraftEvent,
    input: {} as DraftInput,
    tags: {} as 'unsaved' | 'recovered' | 'elsewhere',
  },
  delays: flowDelays,
  guards: {
    isNew: ({ context }, { typed }: { typed: Typed }) => textOf(typed) !== textOf(context.saved),
    isRestored: ({ context }) => context.isRestored,
  },
  actions: {
    keepTyped: assign((_, { typed }: { typed: Typed }) => ({ typed })),
    rememberStored: assign({ saved: ({ context }) => context.typed }),
    /** At once, also while the page is closing; a form without anything typed keeps nothing. Sends KEPT or NOT_KEPT. */
    keepDraft: (_, _draft: DraftContext) => missing('keepDraft'),
    removeDraft: (_, _key: DraftKey) => missing('removeDraft'),
  },
}).createMachine({
  id: 'draft',
  description: 'Lo que una persona escribe en un formulario y no ha guardado.',
  context: ({ input }) => ({ ...input, saved: input.typed }),
  type: 'parallel',
  states: {
    typing: {
      description: 'Lo escrito',
      initial: 'open',
      states: {
        open: {
          description: 'Formulario abierto',
          initial: 'rested',
          on: { DISCARD: { target: '.rested', actions: removes }, SAVED: 'over' },
          states: {
            rested: {
              description: 'Nada por conservar',
              on: {
                TYPED: {
                  guard: withEvent('isNew'),
                  target: 'typing',
                  actions: withEvent('keepTyped'),
                },
              },
            },
            typing: {
              description: 'Escribiendo',
              after: { draftDelay: { target: 'rested', actions: keeps } },
              on: {
                HIDE: { target: 'rested', actions: keeps },
                TYPED: [
                  {
                    guard: withEvent('isNew'),
                    target: 'typing',
                    reenter: true,
                    actions: withEvent('keepTyped'),
                  },
                  { target: 'rested' },
                ],
              },
            },
          },
        },
        over: { description: 'Guardado', type: 'final', entry: removes },
      },
    },
    storage: {
      description: 'El navegador',
      initial: 'works',
      states: {
        works: { description: 'Conserva lo escrito', on: { NOT_KEPT: 'fails' } },
        fails: { description: 'No conserva nada', tags: 'unsaved', on: { KEPT: 'works' } },
      },
    },
    notice: {
      description: 'El aviso',
      initial: 'beginning',
      states: {
        beginning: {
          description: 'Inicio',
          always: [{ guard: 'isRestored', target: 'recovered' }, { target: 'silent' }],
        },
        recovered: {
          description: 'Recuperado',
          tags: 'recovered',
          on: { DISMISS: 'silent', DISCARD: 'silent' },
        },
        silent: { description: 'Sin aviso' },
      },
    },
    tabs: {
      description: 'Las otras pestañas',
      initial: 'alone',
      states: {
        alone: { description: 'Solo aquí', on: { CHANGED_ELSEWHERE: 'elsewhere' } },
        elsewhere: { description: 'También en otra pestaña', tags: 'elsewhere' },
      },
    },
  },
});

/**
 * The file of a form that is not saved yet, saved in this browser beside what is typed.
 *
 * beginning passing: is the file of before there again?
 * missing   the draft names one that this browser does not have: it must be chosen again
 * safe      nothing would be lost: none is chosen, or this browser has it
 * keeping   another one was chosen, or none any more: this browser takes note of it
 * unsafe    this browser could not keep it: a reload would lose it
 */

interface Chosen {
  /** Null when it was taken back. */
  file: File | null;
}

export interface StoredFileInput extends Chosen {
  key: DraftKey;
  /** Name of the file that the draft had; empty without one. */
  name: string;
}

export type StoredFileEvent = { type: 'CHOOSE_FILE' } & Chosen;

export const storedFileMachine = setup({
  types: {
    context: {} as StoredFileInput,
    events: {} as StoredFileEvent,
    input: {} as StoredFileInput,
    tags: {} as 'unsaved',
  },
  actors: { keepFile: named<boolean, Chosen & { key: DraftKey }>('keepFile') },
  guards: {
    fileIsStored: (_, result: Result<boolean>) => result.ok && result.answer,
    fileIsMissing: ({ context: { name, file } }) => name !== '' && file === null,
  },
  actions: { takeFile: assign((_, { file }: Chosen) => ({ file })) },
}).createMachine({
  id: 'storedFile',
  description: 'El archivo de un formulario que no se ha guardado, conservado en el navegador.',
  context: ({ input }) => input,
  initial: 'beginning',
  on: { CHOOSE_FILE: { target: '.keeping', actions: withEvent('takeFile') } },
  states: {
    beginning: {
      description: 'Inicio',
      always: [{ guard: 'fileIsMissing', target: 'missing' }, { target: 'safe' }],
    },
    missing: { description: 'Falta el archivo' },
    safe: { description: 'Nada se perdería' },
    keeping: {
      description: 'Conservando el archivo',
      tags: 'unsaved',
      invoke: {
        id: 'keepFile',
        src: 'keepFile',
        input: ({ context: { key, file } }) => ({ key, file }),
        onDone: [{ guard: guardOnOutput('fileIsStored'), target: 'safe' }, { target: 'unsafe' }],
        onError: 'unsafe',
      },
    },
    unsafe: { description: 'No se pudo conservar', tags: 'unsaved' },
  },
});

/** Selectors of a draft and of its file. */

type DraftSnapshot = SnapshotFrom<typeof draftMachine>;
type FileSnapshot = SnapshotFrom<typeof storedFileMachine>;

/** A reload would lose it. */
export const isUnsaved = (snapshot: DraftSnapshot | FileSnapshot) => snapshot.hasTag('unsaved');
/** The form began with what had been typed before, and the person has not read it yet. */
export const isRecovered = (snapshot: DraftSnapshot) => snapshot.hasTag('recovered');
/** Somebody typed or saved in another tab. */
export const isElsewhere = (snapshot: DraftSnapshot) => snapshot.hasTag('elsewhere');
/** The draft names a file that this browser does not have: CHOOSE_FILE. */
export const fileIsMissing = (snapshot: FileSnapshot) => snapshot.matches('missing');
