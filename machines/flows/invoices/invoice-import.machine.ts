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
import { named } from '../call-actors.ts';
import {
  emptyQueue,
  type ImportQueue,
  withFiles,
  withImported,
  withNextUnderWay,
  withUnsent,
  withUnsentWaiting,
} from './invoice-import.queue.ts';
import {
  type Failure,
  given,
  problemOfFailure,
  problemOfResult,
  type Result,
  resultGuards,
} from '../result.ts';
import { keeps, keepsFailure, keepsRefusal, takes, when } from '../steps.ts';

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

export interface ImportUpload {
  archivo: File;
  onProgress: (percent: number) => void;
}

export const invoiceImportMachine = setup({
  types: {
    context: {} as InvoiceImportContext,
    events: {} as InvoiceImportEvent,
    tags: {} as 'pending' | 'failed' | 'done' | 'list',
  },
  actors: {
    importarFacturas: named<AnswerOf<'/importarFacturas'>, ImportUpload>('importarFacturas'),
  },
  guards: {
    ...resultGuards,
    filesAreGiven: (_, { files }: Files) => files.length > 0,
    someFileWaits: ({ context }) => context.queue.waiting.length > 0,
    someFileIsUnsent: ({ context }) => context.queue.unsent.length > 0,
  },
  actions: {
    addFiles: assign(({ context }, { files }: Files) => ({
      queue: withFiles(context.queue, files),
    })),
    takeNext: assign(({ context }) => ({ queue: withNextUnderWay(context.queue), percent: 0 })),
    keepProgress: assign((_, { percent }: { percent: number }) => ({ percent })),
    keepResults: assign(({ context }, [imported]: AnswerOf<'/importarFacturas'>) => ({
      queue: withImported(context.queue, imported?.resultados ?? []),
    })),
    keepRefused: assign(({ context }, result: Result<unknown>) => ({
      queue: withUnsent(context.queue, given(problemOfResult(result))),
    })),
    keepUnsent: assign(({ context }, { error }: Failure) => ({
      queue: withUnsent(context.queue, problemOfFailure(error)),
    })),
    retryUnsent: assign(({ context }) => ({ queue: withUnsentWaiting(context.queue) })),
    clear: assign({ queue: emptyQueue }),
  },
}).createMachine({
  id: 'invoiceImport',
  description: 'Contabilidad importa facturas electrónicas, un archivo tras otro.',
  context: { queue: emptyQueue, percent: 0 },
  initial: 'empty',
  states: {
    empty: {
      description: 'Sin archivos',
      on: {
        ADD: { guard: takes('filesAreGiven'), target: 'dispatching', actions: takes('addFiles') },
      },
    },
    dispatching: {
      description: 'Repartiendo los archivos',
      tags: 'list',
      always: [
        { guard: 'someFileWaits', target: 'sending', actions: 'takeNext' },
        { guard: 'someFileIsUnsent', target: 'incomplete' },
        { target: 'finished' },
      ],
    },
    sending: {
      description: 'Enviando un archivo',
      tags: ['pending', 'list'],
      on: {
        ADD: { guard: takes('filesAreGiven'), actions: takes('addFiles') },
        'UPLOAD.PROGRESS': { actions: takes('keepProgress') },
      },
      invoke: {
        id: 'importarFacturas',
        src: 'importarFacturas',
        input: ({ context, self }) => ({
          archivo: given(context.queue.current).file,
          onProgress: (percent) => self.send({ type: 'UPLOAD.PROGRESS', percent }),
        }),
        onDone: [
          { guard: when('succeeded'), target: 'dispatching', actions: keeps('keepResults') },
          {
            // The others would be refused too: they wait until the person is signed in again.
            guard: when('sessionEnded'),
            target: 'incomplete',
            actions: keepsRefusal('keepRefused'),
          },
          { target: 'dispatching', actions: keepsRefusal('keepRefused') },
        ],
        onError: { target: 'dispatching', actions: keepsFailure('keepUnsent') },
      },
    },
    incomplete: {
      description: 'Archivos sin enviar',
      tags: ['failed', 'list'],
      on: {
        ADD: { guard: takes('filesAreGiven'), target: 'dispatching', actions: takes('addFiles') },
        RETRY: { target: 'dispatching', actions: 'retryUnsent' },
      },
    },
    finished: {
      description: 'Todo enviado',
      tags: ['done', 'list'],
      on: {
        ADD: { guard: takes('filesAreGiven'), target: 'dispatching', actions: takes('addFiles') },
        CLEAR: { target: 'empty', actions: 'clear' },
      },
    },
  },
});
