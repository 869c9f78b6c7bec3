/**
 * A store records one expense and its supporting file.
 *
 * loading        the store's fund, the categories of its format, the departments and today come
 * failedToLoad   they did not: try again
 * forbidden      it is not there, or not for this person
 * editing        the form; a refused save says why and keeps everything. After an expense that another one follows
 *                it is there at once, while the fund is asked for anew (refreshing), and so it is after one that this
 *                device keeps (afterKept)
 * saving         the expense is under way, with a key that makes a repetition answer the same expense
 * keeping        no answer: this device keeps the expense, and sends it once the server is back
 * failedToSave   the session ended, the server failed, or this device keeps nothing: trying again sends the same
 *                expense with the same key, never a second one
 * recordedBefore an earlier try arrived, with other data: it is looked at, or this one becomes another expense
 * awaitingFile   the expense exists and has no support yet (the page was opened again)
 * uploading      the file is under way
 * failedToUpload the expense is safe, its file was refused, or nobody keeps it: the same file again, or another one
 * saved          both are kept, announced for 3 s; who does not wait records another one, or goes
 * finished       the person is led to the current box (output)
 */
import { assign } from 'xstate';
import type { Expense } from '#contract/calls/expense.calls.ts';
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import { idempotencyGuard } from '#contract/errors.ts';
import { missing, named } from '../call-actors.ts';
import type { Destination } from '../destination.ts';
import type { DraftKey } from '../drafts/draft.machine.ts';
import {
  type EntryRules,
  type ExpenseEntryValues,
  entryRefusals,
  entryRequest,
  fileRefusals,
  fillAllMessage,
} from './expense-entry.form.ts';
import type { CategoryRow, DepartmentRow } from './reference-rows.ts';
import { CallFailure, type Failure, given, type Problem, type Result } from '../result.ts';
import {
  checks,
  type FlowTag,
  flow,
  forbidden,
  inputOf,
  keeps,
  keepsGiven,
  nothingIsWrong,
  refusedTo,
  retries,
  takes,
  tries,
  unansweredTo,
  unloaded,
  when,
} from '../steps.ts';

export type EntrySuggestions = AnswerOf<'/sugerenciasGasto'>;

export interface ExpenseEntryFacts extends EntryRules {
  /** The latest of the store, to be proposed; nothing when it could not be had. */
  suggestions: EntrySuggestions;
  /** Categories of the store's format. */
  categories: readonly CategoryRow[];
  departments: readonly DepartmentRow[];
  /** Chosen before a reload, and kept by this browser, or that of the origin; null without one. */
  file: File | null;
  /** The rejected expense that is recorded again; null for any other one. */
  origin: Expense | null;
}

export interface ExpenseEntryInput {
  id_tienda: number;
  /** Unique for this form: it makes a repeated save answer the same expense. */
  idempotencyKey: string;
  /** An expense that was recorded and still has no support; null for a new one. */
  id_gasto: number | null;
  /** Where this browser keeps what is typed, and its file. */
  draft: DraftKey;
  /** A rejected expense to be recorded again; null for any other one. */
  origen: number | null;
}

const nothing = {
  facts: null as ExpenseEntryFacts | null,
  request: null as RequestOf<'/enviarGasto'> | null,
  /** As typed, of the last SAVE. */
  values: null as ExpenseEntryValues | null,
  file: null as File | null,
  /** Progress of the upload, 0 to 100. */
  percent: 0,
  /** Expenses that were recorded one after the other, before the one of the form. */
  recorded: 0,
  /** The key of the expense that follows this one; null when the person goes back to the box. */
  nextKey: null as string | null,
  problem: null as Problem | null,
};

export type ExpenseEntryContext = ExpenseEntryInput & typeof nothing;

interface Chosen {
  file: File | null;
}

interface Entry extends Chosen {
  values: ExpenseEntryValues;
  /** The `idempotencyKey` of the expense to record after this one; null when there is none. */
  nextKey: string | null;
}

export type ExpenseEntryEvent =
  | { type: 'RETRY' }
  | ({ type: 'SAVE' } & Entry)
  /** From here on the form is of another expense, under a key of its own. */
  | { type: 'START_ANEW'; idempotencyKey: string }
  /** Another expense after one that is kept. */
  | { type: 'RECORD_ANOTHER'; idempotencyKey: string }
  | ({ type: 'CHOOSE_FILE' } & Chosen)
  /** Sent by the actor of the upload. */
  | { type: 'UPLOAD.PROGRESS'; percent: number };

export interface SaveExpenseInput {
  body: RequestOf<'/enviarGasto'>;
  /** For the header `Idempotency-Key`. */
  idempotencyKey: string;
}

export interface UploadInput {
  id_gasto: number;
  archivo: File;
  onProgress: (percent: number) => void;
}

/** An expense for the queue of this device (`expense-queue.machine.ts`). */
export interface KeepOnDeviceInput {
  draft: DraftKey;
  clave: string;
  id_tienda: number;
  tienda: string;
  values: ExpenseEntryValues;
  request: RequestOf<'/enviarGasto'>;
  file: File;
  id_gasto: number | null;
}

/** An expense of the queue that arrived another way. */
type Reopened = Pick<ExpenseEntryContext, 'idempotencyKey' | 'id_gasto' | 'draft'>;

interface KeptFile {
  key: DraftKey;
  file: File;
}

interface Args {
  context: ExpenseEntryContext;
}

interface Filled extends Args {
  event: Entry;
}

/** Where this browser keeps the file: of an expense that is recorded, apart from that of the next one. */
const keyOf = ({ context: { draft, id_gasto } }: Args): DraftKey =>
  id_gasto === null ? draft : { ...draft, form: 'soporte', object: String(id_gasto) };

export interface LoadEntryInput {
  id_tienda: number;
  kept: DraftKey;
  origen: number | null;
}

const entryInputOf = (args: Args): LoadEntryInput => ({
  id_tienda: args.context.id_tienda,
  kept: keyOf(args),
  origen: args.context.origen,
});

const keptOf = (args: Args): KeptFile => ({ key: keyOf(args), file: given(args.context.file) });

const forgetsQueued = {
  type: 'forgetQueued',
  params: inputOf('idempotencyKey', 'id_gasto', 'draft'),
} as const;

/** The same expense waits on this device for the server. */
const keptUnanswered = { guard: takes('nobodyAnswered'), ...unansweredTo('keeping') } as const;

/** This device keeps nothing: what is missing at the server stays on the screen. */
const notKept = [
  { guard: 'fileAloneIsMissing', target: 'failedToUpload' },
  { target: 'failedToSave' },
] as const;

const forgetsFile = { type: 'forgetFile', params: keyOf } as const;

const beginsNext = {
  type: 'beginNext',
  params: ({ context }: Args) => given(context.nextKey),
} as const;

const choosesFile = {
  CHOOSE_FILE: checks('fileIsAcceptable', 'uploading', {
    refusals: ({ event }: { event: Chosen }) => fileRefusals(event.file),
    keep: ({ event: { file } }: { event: Chosen }) => ({ file }),
  }),
};

const expenseEntry = flow({
  types: {
    context: {} as ExpenseEntryContext,
    events: {} as ExpenseEntryEvent,
    input: {} as ExpenseEntryInput,
    output: {} as Destination,
    tags: {} as FlowTag | 'form' | 'file',
  },
  actors: {
    loadEntry: named<ExpenseEntryFacts, LoadEntryInput>('loadEntry'),
    enviarGasto: named<AnswerOf<'/enviarGasto'>, SaveExpenseInput>('enviarGasto'),
    cargarSoporte: named<AnswerOf<'/cargarSoporte'>, UploadInput>('cargarSoporte'),
    /** Answers the key of the expense that follows; refused where this device keeps nothing. */
    keepOnDevice: named<string, KeepOnDeviceInput>('keepOnDevice'),
  },
}).extend({
  guards: {
    expenseIsRecorded: ({ context }, result: Result<unknown>) =>
      result.ok && context.id_gasto !== null,
    entryIsComplete: nothingIsWrong,
    /** The key of this form already made an expense, and not this one. */
    keyIsTaken: (_, result: Result<unknown>) =>
      !result.ok && result.motivos.some(({ guardia }) => guardia === idempotencyGuard),
    fileAloneIsMissing: ({ context }) => context.id_gasto !== null,
    anotherFollows: ({ context }, result: Result<unknown>) => result.ok && context.nextKey !== null,
    /** Nobody answered, or nobody behind the door; of a page that was opened again only the file is known. */
    nobodyAnswered: ({ context }, { error }: Failure) =>
      context.request !== null && !(error instanceof CallFailure && error.status === 500),
    fileIsAcceptable: nothingIsWrong,
  },
  actions: {
    keepFacts: assign((_, facts: ExpenseEntryFacts) => ({ facts, file: facts.file })),
    keepNewFund: assign(({ context }, { fund, today, suggestions }: ExpenseEntryFacts) => ({
      facts: { ...given(context.facts), fund, today, suggestions },
    })),
    beginNext: assign(({ context: { facts, recorded } }, idempotencyKey: string) => ({
      ...nothing,
      facts,
      recorded: recorded + 1,
      idempotencyKey,
      id_gasto: null,
      origen: null,
    })),
    keepExpense: assign((_, [kept]: AnswerOf<'/enviarGasto'>) => ({
      id_gasto: kept?.id_gasto ?? null,
    })),
    startProgress: assign({ percent: 0 }),
    keepUpload: (_, _kept: KeptFile) => missing('keepUpload'),
    forgetFile: (_, _key: DraftKey) => missing('forgetFile'),
    /** Takes an expense that was corrected out of the queue of this device. */
    forgetQueued: (_, _queued: Reopened) => missing('forgetQueued'),
  },
});

export const expenseEntryMachine = expenseEntry.createMachine({
  id: 'expenseEntry',
  description: 'La tienda registra un gasto y su soporte.',
  context: ({ input }) => ({ ...input, ...nothing }),
  initial: 'loading',
  output: ({ context }) => ({
    route: 'cajaActual' as const,
    params: { idTienda: context.id_tienda },
  }),
  states: {
    loading: {
      description: 'Cargando el formulario',
      tags: 'loading',
      invoke: {
        ...tries('loadEntry', 'failedToLoad', [
          { guard: when('expenseIsRecorded'), target: 'awaitingFile', actions: keeps('keepFacts') },
          { guard: when('succeeded'), target: 'editing', actions: keeps('keepFacts') },
          { guard: when('isInvisible'), ...refusedTo('forbidden') },
        ]),
        input: entryInputOf,
      },
    },
    failedToLoad: unloaded,
    forbidden,
    editing: {
      description: 'Llenando el formulario',
      tags: 'form',
      initial: 'ready',
      states: {
        ready: { description: 'Con el fondo de ahora' },
        /** «Guardado en este teléfono. Se enviará cuando haya señal.» */
        afterKept: { description: 'Con el gasto anterior guardado en este equipo' },
        refreshing: {
          description: 'Consultando otra vez el fondo',
          invoke: {
            id: 'refreshEntry',
            src: 'loadEntry',
            input: entryInputOf,
            onDone: [
              { guard: when('succeeded'), target: 'ready', actions: keeps('keepNewFund') },
              { target: 'ready' },
            ],
            onError: 'ready',
          },
        },
      },
      on: {
        SAVE: checks('entryIsComplete', 'saving', {
          refusals: ({ context, event: { values, file } }: Filled) =>
            entryRefusals(values, file, given(context.facts)),
          keep: ({ context: { id_tienda, origen }, event: { values, file, nextKey } }: Filled) => ({
            request: entryRequest(values, id_tienda, origen),
            values,
            file,
            nextKey,
          }),
          title: fillAllMessage,
        }),
        START_ANEW: { actions: keepsGiven('idempotencyKey') },
      },
    },
    saving: {
      description: 'Guardando el gasto',
      tags: ['pending', 'form'],
      invoke: {
        ...tries('enviarGasto', 'editing', [
          {
            guard: when('succeeded'),
            target: 'uploading',
            actions: [forgetsFile, forgetsQueued, keeps('keepExpense')],
          },
          { guard: when('sessionEnded'), ...refusedTo('failedToSave') },
          { guard: when('keyIsTaken'), target: 'recordedBefore' },
        ]),
        onError: [keptUnanswered, unansweredTo('failedToSave')],
        input: ({ context }) => ({
          body: given(context.request),
          idempotencyKey: context.idempotencyKey,
        }),
      },
    },
    keeping: {
      description: 'Guardando en este equipo',
      tags: ['pending', 'form'],
      invoke: {
        id: 'keepOnDevice',
        src: 'keepOnDevice',
        input: ({ context }) => ({
          draft: context.draft,
          clave: context.idempotencyKey,
          id_tienda: context.id_tienda,
          tienda: given(context.facts).fund.tienda,
          values: given(context.values),
          request: given(context.request),
          file: given(context.file),
          id_gasto: context.id_gasto,
        }),
        onDone: [
          {
            guard: when('succeeded'),
            target: 'editing.afterKept',
            actions: [forgetsFile, keeps('beginNext')],
          },
          ...notKept,
        ],
        onError: notKept,
      },
    },
    /** Only RETRY: whether the first try arrived is not known, so the form must not change. */
    failedToSave: {
      description: 'Gasto sin respuesta',
      tags: ['failed', 'form'],
      on: retries('saving'),
    },
    recordedBefore: {
      description: 'Gasto ya registrado',
      tags: ['failed', 'form'],
      on: { START_ANEW: { target: 'editing', actions: keepsGiven('idempotencyKey') } },
    },
    awaitingFile: {
      description: 'Esperando el soporte',
      tags: 'file',
      on: choosesFile,
    },
    uploading: {
      description: 'Subiendo el soporte',
      tags: ['pending', 'file'],
      entry: ['startProgress', { type: 'keepUpload', params: keptOf }],
      on: { 'UPLOAD.PROGRESS': { actions: keepsGiven('percent') } },
      invoke: {
        ...tries('cargarSoporte', 'failedToUpload', [
          {
            guard: when('anotherFollows'),
            target: 'editing.refreshing',
            actions: [forgetsQueued, forgetsFile, beginsNext],
          },
          { guard: when('succeeded'), target: 'saved', actions: forgetsQueued },
        ]),
        onError: [keptUnanswered, unansweredTo('failedToUpload')],
        input: ({ context, self }) => ({
          id_gasto: given(context.id_gasto),
          archivo: given(context.file),
          onProgress: (percent: number) => self.send({ type: 'UPLOAD.PROGRESS', percent }),
        }),
      },
    },
    failedToUpload: {
      description: 'Soporte sin subir',
      tags: ['failed', 'file'],
      on: {
        ...retries('uploading'),
        ...choosesFile,
      },
    },
    /** 'Datos almacenados' */
    saved: {
      description: 'Datos almacenados',
      tags: 'done',
      entry: forgetsFile,
      on: {
        RECORD_ANOTHER: {
          target: 'editing.refreshing',
          actions: {
            type: 'beginNext',
            params: ({ event: { idempotencyKey } }) => idempotencyKey,
          },
        },
      },
      after: { redirectDelay: 'finished' },
    },
    finished: { description: 'Fin', type: 'final', tags: 'done' },
  },
});
