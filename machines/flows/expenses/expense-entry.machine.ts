import type { SnapshotFrom } from 'xstate';
import { successes } from '#contract/errors.ts';
import type { DraftKey } from '../drafts/draft.machine.ts';
import { fieldErrors, assertPresent } from '../steps/result.ts';
import {
  invokeState,
  validated,
  forbidden,
  inputOf,
  assignOutput,
  assignFromEvent,
  refusedTo,
  retries,
  withEvent,
  unansweredState,
  unansweredTo,
  loadFailedState,
  guardOnOutput,
} from '../steps/steps.ts';
import { fillAll } from '#contract/fields.ts';
import { entryRefusals, entryRequest, fileRefusals } from './expense-entry.form.ts';
import {
  type Chosen,
  type Entry,
  type ExpenseEntryContext,
  type LoadEntryInput,
  type StoredFile,
  expenseEntry,
  nothing,
} from './expense-entry.setup.ts';
import type { supplierLookupMachine } from './supplier-lookup.machine.ts';

/**
 * A store records one expense and its supporting file.
 *
 * loading        the fund of the store, the categories of its format, the departments and today's date are loading
 * failedToLoad   loading failed: RETRY
 * forbidden      the store or the origin does not exist, or the user may not see it
 * editing        the form; a refused save shows the reasons and leaves the fields unchanged. When another expense
 *                follows, the form is shown at once: while the fund is reloaded (refreshing), or without a reload
 *                after an expense that this device stores (afterQueued)
 * saving         the expense is being saved, with a key that makes a repeated call return the same expense
 * keeping        no answer: this device stores the expense, and sends it once the server is back
 * failedToSave   the session ended, the server failed, or this device could not store the expense: RETRY sends the
 *                same expense with the same key, never a second one
 * recordedBefore an earlier attempt arrived with other data: START_ANEW makes this form another expense
 * awaitingFile   the expense exists and has no receipt yet (the page was opened again)
 * uploading      the file is being uploaded
 * failedToUpload the expense is saved; its file was refused, or neither sent nor stored: RETRY or CHOOSE_FILE
 * saved          both are saved, announced for 3 s; the user can record another expense without waiting
 * finished       redirect to the current box (output)
 */

interface Args {
  context: ExpenseEntryContext;
}

interface Filled extends Args {
  event: Entry;
}

/** Key of the file in this browser; the file of a recorded expense has its own key, apart from the next expense's. */
const keyOf = ({ context: { draft, id_gasto } }: Args): DraftKey =>
  id_gasto === null ? draft : { ...draft, form: 'soporte', object: String(id_gasto) };

const entryInputOf = (args: Args): LoadEntryInput => ({
  id_tienda: args.context.id_tienda,
  saved: keyOf(args),
  origen: args.context.origen,
});

const storedOf = (args: Args): StoredFile => ({
  key: keyOf(args),
  file: assertPresent(args.context.file),
});

const forgetsQueued = {
  type: 'forgetQueued',
  params: inputOf('idempotencyKey', 'id_gasto', 'draft'),
} as const;

/** Without an answer this device stores the expense. */
const storedUnanswered = {
  guard: withEvent('nobodyAnswered'),
  ...unansweredTo('keeping'),
} as const;

/** This device could not store the expense: the screen shows what the server still lacks. */
const notStored = [
  { guard: 'fileAloneIsMissing', target: 'failedToUpload' },
  { target: 'failedToSave' },
] as const;

const forgetsFile = { type: 'forgetFile', params: keyOf } as const;

const beginsNext = {
  type: 'beginNext',
  params: ({ context }: Args) => assertPresent(context.nextKey),
} as const;

const choosesFile = {
  CHOOSE_FILE: validated('fileIsAcceptable', 'uploading', {
    refusals: ({ event }: { event: Chosen }) => fileRefusals(event.file),
    assigns: ({ event: { file } }: { event: Chosen }) => ({ file }),
  }),
};

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
    loading: invokeState('Cargando el formulario', 'loadEntry', {
      input: entryInputOf,
      answers: [
        {
          guard: guardOnOutput('expenseIsRecorded'),
          target: 'awaitingFile',
          actions: assignOutput('setFacts'),
        },
        {
          guard: guardOnOutput('succeeded'),
          target: 'editing',
          actions: assignOutput('setFacts'),
        },
        { guard: guardOnOutput('isInvisible'), ...refusedTo('forbidden') },
      ],
      failed: 'failedToLoad',
    }),
    failedToLoad: loadFailedState,
    forbidden,
    editing: {
      description: 'Llenando el formulario',
      tags: 'form',
      initial: 'ready',
      states: {
        ready: { description: 'Con el fondo de ahora' },
        /** «Guardado en este teléfono. Se enviará cuando haya señal.» */
        afterQueued: { description: 'Con el gasto anterior guardado en este equipo' },
        refreshing: {
          description: 'Consultando otra vez el fondo',
          invoke: {
            id: 'refreshEntry',
            src: 'loadEntry',
            input: entryInputOf,
            onDone: [
              {
                guard: guardOnOutput('succeeded'),
                target: 'ready',
                actions: assignOutput('setNewFund'),
              },
              { target: 'ready' },
            ],
            onError: 'ready',
          },
        },
      },
      on: {
        SAVE: validated('entryIsComplete', 'saving', {
          refusals: ({ context, event: { values, file } }: Filled) =>
            entryRefusals(values, file, assertPresent(context.facts)),
          assigns: ({
            context: { id_tienda, origen },
            event: { values, file, nextKey },
          }: Filled) => ({
            request: entryRequest(values, id_tienda, origen),
            values,
            file,
            nextKey,
          }),
          title: fillAll,
        }),
        START_ANEW: { actions: assignFromEvent('idempotencyKey') },
      },
    },
    saving: {
      description: 'Guardando el gasto',
      tags: ['pending', 'form'],
      invoke: {
        id: 'enviarGasto',
        src: 'enviarGasto',
        onDone: [
          {
            guard: guardOnOutput('succeeded'),
            target: 'uploading',
            actions: [forgetsFile, forgetsQueued, assignOutput('setExpense')],
          },
          { guard: guardOnOutput('sessionEnded'), ...refusedTo('failedToSave') },
          { guard: guardOnOutput('keyIsTaken'), target: 'recordedBefore' },
          refusedTo('editing'),
        ],
        onError: [storedUnanswered, unansweredTo('failedToSave')],
        input: ({ context }) => ({
          body: assertPresent(context.request),
          idempotencyKey: context.idempotencyKey,
        }),
      },
    },
    keeping: {
      description: 'Guardando en este equipo',
      tags: ['pending', 'form'],
      invoke: {
        id: 'queueOnDevice',
        src: 'queueOnDevice',
        input: ({ context }) => ({
          draft: context.draft,
          clave: context.idempotencyKey,
          id_tienda: context.id_tienda,
          tienda: assertPresent(context.facts).fund.tienda,
          values: assertPresent(context.values),
          request: assertPresent(context.request),
          file: assertPresent(context.file),
          id_gasto: context.id_gasto,
        }),
        onDone: [
          {
            guard: guardOnOutput('succeeded'),
            target: 'editing.afterQueued',
            actions: [forgetsFile, assignOutput('beginNext')],
          },
          ...notStored,
        ],
        onError: notStored,
      },
    },
    /** Only RETRY: whether the first try arrived is not known, so the form must not change. */
    failedToSave: unansweredState('Gasto sin respuesta', 'saving', undefined, { tag: 'form' }),
    recordedBefore: {
      description: 'Gasto ya registrado',
      tags: ['failed', 'form'],
      on: { START_ANEW: { target: 'editing', actions: assignFromEvent('idempotencyKey') } },
    },
    awaitingFile: {
      description: 'Esperando el soporte',
      tags: 'file',
      on: choosesFile,
    },
    uploading: {
      description: 'Subiendo el soporte',
      tags: ['pending', 'file'],
      entry: ['startProgress', { type: 'storeUpload', params: storedOf }],
      on: { 'UPLOAD.PROGRESS': { actions: assignFromEvent('percent') } },
      invoke: {
        id: 'cargarSoporte',
        src: 'cargarSoporte',
        onDone: [
          {
            guard: guardOnOutput('anotherFollows'),
            target: 'editing.refreshing',
            actions: [forgetsQueued, forgetsFile, beginsNext],
          },
          { guard: guardOnOutput('succeeded'), target: 'saved', actions: forgetsQueued },
          refusedTo('failedToUpload'),
        ],
        onError: [storedUnanswered, unansweredTo('failedToUpload')],
        input: ({ context, self }) => ({
          id_gasto: assertPresent(context.id_gasto),
          archivo: assertPresent(context.file),
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

/** Selectors of the flow that records an expense. */

export { isLoading, problemOf } from '../steps/result.ts';

type EntrySnapshot = SnapshotFrom<typeof expenseEntryMachine>;
type LookupSnapshot = SnapshotFrom<typeof supplierLookupMachine>;

/** The form is shown; it can be changed only while `isEditing`. */
export const showsForm = (snapshot: EntrySnapshot) => snapshot.hasTag('form');
export const isEditing = (snapshot: EntrySnapshot) => snapshot.matches('editing');
/** The expense is saved and only its file is missing. */
export const showsFile = (snapshot: EntrySnapshot) => snapshot.hasTag('file');
/** No file was chosen, or the page was closed before the upload finished; accepts CHOOSE_FILE. */
export const awaitsFile = (snapshot: EntrySnapshot) => snapshot.matches('awaitingFile');
export const isSaving = (snapshot: EntrySnapshot) =>
  snapshot.matches('saving') || snapshot.matches('keeping');
/** This device stores the previous expense, and will send it. */
export const isAfterQueued = (snapshot: EntrySnapshot) =>
  snapshot.matches({ editing: 'afterQueued' });
export const isUploading = (snapshot: EntrySnapshot) => snapshot.matches('uploading');
/** An earlier attempt recorded an expense with other data; accepts START_ANEW. */
export const wasRecordedBefore = (snapshot: EntrySnapshot) => snapshot.matches('recordedBefore');
export const storeOf = (snapshot: EntrySnapshot) => snapshot.context.id_tienda;
/** For the header `Idempotency-Key`. */
export const idempotencyKeyOf = (snapshot: EntrySnapshot) => snapshot.context.idempotencyKey;
/** The id of the expense once it is saved; null before. */
export const recordedExpenseOf = (snapshot: EntrySnapshot) => snapshot.context.id_gasto;
/** Number of expenses recorded in a row before this one; each has a form of its own. */
export const recordedCountOf = (snapshot: EntrySnapshot) => snapshot.context.recorded;
/** The upload failed; accepts RETRY or CHOOSE_FILE. */
export const failedToUpload = (snapshot: EntrySnapshot) => snapshot.matches('failedToUpload');
/** The file of the last SAVE or CHOOSE_FILE that was accepted. */
export const fileOf = (snapshot: EntrySnapshot) => snapshot.context.file;
/** 0 to 100. */
export const percentOf = (snapshot: EntrySnapshot) => snapshot.context.percent;
/** Null until loaded. */
export const factsOf = (snapshot: EntrySnapshot) => snapshot.context.facts;
/** The error message of each field by its name; `archivo` is the file. */
export const fieldErrorsOf = (snapshot: EntrySnapshot) => fieldErrors(snapshot.context.problem);
/** The success message; null while there is none. */
export const noticeOf = (snapshot: EntrySnapshot): string | null =>
  snapshot.hasTag('done') ? successes.saved : null;

const noMatches: LookupSnapshot['context']['matches'] = [];
export const matchesOf = (snapshot: LookupSnapshot) =>
  snapshot.matches('choosing') ? snapshot.context.matches : noMatches;
export const isSearching = (snapshot: LookupSnapshot) =>
  snapshot.matches('waiting') || snapshot.matches('searching');
/** No supplier has the typed name. */
export const nobodyHasName = (snapshot: LookupSnapshot) => snapshot.matches('unnamed');
const noInvoices: LookupSnapshot['context']['invoices'] = [];
/** Electronic invoices of the chosen supplier that belong to no expense. */
export const offeredInvoicesOf = (snapshot: LookupSnapshot) =>
  snapshot.matches('known') ? snapshot.context.invoices : noInvoices;
/** The supplier is new: name, address, department and city are required. */
export const needsAddress = (snapshot: LookupSnapshot) => snapshot.hasTag('addressNeeded');
export const lookupFailed = (snapshot: LookupSnapshot) => snapshot.matches('failed');
export const municipalitiesAreLoading = (snapshot: LookupSnapshot) =>
  snapshot.matches({ unknown: 'loadingMunicipalities' });
/** Loading the municipalities of the department failed; accepts RETRY. */
export const municipalitiesFailed = (snapshot: LookupSnapshot) =>
  snapshot.matches({ unknown: 'withoutMunicipalities' });
export const municipalitiesOf = (snapshot: LookupSnapshot) => snapshot.context.municipalities;
export const lookupProblemOf = (snapshot: LookupSnapshot) => snapshot.context.problem;
