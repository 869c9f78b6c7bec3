import { type SnapshotFrom, assign, setup } from 'xstate';
import { type ImportedInvoice, maximumInvoiceFileBytes } from '#contract/calls/imports.calls.ts';
import type { AnswerOf } from '#contract/contract.ts';
import { refusals } from '#contract/errors.ts';
import {
  type Failure,
  type Problem,
  type Result,
  assertPresent,
  named,
  problemOfFailure,
  problemOfResult,
  resultGuards,
} from '../steps/result.ts';
import {
  type FlowTag,
  assignOutput,
  refusedTo,
  withEvent,
  unansweredTo,
  guardOnOutput,
} from '../steps/steps.ts';

/** The files of an import, in the order in which they were chosen. */

type Progress =
  /** At most one file is being sent. */
  | { kind: 'waiting' | 'sending' }
  /** The upload failed or was refused: the file may be sent again. */
  | { kind: 'unsent'; problem: Problem }
  /** The file has been processed; `results` has at least one element. */
  | { kind: 'imported'; results: readonly ImportedInvoice[] };

type QueuedFile = { file: File } & Progress;

type ImportQueue = readonly QueuedFile[];

export const hasFile = (queue: ImportQueue, wanted: Progress['kind']): boolean =>
  queue.some(({ kind }) => kind === wanted);

/** The result of a file that is too large, without an upload. */
const tooLarge = (file: File): ImportedInvoice => ({
  archivo: file.name,
  resultado: 'rechazada',
  numero: null,
  proveedor: null,
  total: null,
  cufe: null,
  gastos: 0,
  mensaje: `${refusals[413]} El máximo es ${maximumInvoiceFileBytes / 1_000_000} MB.`,
  aviso: '',
});

/** Appends the chosen files to the queue; files that are too large are not sent. */
const withFiles = (queue: ImportQueue, files: readonly File[]): ImportQueue => [
  ...queue,
  ...files.map(
    (file): QueuedFile =>
      file.size > maximumInvoiceFileBytes
        ? { file, kind: 'imported', results: [tooLarge(file)] }
        : { file, kind: 'waiting' },
  ),
];

function withNextUnderWay(queue: ImportQueue): ImportQueue {
  const next = queue.find(({ kind }) => kind === 'waiting');
  return queue.map((item) => (item === next ? { file: item.file, kind: 'sending' } : item));
}

/** Sets the outcome of the file that is being sent. */
const withOutcome = (queue: ImportQueue, outcome: Progress): ImportQueue =>
  queue.map((item) => (item.kind === 'sending' ? { file: item.file, ...outcome } : item));

/** Sets the unsent files back to `waiting`. */
const withUnsentWaiting = (queue: ImportQueue): ImportQueue =>
  queue.map((item) => (item.kind === 'unsent' ? { file: item.file, kind: 'waiting' } : item));

/**
 * Accounting imports electronic invoices: any number of files, sent one after another.
 *
 * empty        no file is chosen
 * dispatching  transient: takes the next waiting file, or finishes without one
 * sending      one file is being sent; others can be added
 * incomplete   some files were not sent, but none is lost: RETRY
 * finished     every file has its result; others can be added
 */

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
  /** Clears the list; only when nothing is left to send. */
  | { type: 'CLEAR' }
  /** Sent by the actor of the upload. */
  | { type: 'UPLOAD.PROGRESS'; percent: number };

interface ImportUpload {
  archivo: File;
  onProgress: (percent: number) => void;
}

/** An empty choice of files is ignored. */
const adding = { guard: withEvent('filesAreGiven'), actions: withEvent('addFiles') } as const;

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
    setProgress: assign((_, { percent }: { percent: number }) => ({ percent })),
    setResults: assign(({ context }, [imported]: AnswerOf<'/importarFacturas'>) => ({
      queue: withOutcome(context.queue, {
        kind: 'imported',
        results: imported?.resultados ?? [],
      }),
    })),
    setRefusal: assign(({ context }, result: Result<unknown>) => ({
      queue: withOutcome(context.queue, {
        kind: 'unsent',
        problem: assertPresent(problemOfResult(result)),
      }),
    })),
    setFailure: assign(({ context }, { error }: Failure) => ({
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
        'UPLOAD.PROGRESS': { actions: withEvent('setProgress') },
      },
      invoke: {
        id: 'importarFacturas',
        src: 'importarFacturas',
        input: ({ context, self }) => ({
          archivo: assertPresent(context.queue.find(({ kind }) => kind === 'sending') ?? null).file,
          onProgress: (percent) => self.send({ type: 'UPLOAD.PROGRESS', percent }),
        }),
        onDone: [
          {
            guard: guardOnOutput('succeeded'),
            target: 'dispatching',
            actions: assignOutput('setResults'),
          },
          // The other files would be refused too: they wait until the user is signed in again.
          { guard: guardOnOutput('sessionEnded'), ...refusedTo('incomplete') },
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

/** Selectors of the import of invoices. */

type ImportSnapshot = SnapshotFrom<typeof invoiceImportMachine>;

/** A row of the list: an invoice that was read, or a file without a result. */
export type ImportRow = { key: string; archivo: string } & (
  | { kind: 'waiting' | 'sending' }
  | { kind: 'unsent'; problem: Problem }
  | { kind: 'imported'; result: ImportedInvoice }
);

/** Stays the same object while only the progress changes. */
export const queueOf = ({ context }: ImportSnapshot): ImportQueue => context.queue;
export const showsList = (snapshot: ImportSnapshot) => !snapshot.matches('empty');
/** Accepts RETRY. */
export const isIncomplete = (snapshot: ImportSnapshot) => snapshot.matches('incomplete');
export const isFinished = (snapshot: ImportSnapshot) => snapshot.matches('finished');
/** The problem of the last unsent file; null when there is none. */
export const problemOf = ({ context }: ImportSnapshot): Problem | null =>
  context.queue.findLast((item) => item.kind === 'unsent')?.problem ?? null;

/** All files in the order in which they were chosen, with a row for each invoice. */
export const rowsOf = (queue: ImportQueue): ImportRow[] =>
  queue.flatMap(({ file, ...progress }, place): ImportRow[] =>
    progress.kind === 'imported'
      ? progress.results.map((result, index) => ({
          // The first invoice replaces the row of its file.
          key: index === 0 ? `${place}` : `${place} ${index}`,
          archivo: result.archivo,
          kind: 'imported',
          result,
        }))
      : [{ key: `${place}`, archivo: file.name, ...progress }],
  );

export type ImportTotals = ReturnType<typeof totalsOf>;

export function totalsOf(queue: ImportQueue) {
  const imported = queue.filter((item) => item.kind === 'imported');
  const results = imported.flatMap((item) => item.results);
  const count = (resultado: ImportedInvoice['resultado']) =>
    results.filter((result) => result.resultado === resultado).length;
  return {
    archivos: queue.length,
    /** Files that were read. */
    leidos: imported.length,
    /** Files that were not sent. */
    pendientes: queue.filter(({ kind }) => kind === 'unsent').length,
    nueva: count('nueva'),
    repetida: count('repetida'),
    rechazada: count('rechazada'),
    gastos: results.reduce((sum, { gastos }) => sum + gastos, 0),
  };
}

/** The progress of the whole import, 0 to 100; the file being sent counts by its bytes. */
export function percentOf({ context: { queue, percent } }: ImportSnapshot): number {
  const { archivos, leidos, pendientes } = totalsOf(queue);
  const underWay = hasFile(queue, 'sending') ? percent / 100 : 0;
  return archivos === 0 ? 0 : ((leidos + pendientes + underWay) / archivos) * 100;
}
