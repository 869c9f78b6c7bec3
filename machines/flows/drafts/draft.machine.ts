import { type SnapshotFrom, assign, setup } from 'xstate';
import type { Shown } from '../steps/changes.ts';
import { flowDelays } from '../steps/delays.ts';
import { type Result, missing, named } from '../steps/result.ts';
import { withEvent, guardOnOutput } from '../steps/steps.ts';

/**
 * The unsaved form of a user, stored in this browser while the user types. Four parallel regions.
 *
 * The typing:
 * open.rested   nothing to store: the form equals what was stored last, or what it began with
 * open.typing   a key was pressed: the form is stored when no other key follows, or when the page is hidden
 * over          the form was saved: its draft is removed
 *
 * The storage:
 * works     the browser stores the draft
 * fails     the browser cannot store it: a reload would lose what was typed
 *
 * The notice:
 * beginning transient: did the form begin with a draft?
 * recovered it did, and the notice is shown
 * silent    it did not, or the user has dismissed the notice
 *
 * The tabs:
 * alone     no other tab is known to change this form
 * elsewhere the same form was changed or saved in another tab
 */

/** The form and its user: `{ id_usuario: 20, form: 'gasto', object: '3' }`. */
export interface DraftKey {
  id_usuario: number;
  form: string;
  /** The object of the form: the store of a new expense, the expense of a decision. */
  object: string;
}

/** The current form. */
export interface Typed {
  values: object;
  /** The object as shown while the user types: text by label; empty for a new object. */
  shown: Shown;
  /** For the header `Idempotency-Key`; unchanged by a reload. Empty where nothing is created. */
  idempotencyKey: string;
  /** The form was sent and there is no answer: whether it is saved is unknown. */
  sent?: boolean;
}

export interface DraftInput {
  key: DraftKey;
  /** The values of the form before anything is typed. */
  untouched: object;
  /** The form began with a draft of the same user. */
  isRestored: boolean;
  typed: Typed;
}

export interface DraftContext extends DraftInput {
  /** The form as it began, or as it was last stored. */
  saved: Typed;
}

export type DraftEvent =
  | { type: 'TYPED'; typed: Typed }
  /** The page is hidden, or the form is unmounted. */
  | { type: 'HIDE' }
  /** Sent by the action `storeDraft`. */
  | { type: 'STORED' }
  | { type: 'NOT_STORED' }
  | { type: 'SAVED' }
  /** The user discards the draft. */
  | { type: 'DISCARD' }
  /** The person has read the notice. */
  | { type: 'DISMISS' }
  | { type: 'CHANGED_ELSEWHERE' };

const textOf = ({ values, idempotencyKey, sent }: Typed): string =>
  JSON.stringify({ values, idempotencyKey, sent });

const keyOf = ({ context }: { context: DraftContext }): DraftKey => context.key;
const contextOf = ({ context }: { context: DraftContext }): DraftContext => context;

const removes = { type: 'removeDraft', params: keyOf } as const;
const storesDraft = [{ type: 'storeDraft', params: contextOf }, 'rememberStored'] as const;

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
    setTyped: assign((_, { typed }: { typed: Typed }) => ({ typed })),
    rememberStored: assign({ saved: ({ context }) => context.typed }),
    /** Stores the draft synchronously, even while the page closes; removes an empty one. Sends STORED or NOT_STORED. */
    storeDraft: (_, _draft: DraftContext) => missing('storeDraft'),
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
                  actions: withEvent('setTyped'),
                },
              },
            },
            typing: {
              description: 'Escribiendo',
              after: { draftDelay: { target: 'rested', actions: storesDraft } },
              on: {
                HIDE: { target: 'rested', actions: storesDraft },
                TYPED: [
                  {
                    guard: withEvent('isNew'),
                    target: 'typing',
                    reenter: true,
                    actions: withEvent('setTyped'),
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
        works: { description: 'Conserva lo escrito', on: { NOT_STORED: 'fails' } },
        fails: { description: 'No conserva nada', tags: 'unsaved', on: { STORED: 'works' } },
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
 * The file of an unsaved form, stored in this browser beside its draft.
 *
 * beginning transient: does this browser have the file of the draft?
 * missing   the draft names a file that this browser does not have: it must be chosen again
 * safe      nothing would be lost: no file is chosen, or this browser has it
 * keeping   another file was chosen, or the file was removed: this browser stores the change
 * unsafe    this browser could not store the file: a reload would lose it
 */

interface Chosen {
  /** Null when the file was removed. */
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
  actors: { storeFile: named<boolean, Chosen & { key: DraftKey }>('storeFile') },
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
        id: 'storeFile',
        src: 'storeFile',
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

/** A reload would lose the form or its file. */
export const isUnsaved = (snapshot: DraftSnapshot | FileSnapshot) => snapshot.hasTag('unsaved');
/** The form began with a draft, and the user has not dismissed the notice. */
export const isRecovered = (snapshot: DraftSnapshot) => snapshot.hasTag('recovered');
/** The same form was changed or saved in another tab. */
export const isElsewhere = (snapshot: DraftSnapshot) => snapshot.hasTag('elsewhere');
/** The draft names a file that this browser does not have; accepts CHOOSE_FILE. */
export const fileIsMissing = (snapshot: FileSnapshot) => snapshot.matches('missing');
