/**
 * A store records one expense and its supporting file.
 *
 * loading        the store's fund, the categories of its format, the departments and today come
 * failedToLoad   they did not: try again
 * forbidden      it is not there, or not for this person
 * editing        the form; a refused save says why and keeps everything
 * saving         the expense is under way, with a key that makes a repetition answer the same expense
 * failedToSave   no answer: trying again sends the same expense with the same key, never a second one
 * recordedBefore an earlier try arrived, with other data: it is looked at, or this one becomes another expense
 * awaitingFile   the expense exists and has no support yet (the page was opened again)
 * uploading      the file is under way
 * failedToUpload the expense is safe, its file is not: the same file again, or another one
 * saved          both are kept, announced for 3 s
 * finished       the person is led to the current box (output)
 */
import { assign } from 'xstate';
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import { idempotencyGuard } from '#contract/errors.ts';
import { named } from '../call-actors.ts';
import type { Destination } from '../destination.ts';
import { type DraftKey, missing } from '../drafts/draft.machine.ts';
import {
  type EntryRules,
  type ExpenseEntryValues,
  entryRefusals,
  entryRequest,
  fileRefusals,
  fillAllMessage,
} from './expense-entry.form.ts';
import type { CategoryRow, DepartmentRow } from './reference-rows.ts';
import { given, type Problem, problemOfRules, type Result } from '../result.ts';
import {
  type FlowTag,
  flow,
  forbidden,
  keeps,
  refusedTo,
  retries,
  takes,
  tries,
  unloaded,
  unansweredTo,
  when,
} from '../steps.ts';

export interface ExpenseEntryFacts extends EntryRules {
  /** Categories of the store's format. */
  categories: readonly CategoryRow[];
  departments: readonly DepartmentRow[];
  /** Chosen before a reload, and kept by this browser; null without one. */
  file: File | null;
}

export interface ExpenseEntryInput {
  id_tienda: number;
  /** Unique for this form: it makes a repeated save answer the same expense. */
  idempotencyKey: string;
  /** An expense that was recorded and still has no support; null for a new one. */
  id_gasto: number | null;
  /** Where this browser keeps what is typed, and its file. */
  draft: DraftKey;
}

export interface ExpenseEntryContext extends ExpenseEntryInput {
  facts: ExpenseEntryFacts | null;
  request: RequestOf<'/enviarGasto'> | null;
  file: File | null;
  /** Progress of the upload, 0 to 100. */
  percent: number;
  problem: Problem | null;
}

interface Chosen {
  file: File | null;
}

interface Entry extends Chosen {
  values: ExpenseEntryValues;
}

export type ExpenseEntryEvent =
  | { type: 'RETRY' }
  | ({ type: 'SAVE' } & Entry)
  /** From here on the form is of another expense, under a key of its own. */
  | { type: 'START_ANEW'; idempotencyKey: string }
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

interface KeptFile {
  key: DraftKey;
  file: File;
}

interface Args {
  context: ExpenseEntryContext;
}

/** Where this browser keeps the file: of an expense that is recorded, apart from that of the next one. */
const keyOf = ({ context: { draft, id_gasto } }: Args): DraftKey =>
  id_gasto === null ? draft : { ...draft, form: 'soporte', object: String(id_gasto) };

const keptOf = (args: Args): KeptFile => ({ key: keyOf(args), file: given(args.context.file) });

const choosesFile = {
  CHOOSE_FILE: [
    { guard: takes('fileIsAcceptable'), target: 'uploading', actions: takes('keepFile') },
    { actions: takes('explainFile') },
  ],
} as const;

const expenseEntry = flow({
  types: {
    context: {} as ExpenseEntryContext,
    events: {} as ExpenseEntryEvent,
    input: {} as ExpenseEntryInput,
    output: {} as Destination,
    tags: {} as FlowTag | 'form' | 'file',
  },
  actors: {
    loadEntry: named<ExpenseEntryFacts, { id_tienda: number; kept: DraftKey }>('loadEntry'),
    enviarGasto: named<AnswerOf<'/enviarGasto'>, SaveExpenseInput>('enviarGasto'),
    cargarSoporte: named<AnswerOf<'/cargarSoporte'>, UploadInput>('cargarSoporte'),
  },
}).extend({
  guards: {
    expenseIsRecorded: ({ context }, result: Result<unknown>) =>
      result.ok && context.id_gasto !== null,
    entryIsComplete: ({ context }, { values, file }: Entry) =>
      entryRefusals(values, file, given(context.facts)).length === 0,
    /** The key of this form already made an expense, and not this one. */
    keyIsTaken: (_, result: Result<unknown>) =>
      !result.ok && result.motivos.some(({ guardia }) => guardia === idempotencyGuard),
    fileIsAcceptable: (_, { file }: Chosen) => fileRefusals(file).length === 0,
  },
  actions: {
    keepFacts: assign((_, facts: ExpenseEntryFacts) => ({ facts, file: facts.file })),
    keepEntry: assign(({ context }, { values, file }: Entry) => ({
      request: entryRequest(values, context.id_tienda),
      file,
      problem: null,
    })),
    explainEntry: assign(({ context }, { values, file }: Entry) => ({
      problem: problemOfRules(entryRefusals(values, file, given(context.facts)), fillAllMessage),
    })),
    takeNewKey: assign((_, { idempotencyKey }: { idempotencyKey: string }) => ({
      idempotencyKey,
      problem: null,
    })),
    keepExpense: assign((_, [kept]: AnswerOf<'/enviarGasto'>) => ({
      id_gasto: kept?.id_gasto ?? null,
    })),
    keepFile: assign((_, { file }: Chosen) => ({ file, problem: null })),
    explainFile: assign((_, { file }: Chosen) => ({ problem: problemOfRules(fileRefusals(file)) })),
    keepProgress: assign((_, { percent }: { percent: number }) => ({ percent })),
    startProgress: assign({ percent: 0 }),
    keepUpload: (_, _kept: KeptFile) => missing('keepUpload'),
    forgetFile: (_, _key: DraftKey) => missing('forgetFile'),
  },
});

export const expenseEntryMachine = expenseEntry.createMachine({
  id: 'expenseEntry',
  description: 'La tienda registra un gasto y su soporte.',
  context: ({ input }) => ({
    ...input,
    facts: null,
    request: null,
    file: null,
    percent: 0,
    problem: null,
  }),
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
        input: (args) => ({ id_tienda: args.context.id_tienda, kept: keyOf(args) }),
      },
    },
    failedToLoad: unloaded,
    forbidden,
    editing: {
      description: 'Llenando el formulario',
      tags: 'form',
      on: {
        SAVE: [
          { guard: takes('entryIsComplete'), target: 'saving', actions: takes('keepEntry') },
          { actions: takes('explainEntry') },
        ],
        START_ANEW: { actions: takes('takeNewKey') },
      },
    },
    saving: {
      description: 'Guardando el gasto',
      tags: ['pending', 'form'],
      invoke: {
        id: 'enviarGasto',
        src: 'enviarGasto',
        input: ({ context }) => ({
          body: given(context.request),
          idempotencyKey: context.idempotencyKey,
        }),
        onDone: [
          {
            guard: when('succeeded'),
            target: 'uploading',
            actions: [{ type: 'forgetFile', params: keyOf }, keeps('keepExpense')],
          },
          { guard: when('sessionEnded'), ...refusedTo('failedToSave') },
          { guard: when('keyIsTaken'), target: 'recordedBefore' },
          refusedTo('editing'),
        ],
        onError: unansweredTo('failedToSave'),
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
      on: { START_ANEW: { target: 'editing', actions: takes('takeNewKey') } },
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
      on: { 'UPLOAD.PROGRESS': { actions: takes('keepProgress') } },
      invoke: {
        ...tries('cargarSoporte', 'failedToUpload', [
          { guard: when('succeeded'), target: 'saved' },
        ]),
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
        RETRY: { target: 'uploading', actions: 'forgetProblem' },
        ...choosesFile,
      },
    },
    /** 'Datos almacenados' */
    saved: {
      description: 'Datos almacenados',
      tags: 'done',
      entry: { type: 'forgetFile', params: keyOf },
      after: { redirectDelay: 'finished' },
    },
    finished: { description: 'Fin', type: 'final', tags: 'done' },
  },
});
