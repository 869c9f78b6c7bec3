/**
 * Accounting imports electronic invoices: any number of files, sent one after another.
 *
 * empty        nothing was chosen
 * dispatching  passing: the next file, or what is left when there is none
 * sending      one file is under way; others may be chosen meanwhile
 * incomplete   some files did not arrive, and none of them is lost: try again
 * finished     every file has its result; others may be chosen
 */
import { assign, setup } from 'xstate';
import type { AnswerOf } from '#contract/contract.ts';
import { named } from '../steps/call-actors.ts';
import {
  type Failure,
  given,
  problemOfFailure,
  problemOfResult,
  type Result,
  resultGuards,
} from '../steps/result.ts';
import { type FlowTag, keeps, refusedTo, takes, unansweredTo, when } from '../steps/steps.ts';
import {
  hasFile,
  type ImportQueue,
  withFiles,
  withNextUnderWay,
  withOutcome,
  withUnsentWaiting,
} from './invoice-import.queue.ts';

export interface InvoiceImportContext {
  queue: ImportQueue;
  /** Progress of the file under way, 0 to 100. */
  percent: number;
}

interface Files {
  files: readonly File[];
}

export type InvoiceImportEvent =
  | ({ type: 'ADD' } & Files)
  | { type: 'RETRY' }
  /** The list is put away: only when nothing is left to send. */
  | { type: 'CLEAR' }
  /** Sent by the actor of the upload. */
  | { type: 'UPLOAD.PROGRESS'; percent: number };

interface ImportUpload {
  archivo: File;
  onProgress: (percent: number) => void;
}

/** Nothing happens when somebody chose no file. */
const adding = { guard: takes('filesAreGiven'), actions: takes('addFiles') } as const;

export const invoiceImportMachine = setup({
  types: {
    context: {} as InvoiceImportContext,
    events: {} as InvoiceImportEvent,
    tags: {} as FlowTag,
  },
  actors: {
    importarFacturas: named<AnswerOf<'/importarFacturas'>, ImportUpload>('importarFacturas'),
  },
  guards: {
    ...resultGuards,
    filesAreGiven: (_, { files }: Files) => files.length > 0,
    someFileWaits: ({ context }) => hasFile(context.queue, 'waiting'),
    someFileIsUnsent: ({ context }) => hasFile(context.queue, 'unsent'),
  },
  actions: {
    addFiles: assign(({ context }, { files }: Files) => ({
      queue: withFiles(context.queue, files),
    })),
    takeNext: assign(({ context }) => ({ queue: withNextUnderWay(context.queue), percent: 0 })),
    keepProgress: assign((_, { percent }: { percent: number }) => ({ percent })),
    keepResults: assign(({ context }, [imported]: AnswerOf<'/importarFacturas'>) => ({
      queue: withOutcome(context.queue, {
        kind: 'imported',
        results: imported?.resultados ?? [],
      }),
    })),
    keepRefusal: assign(({ context }, result: Result<unknown>) => ({
      queue: withOutcome(context.queue, {
        kind: 'unsent',
        problem: given(problemOfResult(result)),
      }),
    })),
    keepFailure: assign(({ context }, { error }: Failure) => ({
      queue: withOutcome(context.queue, { kind: 'unsent', problem: problemOfFailure(error) }),
    })),
    retryUnsent: assign(({ context }) => ({ queue: withUnsentWaiting(context.queue) })),
    clear: assign({ queue: [] }),
  },
}).createMachine({
  id: 'invoiceImport',
  description: 'Contabilidad importa facturas electrónicas, un archivo tras otro.',
  context: { queue: [], percent: 0 },
  initial: 'empty',
  states: {
    empty: {
      description: 'Sin archivos',
      on: { ADD: { ...adding, target: 'dispatching' } },
    },
    dispatching: {
      description: 'Repartiendo los archivos',
      always: [
        { guard: 'someFileWaits', target: 'sending', actions: 'takeNext' },
        { guard: 'someFileIsUnsent', target: 'incomplete' },
        { target: 'finished' },
      ],
    },
    sending: {
      description: 'Enviando un archivo',
      tags: 'pending',
      on: {
        ADD: adding,
        'UPLOAD.PROGRESS': { actions: takes('keepProgress') },
      },
      invoke: {
        id: 'importarFacturas',
        src: 'importarFacturas',
        input: ({ context, self }) => ({
          archivo: given(context.queue.find(({ kind }) => kind === 'sending') ?? null).file,
          onProgress: (percent) => self.send({ type: 'UPLOAD.PROGRESS', percent }),
        }),
        onDone: [
          { guard: when('succeeded'), target: 'dispatching', actions: keeps('keepResults') },
          // The others would be refused too: they wait until the person is signed in again.
          { guard: when('sessionEnded'), ...refusedTo('incomplete') },
          refusedTo('dispatching'),
        ],
        onError: unansweredTo('dispatching'),
      },
    },
    incomplete: {
      description: 'Archivos sin enviar',
      tags: 'failed',
      on: {
        ADD: { ...adding, target: 'dispatching' },
        RETRY: { target: 'dispatching', actions: 'retryUnsent' },
      },
    },
    finished: {
      description: 'Todo enviado',
      tags: 'done',
      on: {
        ADD: { ...adding, target: 'dispatching' },
        CLEAR: { target: 'empty', actions: 'clear' },
      },
    },
  },
});
